/** The code sandbox: JavaScript of the agent or of a skill, without network, files, bindings or a clock to wait by. */
export {
  CODE_LIMITS,
  type CodeLimits,
  type CodeOutcome,
  type CodeRpc,
  type CodeRequest,
  type StopReason,
} from "./types.ts";
