export { pmEvents } from "./pm-events.ts";
export { pmMutate } from "./pm-mutate.ts";
export { pmPublish } from "./pm-publish.ts";
export { pmQuery } from "./pm-query.ts";
export { semanticSearch } from "./semantic-search.ts";
export { startProjectAgent } from "./start-project-agent.ts";
