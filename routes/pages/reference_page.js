SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#content",
  deepLinking: true,
  displayRequestDuration: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  syntaxHighlight: false,
});
