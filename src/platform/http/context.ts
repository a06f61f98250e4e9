import type { Context } from "hono";
import type { DeploymentContext } from "../context.ts";
import type { Principal } from "../auth/index.ts";
import type { Env } from "../env.ts";

/** Values attached to a request. */
export interface HttpEnv {
  Bindings: Env;
  Variables: {
    requestId: string;
    deployment: DeploymentContext;
    /** Set once the caller is authenticated. */
    principal: Principal | undefined;
  };
}

export type HttpContext = Context<HttpEnv>;

/** Lets best-effort work finish after the response. Failures are logged only. */
export function inBackground(c: HttpContext, work: Promise<unknown>): void {
  const { log } = c.var.deployment;
  const requestId = c.var.requestId;
  const guarded = work.catch((error: unknown) => log.warn("http.background_failed", { requestId, error }));
  try {
    c.executionCtx.waitUntil(guarded);
  } catch {
    // Without an execution context (tests that call the app as a function), the promise simply runs.
  }
}
