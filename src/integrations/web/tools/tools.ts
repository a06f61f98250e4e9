/** This toolset's tools. To add one, create its file and add a line here. */
export { researchWeb } from "./research-web.ts";
