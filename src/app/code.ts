/** Composition of the code sandbox: scripts run in a Worker of their own (`src/code/wrangler.toml`), which is only called. */
import type { CodeOutcome, CodeRequest } from "../code/index.ts";
import type { Env } from "../platform/env.ts";

/** Runs scripts. What a script does is in the outcome; throws only where the other Worker cannot be reached. */
export function codeSandbox(env: Env): (request: CodeRequest) => Promise<CodeOutcome> {
  return (request) => env.CODE.run(request);
}
