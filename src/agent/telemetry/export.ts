/**
 * Sends finished runs to a trace collector. Best effort: what the collector refuses after some tries is
 * dropped and logged.
 */
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { findRunTrace } from "../runs/index.ts";
import { traceBody } from "./otlp.ts";

const TIMEOUT_MS = 5_000;

/** Dependencies, for one tenant. */
interface ExportDeps {
  readonly db: TenantDb;
  readonly http: OutsideHttp;
  /** The collector's `/v1/traces` URL and headers. */
  readonly collector: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly version: string;
  /** Replaces conversation IDs. */
  readonly hashed: (conversationId: string) => string;
}

/**
 * Sends one run. Span IDs are deterministic, so repeats change nothing. Throws IntegrationError if the
 * collector refused it.
 */
export async function exportRun(deps: ExportDeps, runId: string): Promise<void> {
  const { db, http, collector, version } = deps;
  const trace = await findRunTrace(db, null, runId);
  if (trace === null) return;
  const source = { tenantId: db.tenantId, version, conversation: deps.hashed(trace.conversationId) };
  const { status } = await http({
    vendor: "otlp",
    method: "POST",
    url: collector.url,
    headers: { ...collector.headers, "content-type": "application/json" },
    body: JSON.stringify(await traceBody(trace, source)),
    timeoutMs: TIMEOUT_MS,
    changes: false,
  });
  if (status >= 300)
    throw new IntegrationError("otlp", "the collector took no trace", { outcome: "not_applied", status });
}
