import type { Words } from "./words.ts";

/** Spanish. */
export const es: Words = {
  language: "es",
  home: {
    title: "Decisiones de confianza, cada una con su motivo",
    lead:
      "aval compara personas y empresas con listas de sanciones, pide pruebas a las carteras, inicia sesiones y emite títulos: un solo servicio, en sus propias máquinas, que explica cada respuesta.",
    playground: "Abrir el playground",
    docs: "Leer la documentación",
    reference: "Referencia de la API",
    desk: "Abrir la mesa de revisión",
    console: "Abrir la consola de operadores",
    answers: "Seis servicios, seis respuestas",
    answersLead:
      "Cada una es una respuesta de este entorno de pruebas. Las personas y empresas son inventadas.",
    show: "Ver la respuesta",
    try: "Pruébelo",
    cards: {
      screening: {
        title: "Cotejo de nombres",
        question: "¿Está «Victor Sandburgov» en una lista de sanciones?",
        answer: "Coincidencia posible: decide una persona",
        reasons: [
          "En la lista está Viktor Sandbergov. Puntuación 92.86 de 100.",
          "«viktor» es el mismo nombre con otra grafía: 0.86 puntos menos.",
          "«sandbergov» difiere en una letra: 6.28 puntos menos.",
          "No se envió fecha de nacimiento: nada lo confirma.",
        ],
      },
      verification: {
        title: "Verificación",
        question: "¿Tiene esta compradora 18 años o más?",
        answer: "Sí, probado por una cartera",
        reasons: [
          "La cartera mostró un solo dato, age_over_18, firmado por su emisor.",
          "No se pidió ni se guardó nombre ni fecha de nacimiento.",
        ],
      },
      login: {
        title: "Inicio de sesión",
        question: "¿Quién ha vuelto a mi tienda?",
        answer: "La misma cartera que antes",
        reasons: [
          "La tienda recibe un id_token de OpenID Connect cuyo sujeto es el mismo en cada visita.",
          "En otra tienda la misma cartera tiene otro sujeto.",
          "No contiene nombre ni fecha de nacimiento.",
        ],
      },
      credentials: {
        title: "Títulos académicos",
        question: "¿Tiene esta candidata el título?",
        answer: "Sí, y no está revocado",
        reasons: [
          "La Example University lo firmó y lo emitió en la cartera.",
          "Su lista de estados dice que hoy es válido.",
          "El empleador lee los datos una sola vez.",
        ],
      },
      walletRisk: {
        title: "Riesgo de una dirección",
        question: "¿Adónde irían estos fondos?",
        answer: "Riesgo alto: puntuación 100",
        reasons: [
          "Una etiqueta pública nombra la dirección: terrorismo, peso 100.",
          "Su confianza es 100, así que la puntuación es 100.",
          "Una dirección sin etiquetas no tiene puntuación. Eso no prueba que sea segura.",
        ],
      },
      kyb: {
        title: "Empresas (KYB)",
        question: "¿Puede Näidis Kaubandus OÜ ser cliente?",
        answer: "No falta nada: deciden dos personas",
        reasons: [
          "El número 10000018 es un número válido del registro estonio.",
          "Se nombran una directora y la propietaria de todas las participaciones.",
          "Ninguna empresa se hace cliente solo con una solicitud.",
        ],
      },
    },
    inForce: "En vigor ahora",
    list: "Lista",
    date: "Fecha",
    age: "Antigüedad",
    entries: "Entradas",
    days: "{days} días",
    stale: "demasiado antigua",
    version: "Versión {version}, compilación {build}",
    sandbox: "Un entorno de pruebas: datos inventados, sin tokens",
    operator: "Operador",
    contact: "Contacto",
    noOperator: "El operador no ha publicado aquí un nombre.",
    status: "Estado",
    works: "Responde a las solicitudes",
    limited: "Responde a las solicitudes, con límites",
    stopped: "No responde a solicitudes en este momento",
  },
  login: {
    title: "Iniciar sesión en {name}",
    pending: "Esperando a su cartera.",
    completed: "Su cartera ha respondido. Se le está devolviendo.",
    used:
      "Este inicio de sesión está completo y no puede usarse otra vez. Puede cerrar esta página.",
    failed: "No se pudo iniciar la sesión: la cartera lo rechazó o no pudo probar lo que se pedía.",
    expired: "Este inicio de sesión ha caducado.",
    lost:
      "Este inicio de sesión ha caducado, o su navegador no guarda cookies para esta página: necesita una.",
    offline: "No hay conexión en este momento. Esta página sigue intentándolo.",
    shown:
      "Su cartera muestra a aval su fecha de nacimiento, como prueba de que contiene su identidad.",
    shownTo: "{name} no la recibe: solo sabe que la misma cartera ha iniciado sesión.",
    warning: "Continúe solo si ha venido aquí por su cuenta para iniciar sesión en {name}.",
    warningWhy:
      "Si alguien le envió esta página o este código, deténgase: esa persona entraría como usted.",
    sameDevice: "Con una cartera en este dispositivo",
    open: "Abrir la cartera",
    otherDevice: "Con una cartera en otro dispositivo",
    scan: "Escanee este código con la cartera.",
    codeLabel: "Código QR que escanea una cartera en otro dispositivo",
    goOn: "Continuar a {name}",
    again: "Empezar de nuevo",
    noScript:
      "Su navegador no ejecuta scripts aquí, así que esta página no nota que su cartera ha respondido.",
    noScriptLink: "Continuar después de responder en la cartera",
    noScriptLost:
      "Si no se encuentra esa dirección, este inicio de sesión ha caducado, o su navegador no guarda cookies para esta página: vuelva al lugar de donde vino e inicie sesión otra vez.",
  },
  personLogin: {
    title: "Iniciar sesión",
    provider: "Iniciar sesión con la cuenta de su organización",
    providerLead:
      "El proveedor de identidad de su organización le pregunta quién es y le trae de vuelta aquí.",
    orLink: "O con un enlace de un operador",
    linkLead:
      "Un operador le da un enlace, que vale una sola vez y durante {minutes} minutos. Ábralo o péguelo aquí.",
    link: "Enlace",
    logIn: "Iniciar sesión",
    freshTitle: "Iniciar sesión de nuevo",
    freshLead:
      "Esta acción necesita un inicio de sesión de los últimos {minutes} minutos, y no se ha guardado nada. Inicie sesión de nuevo: volverá a la página y entonces podrá hacerlo.",
    loggedOut: "Ha cerrado la sesión aquí.",
    logOutThere: "Cerrar también la sesión del proveedor de identidad",
    failed:
      "El inicio de sesión no ha terminado: empezó en otro navegador, tardó demasiado, ya se había usado o el proveedor de identidad lo rechazó. Empiece de nuevo.",
    noRole:
      "Su cuenta no tiene ninguna función aquí. Pregunte a quien gestiona este servicio: los operadores necesitan la función aval-operator o kyb-reviewer; los revisores de un cliente, screening-reviewer y el claim aval_client de un cliente activo.",
    unavailable: "El proveedor de identidad no responde. Inténtelo de nuevo dentro de un minuto.",
    sandboxTitle: "Escritorio y consola de un entorno de pruebas",
    sandboxLead:
      "No hace falta iniciar sesión. Este navegador se convierte en un cliente propio, cuya sesión termina a las {hours} horas; lo que ha creado se borra entonces. Todas las listas y las personas son inventadas: no escriba datos de ninguna persona real.",
    open: "Abrir",
  },
  offer: {
    title: "Un título para su cartera",
    lead: "{name} le ofrece un título.",
    invented:
      "Esto es un entorno de pruebas: la universidad, Erika Mustermann y su título son inventados.",
    once: "La oferta puede aceptarse una vez, hasta el {day}.",
    sameDevice: "Con una cartera en este dispositivo",
    open: "Abrir la cartera",
    otherDevice: "Con una cartera en otro dispositivo",
    scan: "Escanee este código con la cartera.",
    codeLabel: "Código QR de la oferta, que escanea una cartera",
    another:
      "Cada visita a esta página crea una oferta propia: para crear otra, vuelva a cargarla.",
    kept:
      "Su cartera pregunta antes de aceptar el título. Después, el título está solo en su cartera.",
    gone: "Esta oferta ya se aceptó, o su plazo ha pasado. Pida otra a su institución.",
  },
  error: {
    title: "No se puede responder a esta solicitud",
    lead: "Lo que dice el servicio:",
    back: "Vuelva al lugar de donde vino e inténtelo de nuevo desde allí.",
    causes: {
      unknown_relying_party:
        "La dirección que le trajo aquí no nombra ningún sitio registrado en este servicio, o ninguna de sus direcciones de retorno registradas. Vuelva al lugar de donde vino e inténtelo de nuevo; quien gestiona ese sitio puede corregirlo.",
      not_found:
        "No hay nada en esta dirección. Compruébela o empiece de nuevo en la página de inicio.",
      method_not_allowed:
        "Esta dirección solo se puede abrir; no se le puede enviar nada. Vuelva al lugar de donde vino.",
      prefetch_refused: "Esta página no se carga por adelantado. Ábrala de nuevo.",
      rate_limit_exceeded:
        "Han llegado demasiadas solicitudes desde su red. Espere un minuto y vuelva a cargar esta página.",
      internal_error:
        "Algo ha fallado por nuestra parte. Inténtelo de nuevo dentro de un minuto; si sigue igual, diga al operador de este servicio cuándo ocurrió.",
      upstream_unavailable:
        "Una parte que esta página necesita no está disponible en este momento. Inténtelo de nuevo dentro de un minuto.",
    },
  },
};
