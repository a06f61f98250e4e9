/** The effect kinds of this room. Adding one is its file and a line here. */
export { fileMove } from "./file-move.ts";
export { fileRemove } from "./file-remove.ts";
export { fileWrite } from "./file-write.ts";
export { skillSave } from "./skill-save.ts";
