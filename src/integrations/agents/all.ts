/** The agents of this room. Adding one is its file and a line here. */
export { taskSpecialist } from "./task.ts";
