/** The effect kinds of this room. Adding one is its file and a line here. */
export { serverCall } from "../servers/effects/server-call.ts";
