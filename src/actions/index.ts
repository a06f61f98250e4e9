/** Every kind of effect there is: a file and a line each. */
export { contactCreate } from "./contact-create.ts";
export { contactDelete } from "./contact-delete.ts";
export { contactUpdate } from "./contact-update.ts";
export { emailArchive } from "./email-archive.ts";
export { emailLabel } from "./email-label.ts";
export { emailSend } from "./email-send.ts";
export { eventCancel } from "./event-cancel.ts";
export { eventCreate } from "./event-create.ts";
export { eventUpdate } from "./event-update.ts";
export { fileMove } from "./file-move.ts";
export { fileRemove } from "./file-remove.ts";
export { fileWrite } from "./file-write.ts";
export { githubCommit } from "./github-commit.ts";
export { smsSend } from "./sms-send.ts";
