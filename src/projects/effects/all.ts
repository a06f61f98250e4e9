/** The effect kinds of this room. Adding one is its file and a line here. */
export { projectChange } from "./project-change.ts";
export { projectUndo } from "./project-undo.ts";
