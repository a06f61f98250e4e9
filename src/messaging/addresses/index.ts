/** Whom a message goes to, and from whose mailbox: recipients, addresses of contacts, the team's phone system. */
export { actingMailbox, mailboxOfCall } from "./acting-mailbox.ts";
export { contactAddresses } from "./contact-addresses.ts";
export { domainOf, lintRecipients, readAddresses, readRecipients } from "./recipients.ts";
export { contactsOf } from "./texting-of.ts";
