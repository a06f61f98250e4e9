/** The tools of this toolset. To add one, add its file and a line here. */
export { getCall } from "./get-call.ts";
export { listCalls } from "./list-calls.ts";
export { searchConversations } from "./search-conversations.ts";
export { searchTexts } from "./search-texts.ts";
