/** Every service of the outside world. A new one is a folder and a line here. */
import type { CreateService } from "./service.ts";
import { createAnthropic } from "./anthropic/anthropic.ts";
import { createConsole } from "./console/console.ts";
import { createEmbeddings } from "./embeddings/embeddings.ts";
import { createGitHub } from "./github/github.ts";
import { createCalendar } from "./google/calendar/calendar.ts";
import { createGmail } from "./google/gmail/gmail.ts";
import { createGoogleOAuth } from "./google/oauth.ts";
import { createIdentity } from "./identity/identity.ts";
import { createPush } from "./push/push.ts";
import { createQuo } from "./quo/quo.ts";

export const SERVICES: readonly CreateService[] = [
  createAnthropic,
  createEmbeddings,
  createIdentity,
  createPush,
  createQuo,
  createGoogleOAuth,
  createGmail,
  createCalendar,
  createGitHub,
  createConsole,
];
