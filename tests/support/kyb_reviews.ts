import fixture from "../../fixtures/kyb/applications.json" with { type: "json" };

/** Path of the review drafts of an application. */
export const reviewsPath = (applicationId: string) =>
  `/v1/kyb-applications/${applicationId}/review-drafts`;

/** Path of the latest review draft of an application. */
export const latestPath = (applicationId: string) => `${reviewsPath(applicationId)}/latest`;

/** The sandbox's application of a name. */
export function inventedApplication(name: string) {
  const found = fixture.applications.find((one) => one.name === name);
  if (found === undefined) throw new Error(`fixtures/kyb/ has no application ${name}`);
  return found;
}
