/**
 * The only way errors leave the server. AppErrors are sent as they are, and failures of outside services
 * are reported as such. Everything else becomes `internal` with a request ID; its cause is only logged, and
 * the team's admins are alerted.
 */
import { AppError, appErrorIn, ERROR_STATUS, IntegrationError, type ErrorCode } from "../../kernel/errors.ts";
import { systemLogger } from "../logger.ts";
import type { TenantContext } from "../context.ts";
import type { ErrorBody } from "../api/common.ts";
import { inBackground, type HttpContext } from "./context.ts";

/** Alerts a team's admins of an internal error. */
type TellInternal = (ctx: TenantContext, requestId: string) => Promise<void>;

/** Hono's `onError`. */
export function onError(tellAdmins: TellInternal) {
  return (error: unknown, c: HttpContext): Response => answerError(error, c, tellAdmins);
}

function answerError(error: unknown, c: HttpContext, tellAdmins: TellInternal): Response {
  const { requestId = "unknown", deployment, principal } = c.var as Partial<HttpContext["var"]>;
  const unfinished = unfinishedDeployment(error, deployment !== undefined);
  if (unfinished !== null) return unfinishedAnswer(c, unfinished, requestId);
  const shown = asAppError(error);
  if (shown.status >= 500) {
    (deployment?.log ?? systemLogger).error("http.failed", {
      requestId,
      code: shown.code,
      status: shown.status,
      method: c.req.method,
      route: c.req.path,
      error,
      ...(principal === undefined ? {} : { tenantId: principal.tenant.id, userId: principal.user.id }),
    });
  }
  if (shown.code === "internal" && deployment !== undefined && principal !== undefined) {
    inBackground(c, tellAdmins(deployment.tenant(principal.tenant.id), requestId));
  }
  return errorResponse(c, shown, requestId);
}

/** What an unfinished deployment lacks; null for all other errors. */
function unfinishedDeployment(error: unknown, isConfigured: boolean): AppError | null {
  if (!isConfigured) return error instanceof AppError && error.code === "not_configured" ? error : null;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/no such table: tenants\b|no such table: users\b|no such table: sessions\b/.test(cause.message))
      return new AppError(
        "not_configured",
        "The database of this deployment has no tables yet. Run: npx wrangler d1 migrations apply DB --remote.",
      );
  return null;
}

/** 503 rather than 501, because it is temporary until the operator acts. Browsers get a page. */
function unfinishedAnswer(c: HttpContext, error: AppError, requestId: string): Response {
  systemLogger.error("http.not_configured", { requestId, error });
  if (c.req.header("accept")?.includes("text/html") !== true) {
    const { code, message, details } = error;
    return c.json({ error: { code, message, requestId, ...(details && { details }) } }, 503);
  }
  const text = `Steward is deployed, but not set up yet.\n\n${error.message}\n\nSee docs/first-deployment.md.\n`;
  return c.text(text, 503);
}

function errorResponse(c: HttpContext, error: AppError, requestId: string): Response {
  const { code, message, details } = error;
  const body: ErrorBody = {
    error: { code, message, requestId, ...(details === undefined ? {} : { details }) },
  };
  const wait = details?.["retryAfterSeconds"];
  return c.json(body, error.status, typeof wait === "number" ? { "retry-after": String(wait) } : {});
}

/** The client's view of a thrown value. Errors from our objects arrive as plain errors with fields. */
function asAppError(error: unknown): AppError {
  const own = appErrorIn(error);
  if (own !== null) return own;
  if (error instanceof IntegrationError || (error instanceof Error && error.name === "IntegrationError")) {
    return new AppError(
      "upstream_failed",
      "An outside service didn’t answer properly. Nothing was decided. Try again shortly.",
    );
  }
  if (error instanceof Error && error.name === "AppError" && "code" in error && isCode(error.code)) {
    const details = "details" in error && isRecord(error.details) ? { details: error.details } : {};
    return new AppError(error.code, error.message, details);
  }
  return new AppError(
    "internal",
    "Something went wrong on our side. Try again, and if it keeps happening, send us the request ID.",
  );
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_STATUS, code);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
