/** Schedules against real tables, the real queue and real conversations: due once, caught up once, never doubled, lost by no crash. */
import { testContext, testDeployment } from "../../../support/context.ts";
import { abortAllDurableObjects, createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { consumeQueue } from "../../../../src/platform/clock.ts";
import { createProject } from "../../../../src/projects/index.ts";
import { projectDeps } from "../../../../src/projects/open.ts";
import { systemJobs } from "../../../../src/agent/schedules/jobs.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { schedules } from "../../../../src/agent/tables/schedules.ts";
import type { WorkMessage } from "../../../../src/platform/work/index.ts";
import {
  ensureSystemSchedule,
  slotKey,
  type ScheduleRow,
  type Slot,
} from "../../../../src/agent/schedules/index.ts";
import { runSlot } from "../../../../src/agent/schedules/run-slot.ts";
import { insertRow } from "../../../support/rows.ts";
import { workOf } from "../../../support/clock.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  requestsOf,
  says,
  script,
  TENANT,
  textOf,
  until,
} from "../conversations/harness.ts";

const db = dbFor(testEnv.DB, TENANT);
const PAST = "2026-11-02T14:00:00.000Z";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

/** A row as the page's use case makes it, due as told. */
async function plant(id: string, row: Partial<ScheduleRow> = {}): Promise<void> {
  await db.insert(schedules, {
    id,
    kind: "agent",
    title: "Monday look",
    instruction: `marker-${id} Look through the open repairs.`,
    cadence: { type: "cron", expression: "0 9 * * 1" },
    status: "active",
    nextAt: PAST,
    dueAt: PAST,
    createdBy: DANA,
    ...row,
  });
}

async function rowOf(id: string): Promise<ScheduleRow> {
  const row = await db.find(schedules, eq(schedules.id, id));
  if (row === null) throw new Error("no such row");
  return row;
}

function finished(id: string): Promise<ScheduleRow> {
  return until(async () => {
    const row = await rowOf(id);
    return row.lastSeenAt !== null && row.slotAt === null ? row : null;
  });
}

function identity(id: string) {
  return { tenantId: TENANT, conversationId: `schedule:${id}`, source: "schedule" as const };
}

function runOf(id: string) {
  return until(async () => {
    const run = await db.find(runs, eq(runs.conversationId, `schedule:${id}`));
    return (run?.finishedAt ?? null) === null ? null : run;
  });
}

/** Works on slots as the queue hands them over, and waits until it is done. */
async function workOn(...slots: (Slot & { readonly tenantId: string })[]): Promise<void> {
  const messages = slots.map((slot) => {
    const body: WorkMessage = { tenantId: slot.tenantId, kind: "schedules.slot", key: slotKey(slot) };
    return { body, ack: () => {}, retry: () => {} };
  });
  const batch = { queue: "steward-timed", messages } as unknown as MessageBatch<unknown>;
  const context = createExecutionContext();
  await consumeQueue(batch, testDeployment(), context);
  await waitOnExecutionContext(context);
}

/** The clock's look, and every slot it hands out. */
async function clockLooks(): Promise<void> {
  await workOf("jobs.ensure", TENANT);
  await workOf("schedules.lease", TENANT);
}

const BY_DANA = { actor: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } } as const;

describe("a due schedule of the agent", () => {
  it("goes through the queue into its own conversation, once, and is due again after now", async () => {
    await plant("s1");
    await script("marker-s1", [says("Two repairs are open: 3B and 4A.")]);
    await clockLooks();
    const row = await finished("s1");
    expect(row).toMatchObject({ lastSlotAt: PAST, lastError: null, status: "active", attempts: 0 });
    expect(Date.parse(row.nextAt ?? "")).toBeGreaterThan(Date.now());
    expect(row.dueAt).toBe(row.nextAt);
    expect(await runOf("s1")).toMatchObject({
      trigger: "schedule",
      startedBy: "system:steward",
      disposition: "attention",
      outcome: "Two repairs are open: 3B and 4A.",
    });
    const [asked] = await messagesOf(identity("s1"));
    expect(asked).toMatchObject({ id: `slot.s1.${PAST}`, author: { kind: "system", name: "Monday look" } });
    expect(textOf(asked!)).toContain("This was due on Monday, November 2, 2026");
    const [sent] = await requestsOf("marker-s1");
    expect(JSON.stringify(sent?.request)).toContain("Trigger: a schedule of the team is due");
    const told = await until(() => db.find(notifications, eq(notifications.subjectId, "schedule:s1")));
    expect(told).toMatchObject({ title: "Scheduled: Monday look", body: "Two repairs are open: 3B and 4A." });
  });

  it("is told quoted, marked and without what could lead on where it has read words from outside", async () => {
    await plant("led");
    await script("marker-led", [
      {
        stopReason: "tool_use",
        content: [calls("marker-led", "list_messages", { number: "+14125550142" })],
      },
      says("Sign in at https://evil.example or call 412-555-9999. Maria's number is 412-555-0142."),
    ]);
    await clockLooks();
    const told = await until(() => db.find(notifications, eq(notifications.subjectId, "schedule:led")));
    expect(told).toMatchObject({
      title: "Scheduled: Monday look",
      body: "Written after words from outside were read, not checked: “Sign in at [link removed] or call [number removed]. Maria's number is 412-555-0142.”",
    });
  });

  it("tells whom it is for and no one else, also where they have no device", async () => {
    await plant("mine", { tells: { userId: DANA.id ?? "", name: DANA.name } });
    await script("marker-mine", [says("Call the roofer.")]);
    await clockLooks();
    const told = await until(() => db.find(notifications, eq(notifications.subjectId, "schedule:mine")));
    expect(told).toMatchObject({ audience: [DANA.id], othersAt: null, body: "Call the roofer." });
  });

  it("disturbs no one where there is nothing to tell", async () => {
    await plant("s2");
    await script("marker-s2", [says("[NO_ACTION_NEEDED] All quiet.")]);
    await clockLooks();
    expect(await runOf("s2")).toMatchObject({ disposition: "no_action", outcome: "All quiet." });
    expect(await db.find(notifications, eq(notifications.subjectId, "schedule:s2"))).toBeNull();
  });

  it("is done after its one time", async () => {
    await plant("s3", { cadence: { type: "once", at: PAST } });
    await script("marker-s3", [says("Remember the keys.")]);
    await clockLooks();
    expect(await finished("s3")).toMatchObject({ status: "done", nextAt: null, dueAt: null });
  });

  it("is not doubled by ticks that overlap, by a queue that delivers twice, nor by a late lease", async () => {
    await plant("s4");
    await script("marker-s4", [says("Done."), says("Twice!"), says("Thrice!")]);
    await Promise.all([clockLooks(), clockLooks(), clockLooks()]);
    await finished("s4");
    const again = { tenantId: TENANT, scheduleId: "s4", slotAt: PAST };
    await workOn(again, again, again);
    // As if the slot had been handed out again although it was worked on: its message is known.
    await db.update(schedules, { slotAt: PAST, dueAt: PAST }, eq(schedules.id, "s4"));
    await clockLooks();
    await finished("s4");
    await runOf("s4");
    const asked = (await messagesOf(identity("s4"))).filter(({ role }) => role === "user");
    expect(asked).toHaveLength(1);
  });

  it("is caught up once, however many slots were missed", async () => {
    await plant("s5", { cadence: { type: "every", minutes: 24 * 60 } });
    await script("marker-s5", [says("Caught up.")]);
    await clockLooks();
    const row = await finished("s5");
    expect(Date.parse(row.nextAt ?? "") - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    await clockLooks();
    await runOf("s5");
    expect((await messagesOf(identity("s5"))).filter(({ role }) => role === "user")).toHaveLength(1);
  });

  it("survives a crash at any point of its way", async () => {
    const lost = { claimId: "dead", slotAt: PAST, dueAt: new Date(Date.now() - 1000).toISOString() };
    // Handed out, and the queue lost it; claimed, and the worker died; in the conversation, and the worker died before it could say so.
    await plant("lost-1", { slotAt: PAST, dueAt: PAST, attempts: 1 });
    await plant("lost-2", { ...lost, attempts: 1 });
    await plant("lost-3");
    for (const id of ["lost-1", "lost-2", "lost-3"])
      await script(`marker-${id}`, [says("Done."), says("No!")]);
    await clockLooks();
    await finished("lost-3");
    await Promise.all([runOf("lost-1"), runOf("lost-2")]);
    await abortAllDurableObjects();
    await db.update(schedules, lost, eq(schedules.id, "lost-3"));
    await clockLooks();
    for (const id of ["lost-1", "lost-2", "lost-3"]) {
      expect(await finished(id)).toMatchObject({ lastSlotAt: PAST, claimId: null });
      await runOf(id);
      const asked = (await messagesOf(identity(id))).filter(({ role }) => role === "user");
      expect(asked, id).toHaveLength(1);
    }
  });

  it("waits while paused or deleted, also where a slot of it is still in the queue", async () => {
    await plant("s6", { status: "paused", slotAt: null, dueAt: null });
    await plant("s7", { slotAt: PAST, deletedAt: PAST });
    await workOn(
      { tenantId: TENANT, scheduleId: "s6", slotAt: PAST },
      { tenantId: TENANT, scheduleId: "s7", slotAt: PAST },
      { tenantId: "tenant_harbor", scheduleId: "s7", slotAt: PAST },
    );
    expect((await rowOf("s6")).lastSeenAt).toBeNull();
    expect((await rowOf("s7")).lastSeenAt).toBeNull();
  });

  it("tells a person within a minute that no one has done it, while the model is down", async () => {
    await plant("s8");
    await control("faults", { service: "anthropic", status: 529 });
    await clockLooks();
    const told = await until(
      () => db.find(notifications, eq(notifications.subjectId, "schedule:s8")),
      50_000,
    );
    expect(told).toMatchObject({ title: "Not handled: schedule “Monday look”", urgent: true });
  });
});

describe("a job of the product", () => {
  it("is given to every team, worked out in its zone, and run when due", async () => {
    await clockLooks();
    const id = "system.clean-up";
    const row = await until(async () => {
      const found = await db.find(schedules, eq(schedules.id, id));
      return (found?.nextAt ?? null) === null ? null : found;
    });
    const hour = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      timeStyle: "short",
    }).format(new Date(row.nextAt ?? ""));
    expect(hour.replace("\u202f", " ")).toBe("3:40 AM");
    await db.update(schedules, { dueAt: PAST, nextAt: PAST }, eq(schedules.id, id));
    await clockLooks();
    expect(await finished(id)).toMatchObject({
      lastError: null,
      lastSummary: "There was nothing to clean up.",
    });
    expect(systemJobs()[row.name]).toBeDefined();
  });

  it("that cleans up takes old notifications with all that belongs to them, and nothing of what still asks or of another team", async () => {
    const old = "2025-01-01T00:00:00.000Z";
    for (const [id, tenantId, createdAt, dueAt] of [
      ["old", TENANT, old, null],
      ["asks", TENANT, old, "2099-01-01T00:00:00.000Z"],
      ["new", TENANT, new Date().toISOString(), null],
      ["foreign", "tenant_harbor", old, null],
    ] as const) {
      const common = { kind: "alert", title: "", body: "", url: "", urgent: 0, ordinal: 0, escalations: 0 };
      await insertRow("notifications", tenantId, {
        ...common,
        id,
        dedupe_key: id,
        created_at: createdAt,
        due_at: dueAt,
      });
      const rung = { id: `d-${id}`, notification_id: id, subscription_id: "s", status: "sent", attempts: 1 };
      await insertRow("notification_deliveries", tenantId, { ...rung, updated_at: old });
      const asked = { id: `e-${id}`, notification_id: id, ordinal: 0, user_id: "u", channel: "push" };
      await insertRow("escalations", tenantId, { ...asked, state: "asked", at: old });
    }
    const slot = { scheduleId: "system.clean-up", slotAt: PAST };
    expect((await systemJobs()["clean-up"]?.(testContext(TENANT), slot))?.summary).toContain("1 old records");
    for (const table of ["notifications", "notification_deliveries", "escalations"]) {
      const column = table === "notifications" ? "id" : "notification_id";
      const { results } = await testEnv.DB.prepare(`select ${column} as id from ${table} order by 1`).all();
      expect(
        results.map(({ id }) => id),
        table,
      ).toEqual(["asks", "foreign", "new"]);
    }
  });

  it("that checks histories tells admins once of a project whose history was changed in the database", async () => {
    const { row } = await createProject(projectDeps(testContext(TENANT)), { name: "Roof" }, BY_DANA);
    await createProject(projectDeps(testContext("tenant_harbor")), { name: "Other" }, BY_DANA);
    const run = async () =>
      (await systemJobs()["histories.check"]?.(testContext(TENANT), { scheduleId: "", slotAt: PAST }))
        ?.summary;
    const alerts = async () =>
      (await db.rows(notifications)).filter(({ dedupeKey }) => dedupeKey.startsWith("alert:project_history"));
    expect(await run()).toBe("1 record of projects checked. 0 pages of the archive checked.");
    await testEnv.DB.prepare("update project_changes set actor_name = 'Somebody else'").run();
    for (const _ of [1, 2]) expect(await run()).toContain("1 with a history that was changed by hand.");
    expect(await alerts()).toMatchObject([
      {
        title: "A history of “Roof” was changed in the database",
        url: expect.stringContaining(row.id) as string,
      },
    ]);
  });

  it("that cleans up deletes in one night what a busy team has left, a bounded number at once", async () => {
    await testEnv.DB.prepare(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 2005)
       insert into approval_tokens (token_hash, tenant_id, approval_id, effect_hash, user_id, subscription_id, expires_at)
       select 'hash' || i, ?, 'approval', '', 'user', 'device', '2025-01-01T00:00:00.000Z' from n`,
    )
      .bind(TENANT)
      .run();
    const night = async () =>
      (await systemJobs()["clean-up"]?.(testContext(TENANT), { scheduleId: "system.clean-up", slotAt: PAST }))
        ?.summary;
    expect(await night()).toBe("2005 old records deleted.");
    expect(await night()).toBe("There was nothing to clean up.");
  });

  it("is worked out again where its cadence changes, and rests where it is turned off", async () => {
    const job = { name: "test.job", title: "A job", enabled: true };
    await ensureSystemSchedule(db, { ...job, cadence: { type: "every", minutes: 5 } });
    await clockLooks();
    const first = await rowOf("system.test.job");
    expect(Date.parse(first.nextAt ?? "") - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    await ensureSystemSchedule(db, { ...job, cadence: { type: "cron", expression: "0 0 1 1 *" } });
    await clockLooks();
    const second = await rowOf("system.test.job");
    expect(Date.parse(second.nextAt ?? "")).toBeGreaterThan(Date.parse(first.nextAt ?? ""));
    await ensureSystemSchedule(db, { ...job, enabled: false, cadence: { type: "every", minutes: 5 } });
    expect(await rowOf("system.test.job")).toMatchObject({ status: "paused", nextAt: null, dueAt: null });
  });

  it("shows what went wrong and goes on with its next slot; a one-off is tried again", async () => {
    const at = { tenantId: TENANT, slotAt: PAST };
    for (const [id, cadence] of [
      ["system.broken", { type: "every", minutes: 5 }],
      ["system.broken-once", { type: "once", at: PAST }],
    ] as const) {
      await plant(id, { kind: "system", name: id.slice(7), cadence, slotAt: PAST });
      await workOn({ ...at, scheduleId: id });
    }
    const every = await rowOf("system.broken");
    expect(every).toMatchObject({ failures: 1, slotAt: null });
    expect(every.lastError).toContain("no such job");
    const once = await rowOf("system.broken-once");
    expect(once).toMatchObject({ failures: 1, slotAt: PAST, claimId: null, status: "active" });
    expect(Date.parse(once.dueAt ?? "")).toBeGreaterThan(Date.now());
  });

  it("is recorded only by who holds the claim, and a change made meanwhile holds", async () => {
    await plant("system.slow", { kind: "system", name: "slow", slotAt: PAST });
    const deps = {
      db,
      clock: { now: () => Date.now() },
      logger: { info: () => {}, warn: () => {}, error: () => {} },
      timeZone: "UTC",
      newId: () => crypto.randomUUID(),
    };
    const slot = { scheduleId: "system.slow", slotAt: PAST };
    const result = await runSlot(
      {
        ...deps,
        run: async () => {
          expect(await runSlot({ ...deps, run: () => Promise.reject(new Error("never")) }, slot)).toBe(
            "none",
          );
          await ensureSystemSchedule(db, {
            name: "slow",
            title: "Slow",
            cadence: { type: "cron", expression: "0 0 1 1 *" },
            enabled: true,
          });
          return { summary: "Took its time." };
        },
      },
      slot,
    );
    expect(result).toBe("done");
    expect(await rowOf("system.slow")).toMatchObject({ lastSummary: "Took its time.", nextAt: null });
    await clockLooks();
    expect((await rowOf("system.slow")).nextAt).toMatch(/-01-01T05:00:00.000Z$/);
  });
});
