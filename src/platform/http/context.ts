import type { Context } from "hono";
import type { DeploymentContext } from "../context.ts";
import type { Principal } from "../auth/index.ts";
import type { Env } from "../env.ts";

/** What travels with a request through the server. */
export interface HttpEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    deployment: DeploymentContext;
    /** Set once somebody is known to be asking. */
    principal: Principal | undefined;
  };
}

export type HttpContext = Context<HttpEnv>;

/** Lets best-effort work finish after the answer. Its failure is logged, never seen by the client. */
export function inBackground(c: HttpContext, work: Promise<unknown>): void {
  const { log } = c.var.deployment;
  const requestId = c.var.requestId;
  const guarded = work.catch((error: unknown) => log.warn("http.background_failed", { requestId, error }));
  try {
    c.executionCtx.waitUntil(guarded);
  } catch {
    // Without an execution context (tests that call the app as a function) the promise simply runs.
  }
}
