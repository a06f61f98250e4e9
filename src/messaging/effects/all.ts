/** The effect kinds of this room. Adding one is its file and a line here. */
export { contactCreate } from "./contact-create.ts";
export { contactDelete } from "./contact-delete.ts";
export { contactUpdate } from "./contact-update.ts";
export { emailArchive } from "./email-archive.ts";
export { emailLabel } from "./email-label.ts";
export { emailSend } from "./email-send.ts";
export { smsSend } from "./sms-send.ts";
