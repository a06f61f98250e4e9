/** What hooks decided, for people: read newest first by an index, a page at a time, never further back than asked for. */
import { and, desc, eq, gte, lt, or, sql } from "drizzle-orm";
import type * as z from "zod";
import { runSteps, type TenantDb } from "../db/index.ts";
import type { hookDecisionSchema } from "../protocol/run.ts";

/** A hook's decision on the wire. */
export type HookDecision = z.infer<typeof hookDecisionSchema>;

/** What is asked for. `before` is the sort key of the last one seen. */
export interface HookQuery {
  readonly hook?: string | undefined;
  readonly decision?: string | undefined;
  readonly from: string;
  readonly before?: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

const PHASES: ReadonlySet<unknown> = new Set(["before", "after", "end"]);

/** A page of decisions, newest first. */
export async function listHooks(db: TenantDb, query: HookQuery): Promise<HookDecision[]> {
  const { hook, decision, from, before, limit } = query;
  const where = and(
    // In words, not as a parameter: SQLite takes a partial index only for the term it is made with.
    sql`${runSteps.kind} = 'hook'`,
    gte(runSteps.at, from),
    hook === undefined ? undefined : eq(runSteps.name, hook),
    decision === undefined ? undefined : eq(runSteps.status, decision),
    before === undefined
      ? undefined
      : or(lt(runSteps.at, before.at), and(eq(runSteps.at, before.at), lt(runSteps.id, before.id))),
  );
  const rows = await db.rows(runSteps, where).orderBy(desc(runSteps.at), desc(runSteps.id)).limit(limit);
  return rows.map(({ id, at, name, status, detail, runId, durationMs }) => {
    const { phase, rule, tool } = detail;
    return {
      id,
      at,
      hook: name,
      phase: (PHASES.has(phase) ? phase : "before") as HookDecision["phase"],
      decision: status,
      rule: typeof rule === "string" ? rule : null,
      tool: typeof tool === "string" ? tool : null,
      runId,
      durationMs,
    };
  });
}
