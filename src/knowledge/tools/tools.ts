/** The tools of this toolset. Adding one is its file and a line here. */
export { listSenders } from "./list-senders.ts";
export { readSourceItem } from "./read-source-item.ts";
export { retrieveContext } from "./retrieve-context.ts";
