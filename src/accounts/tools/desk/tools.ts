export { resolveAccountTool } from "./resolve-account.ts";
