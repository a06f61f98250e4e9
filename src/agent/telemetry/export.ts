/** Sends a run that ended to the collector of traces. Best effort: what a collector does not take after some tries is left out and logged, and holds up nothing. */
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { findRunTrace } from "../runs/index.ts";
import { traceBody } from "./otlp.ts";

const TIMEOUT_MS = 5_000;

/** What exporting is given; one tenant's. */
interface ExportDeps {
  readonly db: TenantDb;
  readonly http: OutsideHttp;
  /** The address of the collector's `/v1/traces`, and what is sent along. */
  readonly collector: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly version: string;
  /** What stands for a conversation's id. */
  readonly hashed: (conversationId: string) => string;
}

/** Sends one run. Spans have the same ids each time, so a repeat changes nothing. Throws IntegrationError where it was not taken. */
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
