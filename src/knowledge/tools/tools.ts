/** This toolset's tools. To add one, create its file and add a line here. */
export { listSenders } from "./list-senders.ts";
export { readSourceItem } from "./read-source-item.ts";
export { retrieveContext } from "./retrieve-context.ts";
