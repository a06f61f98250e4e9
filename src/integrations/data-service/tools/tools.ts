export { createServiceEvent } from "./create-service-event.ts";
export { createServiceIssue } from "./create-service-issue.ts";
export { sendServiceEmail } from "./send-service-email.ts";
