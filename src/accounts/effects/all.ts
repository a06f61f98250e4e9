/** The effect kinds of this room. Adding one is its file and a line here. */
export { accountChange } from "./account-change.ts";
export { accountCreate } from "./account-create.ts";
export { accountFollowup } from "./account-followup.ts";
