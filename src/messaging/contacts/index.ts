/** Contacts: our copy of them, and everything exchanged with a person. */
export { contactBook, recordedOwners } from "./book.ts";
export { askedWords, placeOf } from "./contact-words.ts";
export { contactsAt, describePerson, findPerson, ownersOf, type ContactAt } from "./find.ts";
export { lastTouches, lineOf, listContacts, syncState } from "./list.ts";
export { peopleIn } from "./named.ts";
export { importContacts, removeOwnContact, saveOwnContact } from "./own.ts";
export { removeContacts, saveContacts } from "./store.ts";
export { continueSyncs, ensureContactSyncs } from "./sync.ts";
export { readTimeline } from "./timeline.ts";
