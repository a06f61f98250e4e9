import { beforeEach, describe, expect, it } from "vitest";
import { audit, dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { runs } from "../../../../src/agent/tables/conversations.ts";
import {
  endLostRuns,
  findRunTrace,
  listHooks,
  listRuns,
  NO_FIGURES,
  reviewRun,
  runRecord,
  stepRecords,
  type RunRecord,
  type TraceStep,
} from "../../../../src/agent/runs/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const NOW = Date.parse("2026-11-21T15:00:00Z");
const DANA = { kind: "user", id: "user_dana", name: "Dana Whitfield" } as const;
const record = (change: Partial<RunRecord> = {}): RunRecord => ({
  id: "run-1",
  conversationId: "c-1",
  agent: "steward",
  trigger: "message",
  startedBy: "user_dana",
  status: "finished",
  end: { reason: "end_turn", error: null },
  figures: NO_FIGURES,
  attempts: 1,
  startedAt: "2026-11-21T14:00:00.000Z",
  finishedAt: "2026-11-21T14:01:00.000Z",
  timeZone: "America/New_York",
  ...change,
});
const hook = (name: string, status: string, at: string, detail: Record<string, unknown> = {}): TraceStep => ({
  kind: "hook",
  name,
  status,
  at,
  durationMs: 1,
  detail,
});

let d1: D1Database;
let db: TenantDb;
beforeEach(() => {
  d1 = nodeD1();
  db = dbFor(d1, "tenant_alder");
});

describe("the record of a run", () => {
  it("is written whole and by its id: a repeat and a later state change one row", async () => {
    await db.batch([
      runRecord(db, record({ status: "running", end: null, finishedAt: null, mode: "propose" })),
    ]);
    const figures = { ...NO_FIGURES, model: "claude-opus-5-5", modelCalls: 2, fallbacks: 1 };
    const end = { reason: "end_turn", error: null, output: { confidence: 0.4, title: "x" } } as const;
    for (let count = 0; count < 2; count++) await db.batch([runRecord(db, record({ figures, end }))]);
    expect(await db.rows(runs)).toMatchObject([
      {
        status: "finished",
        model: "claude-opus-5-5",
        modelCalls: 2,
        fallbacks: 1,
        mode: "propose",
        output: { confidence: 0.4, title: "x" },
        confidence: 0.4,
      },
    ]);
  });

  it.each([[{ confidence: 7 }], [{ confidence: "high" }], [["x"]], [{}]])(
    "takes no confidence from %j",
    async (output) => {
      await db.batch([runRecord(db, record({ end: { reason: "end_turn", error: null, output } }))]);
      expect((await db.rows(runs))[0]?.confidence).toBeNull();
    },
  );

  it("is no other team's to change", async () => {
    await db.batch([runRecord(db, record())]);
    const other = dbFor(d1, "tenant_harbor");
    await other.batch([runRecord(other, record({ agent: "x", status: "failed" }))]);
    expect(await db.rows(runs)).toMatchObject([{ agent: "steward", status: "finished" }]);
    expect(await findRunTrace(other, null, "run-1")).toBeNull();
  });

  it("stands with its sub-runs in one trace, and its sub-runs not in the list", async () => {
    const sub = record({ id: "run-1.1.0", parentRunId: "run-1", agent: "clerk", trigger: "delegate" });
    await db.batch([
      runRecord(db, record()),
      runRecord(db, sub),
      ...stepRecords(db, "run-1.1.0", [
        { position: 1, step: hook("rate", "admitted", "2026-11-21T14:00:30.000Z") },
      ]),
    ]);
    expect((await listRuns(db, { userId: "user-1", limit: 10 })).map(({ id }) => id)).toEqual(["run-1"]);
    expect(await findRunTrace(db, null, "run-1")).toMatchObject({
      steps: [],
      subRuns: [{ id: "run-1.1.0", parentRunId: "run-1", steps: [{ name: "rate" }] }],
    });
  });
});

describe("the review of a run", () => {
  const review = (accepted: boolean) => reviewRun(db, { id: "run-1", accepted, by: DANA, nowMs: NOW });

  it("counts once: the first who says so stands, and it is audited", async () => {
    await db.batch([runRecord(db, record())]);
    expect((await review(true)).review).toEqual({
      accepted: true,
      by: "Dana Whitfield",
      at: "2026-11-21T15:00:00.000Z",
    });
    await expect(review(false)).rejects.toMatchObject({ code: "already_decided" });
    expect((await db.rows(audit)).map(({ sentence }) => sentence)).toEqual([
      "Dana Whitfield marked a run as right",
    ]);
    // A later state of the run leaves it.
    await db.batch([runRecord(db, record())]);
    expect((await db.rows(runs))[0]?.accepted).toBe(true);
  });

  it("waits for the end of the run, and is of a run there is", async () => {
    await expect(review(true)).rejects.toMatchObject({ code: "not_found" });
    await db.batch([runRecord(db, record({ status: "running", end: null, finishedAt: null }))]);
    await expect(review(true)).rejects.toMatchObject({ code: "not_running" });
  });
});

describe("what hooks decided", () => {
  const at = (minute: number): string => new Date(NOW + minute * 60_000).toISOString();
  beforeEach(async () => {
    const steps = [
      hook("autonomy", "deny", at(1), { phase: "before", rule: "tool.denied", tool: "send_message" }),
      hook("rate", "admitted", at(2), { phase: "before", rule: null, tool: "read_file" }),
      hook("alert", "admins alerted", at(3), { phase: "end", rule: null }),
      hook("autonomy", "deny", at(4), { phase: "before", rule: "tool.denied", tool: "send_email" }),
      { ...hook("send_message", "deny", at(5)), kind: "tool" as const },
    ];
    await db.batch([
      runRecord(db, record()),
      ...stepRecords(
        db,
        "run-1",
        steps.map((step, index) => ({ position: index, step })),
      ),
    ]);
  });
  const list = async (query: Partial<Parameters<typeof listHooks>[1]>) =>
    (await listHooks(db, { from: at(0), limit: 10, ...query })).map(
      ({ decision: { hook: name, at: time } }) => `${name} ${time.slice(14, 16)}`,
    );

  it("is found by hook, decision and time, newest first", async () => {
    expect(await list({})).toEqual(["autonomy 04", "alert 03", "rate 02", "autonomy 01"]);
    expect(await list({ hook: "autonomy" })).toEqual(["autonomy 04", "autonomy 01"]);
    expect(await list({ decision: "admitted" })).toEqual(["rate 02"]);
    expect(await list({ from: at(3) })).toEqual(["autonomy 04", "alert 03"]);
    const [first] = await listHooks(db, { from: at(0), limit: 1 });
    expect(first?.decision).toMatchObject({
      phase: "before",
      rule: "tool.denied",
      tool: "send_email",
      runId: "run-1",
    });
    expect(await list({ before: { at: first!.place[0], id: first!.place[1] }, limit: 2 })).toEqual([
      "alert 03",
      "rate 02",
    ]);
    expect(await listHooks(dbFor(d1, "tenant_harbor"), { from: at(0), limit: 10 })).toEqual([]);
  });

  it("GROWTH: is read by an index, whatever is asked", async () => {
    for (const query of [
      {},
      { hook: "rate" },
      { decision: "deny" },
      { hook: "autonomy", decision: "deny" },
    ]) {
      const asked: { sql: string; params: unknown[] }[] = [];
      const watched = dbFor(recording(d1, asked), "tenant_alder");
      await listHooks(watched, { from: at(0), limit: 10, ...query });
      const [{ sql, params } = { sql: "", params: [] }] = asked;
      const { results } = await d1
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail).join("; ");
      expect(plan).toMatch(/SEARCH run_traces USING INDEX run_traces_at /);
    }
  });
});

/** The same database, which notes what it is asked. */
function recording(database: D1Database, asked: { sql: string; params: unknown[] }[]): D1Database {
  return {
    ...database,
    prepare(sql: string) {
      const statement = database.prepare(sql);
      return {
        ...statement,
        bind(...params: unknown[]) {
          asked.push({ sql, params });
          return statement.bind(...params);
        },
      } as D1PreparedStatement;
    },
  } as D1Database;
}

describe("a run whose process died", () => {
  it("is ended after a day, whatever else is at work stays", async () => {
    const running = { status: "running", end: null, finishedAt: null } as const;
    const rows = [
      record({ id: "lost", ...running, startedAt: "2026-11-20T14:59:59.000Z" }),
      record({ id: "at-work", ...running, startedAt: "2026-11-21T14:59:00.000Z" }),
      record({ id: "done", startedAt: "2026-11-19T14:00:00.000Z" }),
    ];
    await db.batch(rows.map((row) => runRecord(db, row)) as never);
    await dbFor(d1, "tenant_other").batch([
      runRecord(dbFor(d1, "tenant_other"), { ...rows[0]!, id: "elsewhere" }),
    ]);
    await db.batch([endLostRuns(db, NOW)]);
    const left = new Map((await db.rows(runs)).map((row) => [row.id, row]));
    expect(left.get("lost")).toMatchObject({ status: "failed", errorCode: "lost", stopReason: "failed" });
    expect(left.get("at-work")).toMatchObject({ status: "running", errorCode: null });
    expect(left.get("done")).toMatchObject({ status: "finished" });
    expect(await dbFor(d1, "tenant_other").rows(runs)).toMatchObject([{ status: "running" }]);
  });
});
