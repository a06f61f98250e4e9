import { beforeEach, describe, expect, it } from "vitest";
import { accounts } from "../../../../src/accounts/tables/accounts.ts";
import { agentDays } from "../../../../src/team/tables/metrics.ts";
import { approvals } from "../../../../src/approvals/tables/approvals.ts";
import { audit, dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { conversations } from "../../../../src/agent/tables/conversations.ts";
import { agentFigures, matterFigures, measureAgents } from "../../../../src/team/metrics/index.ts";
import { NO_FIGURES, runRecord, type RunRecord } from "../../../../src/agent/runs/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const NOW = Date.parse("2026-11-21T15:30:00Z");
let db: TenantDb;
let other: TenantDb;
let told: string[];

beforeEach(() => {
  const d1 = nodeD1();
  db = dbFor(d1, "tenant_alder");
  other = dbFor(d1, "tenant_harbor");
  told = [];
});

function measure(of: TenantDb = db): Promise<number> {
  return measureAgents({
    db: of,
    clock: { now: () => NOW },
    timeZone: "America/New_York",
    agent: async (name) => (name === "steward" ? { title: "Steward", maxCalls: 25 } : null),
    tellAdmins: async ({ once, body }) => void told.push(`${once} ${body}`),
  });
}

async function run(of: TenantDb, id: string, change: Partial<RunRecord> = {}): Promise<void> {
  await of.batch([
    runRecord(of, {
      id,
      conversationId: "c-1",
      agent: "steward",
      trigger: "message",
      startedBy: "user_dana",
      status: "finished",
      end: { reason: "end_turn", error: null, output: { confidence: 0.8 } },
      figures: { ...NO_FIGURES, modelCalls: 3, toolCalls: 2, costMicroUsd: 20_000 },
      attempts: 1,
      startedAt: "2026-11-21T15:00:00.000Z",
      finishedAt: "2026-11-21T15:00:10.000Z",
      timeZone: "America/New_York",
      ...change,
    }),
  ]);
}

describe("measuring agents", () => {
  it("counts each day's runs and what was refused, of this team alone, and again without doubling", async () => {
    await run(db, "r1");
    await run(db, "r2", {
      status: "failed",
      end: { reason: null, error: { code: "x", message: "x" } } as never,
    });
    await run(db, "r3", { startedAt: "2026-11-20T15:00:00.000Z", finishedAt: "2026-11-20T15:00:20.000Z" });
    await run(db, "under way", { status: "running", finishedAt: null });
    await run(other, "theirs");
    await db.batch([
      db.insert(audit, {
        id: "a1",
        at: "2026-11-21T15:10:00.000Z",
        actorKind: "agent",
        actorId: "steward",
        actorName: "steward",
        action: "tool.denied",
        area: "tool",
        subjectKind: "conversation",
        subjectId: "c-1",
        sentence: "Refused.",
      }),
    ]);
    await measure();
    await measure();
    const days = await db.rows(agentDays);
    expect(days.map(({ day, runs, failed, denied }) => [day, runs, failed, denied])).toEqual([
      ["2026-11-20", 1, 0, 0],
      ["2026-11-21", 2, 1, 1],
    ]);
    const [figures] = await agentFigures(db, "2026-11-20", () => "Steward");
    expect(figures).toMatchObject({
      runs: 3,
      failed: 1,
      toolCalls: 6,
      modelCallsPerRun: 3,
      costUsd: 0.06,
      confidence: 0.8,
    });
    expect((await agentFigures(db, "2026-11-21", () => "Steward"))[0]).toMatchObject({ runs: 2 });
    expect(await other.rows(agentDays)).toEqual([]);
  });

  it("tells the admins what needs a look, and of a day only once", async () => {
    for (let index = 0; index < 5; index++)
      await run(db, `r${index}`, index === 0 ? { status: "failed" } : {});
    await measure();
    expect(told).toEqual([
      "steward:failing:2026-11-21 1 of its 5 runs in the last hour failed. Activity says why.",
    ]);
  });
});

/** An approval as its table needs it. */
const DRAFT = {
  conversationTitle: "A chat",
  turnId: "t-1",
  runId: "r-1",
  agent: "steward",
  title: "New issue",
  target: "Maintenance",
  proposedArguments: {},
  finalArguments: {},
  proposedEffects: [],
  effectHash: "h",
  lints: [],
  evidence: [],
  preconditions: [],
  rule: "external.default",
  expiresAt: "2099-01-01T00:00:00.000Z",
  version: 1,
  moveId: "m",
  urgent: false,
  edited: false,
  redraft: false,
  remindersSent: 0,
  createdAt: "2026-11-21T15:00:00.000Z",
  updatedAt: "2026-11-21T15:00:00.000Z",
};

describe("what matters cost", () => {
  const lead = (id: string, createdAt: string, check: "leads" | "general"): Promise<unknown> =>
    db.batch([
      db.insert(conversations, {
        id,
        title: "Two bedrooms in May",
        source: "email",
        trigger: { check } as never,
        status: "idle",
        unread: false,
        preview: "",
        costMicroUsd: 0,
        createdAt,
        lastMessageAt: createdAt,
        version: 1,
      }),
    ]);
  const costs = async (): Promise<unknown> =>
    (await matterFigures(db, "2026-11-20")).map(({ kind, matters, costUsd, costPerMatterUsd }) => [
      kind,
      matters,
      costUsd,
      costPerMatterUsd,
    ]);

  it("is that of the runs in them, over those that began in the time", async () => {
    await lead("c-lead", "2026-11-20T15:00:00.000Z", "leads");
    await lead("c-old-lead", "2026-11-02T15:00:00.000Z", "leads");
    await lead("c-mail", "2026-11-21T15:00:00.000Z", "general");
    await run(db, "r-1", { conversationId: "c-lead", startedAt: "2026-11-20T15:00:00.000Z" });
    await run(db, "r-2", { conversationId: "c-lead" });
    await run(db, "r-3", { conversationId: "c-old-lead" });
    await run(db, "r-4", { conversationId: "c-mail" });
    await run(other, "r-5", { conversationId: "c-lead" });
    await measure();
    await measure();
    expect(await costs()).toEqual([["lead", 1, 0.06, 0.06]]);
  });

  it("of maintenance is that of conversations that an issue was filed from, not of those that it was only drafted in", async () => {
    const filed = (id: string, conversationId: string, status: "done" | "rejected"): unknown =>
      db.insert(approvals, {
        ...DRAFT,
        id,
        conversationId,
        toolCallId: id,
        tool: "create_service_issue",
        status,
      } as never);
    await db.batch([
      filed("a-1", "c-1", "done"),
      filed("a-2", "c-1", "done"),
      filed("a-3", "c-2", "rejected"),
    ] as never);
    await run(db, "r-1");
    await run(db, "r-2", { conversationId: "c-2" });
    await measure();
    expect(await costs()).toEqual([["maintenance", 1, 0.02, 0.02]]);
  });

  it("has no price where none began", async () => {
    await lead("c-old-lead", "2026-11-02T15:00:00.000Z", "leads");
    await run(db, "r-1", { conversationId: "c-old-lead" });
    await measure();
    expect(await costs()).toEqual([["lead", 0, 0.02, null]]);
  });

  it("of accounts is shared by all there are", async () => {
    await db.batch(
      ["acc_1", "acc_2"].map((id, index) =>
        db.insert(accounts, {
          id,
          number: index,
          name: id,
          sortName: id,
          stage: "Lead",
          industry: "",
          location: "",
          primaryEmail: "",
          primaryPhone: "",
          insuranceTypes: [],
          nextSteps: [],
          description: "",
          stateEtag: "e",
          entries: 0,
          createdAt: "2026-11-01T15:00:00.000Z",
          updatedAt: "2026-11-01T15:00:00.000Z",
        }),
      ) as never,
    );
    await run(db, "r-1", { agent: "search_agent" });
    await measure();
    expect(await costs()).toEqual([["account", 2, 0.02, 0.01]]);
  });
});
