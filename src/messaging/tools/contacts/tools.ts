/** The tools of this toolset. To add one, add its file and a line here. */
export { contactHistory } from "./contact-history.ts";
export { createContact } from "./create-contact.ts";
export { deleteContact } from "./delete-contact.ts";
export { getContact } from "./get-contact.ts";
export { searchContacts } from "./search-contacts.ts";
export { updateContact } from "./update-contact.ts";
