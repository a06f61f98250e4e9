/** Pages of hook decisions, newest first, read by index and never further back than requested. */
import { and, desc, gte, lte, sql, type SQL } from "drizzle-orm";
import type * as z from "zod";
import { runTraces } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { hookDecisionSchema } from "../api/run.ts";
import { partOf } from "./records.ts";

type HookDecision = z.infer<typeof hookDecisionSchema>;

/** `before` is the position of the last decision seen. */
interface HookQuery {
  readonly hook?: string | undefined;
  readonly decision?: string | undefined;
  readonly from: string;
  readonly before?: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** A decision with its position: the time of its run's last step, and its ID. */
interface LoggedDecision {
  readonly decision: HookDecision;
  readonly place: readonly [at: string, id: string];
}

type Trace = typeof runTraces.$inferSelect;

/** Traces per read; each contains a requested decision. */
const TRACES = 25;
const PHASES: ReadonlySet<unknown> = new Set(["before", "after", "end"]);

/** Ordered by the run's last step, then by position in the run, newest first. */
export async function listHooks(db: TenantDb, query: HookQuery): Promise<LoggedDecision[]> {
  const found: LoggedDecision[] = [];
  let before = query.before;
  for (;;) {
    const traces = await db
      .rows(runTraces, and(gte(runTraces.at, query.from), holds(query), upTo(before)))
      .orderBy(desc(runTraces.at), desc(runTraces.runId), desc(runTraces.part))
      .limit(TRACES);
    for (const trace of traces) found.push(...decisionsIn(trace, { ...query, before }));
    if (traces.length < TRACES || found.length >= query.limit) return found.slice(0, query.limit);
    const [at = "", id = ""] = found.at(-1)?.place ?? [];
    before = { at, id };
  }
}

/** Condition for traces with a requested decision. The text search first avoids parsing every trace. */
function holds({ hook, decision, from }: HookQuery): SQL {
  const wanted = { kind: "hook", name: hook, status: decision };
  const fields = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const words = fields.map(
    ([field, value]) => sql`instr(${runTraces.steps}, ${`"${field}":${JSON.stringify(value)}`}) > 0`,
  );
  const equal = fields.map(([field, value]) => sql`json_extract(step.value, ${`$.${field}`}) = ${value}`);
  const one = sql`exists (select 1 from json_each(${runTraces.steps}) step where json_extract(step.value, '$.at') >= ${from} and ${sql.join(equal, sql` and `)})`;
  return sql`${sql.join(words, sql` and `)} and ${one}`;
}

/** Condition for traces that may have decisions before a position. */
function upTo(before: HookQuery["before"]): SQL | undefined {
  if (before === undefined) return undefined;
  const { runId, part } = readId(before.id);
  const place = sql`(${runTraces.at}, ${runTraces.runId}, ${runTraces.part})`;
  return and(lte(runTraces.at, before.at), sql`${place} <= (${before.at}, ${runId}, ${part})`);
}

/** Parses the position from a decision's ID. */
function readId(id: string): { readonly runId: string; readonly part: number; readonly position: number } {
  const dot = id.lastIndexOf(".");
  const position = Number(id.slice(dot + 1));
  return { runId: id.slice(0, dot), part: partOf(position), position };
}

/** The requested decisions of a trace, newest first. */
function decisionsIn({ at: traceAt, runId, part, steps }: Trace, query: HookQuery): LoggedDecision[] {
  const { hook, decision, from, before } = query;
  // Decisions after the last page's end, if it ended in this trace.
  const last = before?.at === traceAt ? readId(before.id) : null;
  const end = last?.runId === runId && last.part === part ? last.position : Infinity;
  return steps
    .filter(
      ({ kind, name, status, at, position }) =>
        kind === "hook" &&
        at >= from &&
        position < end &&
        (hook === undefined || name === hook) &&
        (decision === undefined || status === decision),
    )
    .toReversed()
    .map(({ position, at, name, status, detail, durationMs }) => {
      const { phase, rule, tool, input, rows } = detail;
      const id = `${runId}.${position}`;
      const shown = {
        id,
        at,
        hook: name,
        phase: (PHASES.has(phase) ? phase : "before") as HookDecision["phase"],
        decision: status,
        rule: typeof rule === "string" ? rule : null,
        tool: typeof tool === "string" ? tool : null,
        runId,
        durationMs,
        inputDigest: typeof input === "string" ? input : null,
        rows: typeof rows === "number" ? rows : null,
      };
      return { decision: shown, place: [traceAt, id] as const };
    });
}
