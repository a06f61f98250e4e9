/** The team's inbox: threads and their assignment. */
export { actOnThread, wakeThreads } from "./act.ts";
export { threadConsumer } from "./hear.ts";
export { inboxLines, listThreads, stateOf } from "./list.ts";
export { addNote } from "./note.ts";
export { notesAbout } from "./notes.ts";
export { listUnread, markThreadRead } from "./reads.ts";
export { listSavedViews, putSavedView, removeSavedView } from "./saved-views.ts";
export { noteSource } from "./search-source.ts";
export { listTemplates, putTemplate, removeTemplate } from "./templates.ts";
export { emailThread, entriesOf, threadsWith } from "./view.ts";
