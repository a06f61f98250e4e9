/** The tools of this toolset. To add one, add its file and a line here. */
export { forwardEmail } from "./forward-email.ts";
export { readEmail } from "./read-email.ts";
export { readEmailThread } from "./read-email-thread.ts";
export { searchEmails } from "./search-emails.ts";
export { sendEmail } from "./send-email.ts";
export { sortEmails } from "./sort-emails.ts";
