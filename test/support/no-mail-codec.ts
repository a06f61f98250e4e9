/** For accounts of which no e-mail is read. */
import type { MailCodec } from "../../src/integrations/connections/index.ts";

const unread = () => Promise.reject(new Error("no e-mail is read here"));

export const NO_MAIL_CODEC: MailCodec = { whole: unread, file: unread, compose: unread };
