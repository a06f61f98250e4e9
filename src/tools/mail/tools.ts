/** The tools of this toolset. Adding one is its file and a line here. */
export { readEmail } from "./read-email.ts";
export { searchEmails } from "./search-emails.ts";
export { sendEmail } from "./send-email.ts";
