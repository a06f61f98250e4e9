/** Access for other agents: the Model Context Protocol's server over what a member of a team may do, and the grants it stands on. */
export {
  createToken,
  findHolder,
  listGrants,
  revokeGrant,
  touchGrant,
  type GrantDeps,
  type GrantHolder,
} from "./grants.ts";
export { errorBody, parseMessage, resultBody, RPC, RpcError, type Params, type RpcMessage } from "./rpc.ts";
export {
  answer,
  type CallResult,
  type Page,
  type Served,
  type ServedContents,
  type ServedPrompt,
  type ServedResource,
  type ServedTool,
} from "./server.ts";
export { versionOf } from "./versions.ts";
