/** The code sandbox: JavaScript of the agent or of a skill, without network, files, bindings or a clock to wait by. */
export { runCode } from "./run-code.ts";
export {
  CODE_LIMITS,
  type CodeLimits,
  type CodeOutcome,
  type CodeRequest,
  type StopReason,
} from "./types.ts";
