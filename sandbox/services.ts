/** Every service of the outside world. A new one is a folder and a line here. */
export { createAnthropic } from "./anthropic/anthropic.ts";
export { createClickUp } from "./clickup/clickup.ts";
export { createClickUpConsent } from "./clickup/consent.ts";
export { createConsole } from "./console/console.ts";
export { createEmbeddings } from "./embeddings/embeddings.ts";
export { createGitHub } from "./github/github.ts";
export { createCalendar } from "./google/calendar/calendar.ts";
export { createDocs } from "./google/docs/docs.ts";
export { createDrive } from "./google/drive/drive.ts";
export { createGmail } from "./google/gmail/gmail.ts";
export { createGoogleOAuth } from "./google/oauth.ts";
export { createSheets } from "./google/sheets/sheets.ts";
export { createIdentity } from "./identity/identity.ts";
export { createOtlp } from "./otlp/otlp.ts";
export { createPush } from "./push/push.ts";
export { createQuo } from "./quo/quo.ts";
export { createSlack } from "./slack/slack.ts";
