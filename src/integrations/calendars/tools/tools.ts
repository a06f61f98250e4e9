/** This toolset's tools. To add one, create its file and add a line here. */
export { cancelEvent } from "./cancel-event.ts";
export { createEvent } from "./create-event.ts";
export { listEventsTool } from "./list-events.ts";
export { updateEvent } from "./update-event.ts";
