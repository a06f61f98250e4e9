/** The tools of this toolset. Adding one is its file and a line here. */
export { listMessages } from "./list-messages.ts";
export { sendMessage } from "./send-message.ts";
export { sendMessages } from "./send-messages.ts";
