/** The tools of this toolset. Adding one is its file and a line here. */
export { cancelEvent } from "./cancel-event.ts";
export { createEvent } from "./create-event.ts";
export { listEventsTool } from "./list-events.ts";
export { updateEvent } from "./update-event.ts";
