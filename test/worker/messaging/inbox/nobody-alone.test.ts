/** NOBODY-ALONE: whatever keeps the agent from working, a person is told within a minute of what came in by itself, over every channel. */
import { testContext, testDeployment } from "../../../support/context.ts";
import { and, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runCron } from "../../../../src/platform/clock.ts";
import { runMailCheck } from "../../../../src/messaging/open-mail.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { schedules } from "../../../../src/agent/tables/schedules.ts";
import { texts } from "../../../../src/messaging/tables/inbox.ts";
import type { Policy } from "../../../../src/team/api/policy.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { calls, script, says, TENANT, until } from "../../agent/conversations/harness.ts";

const db = dbFor(testEnv.DB, TENANT);
const MARIA = "+14125550142";
const PAST = "2026-11-02T14:00:00.000Z";
const MINUTE_MS = 60_000;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

/** Texts start their run soon; what else the policy is to say. */
async function setPolicy(change: Partial<Policy>): Promise<void> {
  const headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
  const now = await request("/api/policy", { headers });
  const { policy, version } = await now.json<{ policy: Policy; version: number }>();
  const sms = { ...policy.sms, debounceSeconds: 0.1, debounceMaxSeconds: 1 };
  const body = JSON.stringify({ policy: { ...policy, sms, ...change }, version });
  expect((await request("/api/policy", { method: "PUT", headers, body })).status).toBe(200);
}

/** A text, an e-mail and a due schedule. Answers what each notice must be about. */
async function everythingComesIn(marker: string): Promise<Record<string, string>> {
  // By the queues: nothing here waits for what is judged of it, which takes its whole time where the model is away.
  await deliverText({ id: "AC1", text: `Is anybody there? ${marker}` }, { byQueue: true });
  const { threadId } = (await control("inbound/email", {
    from: "Nora Quist <nora@quist.example>",
    to: "office@alderfinch.example",
    subject: "Is anybody there?",
    body: marker,
  })) as { threadId: string };
  await runMailCheck(testContext(TENANT), "general");
  await db.insert(schedules, {
    id: "watch",
    kind: "agent",
    title: "Monday look",
    instruction: `Look through the open repairs. ${marker}`,
    cadence: { type: "once", at: PAST },
    status: "active",
    nextAt: PAST,
    dueAt: PAST,
  });
  await workOf("schedules.lease", TENANT);
  return {
    [`sms:${MARIA}`]: "Not handled: text from Maria Lopez",
    [`email:${threadId}`]: "Not handled: e-mail from Nora Quist",
    "schedule:watch": "Not handled: schedule “Monday look”",
  };
}

const reads = (index: number) => ({
  stopReason: "tool_use",
  content: [calls(`read_${index}`, "list_messages", { number: MARIA })],
});

describe("NOBODY-ALONE: a text, an e-mail and a schedule", () => {
  it.each([
    {
      why: "while the model is down",
      prepare: async () => {
        await setPolicy({});
        await control("faults", { service: "anthropic", status: 529 });
      },
    },
    {
      why: "when the month's budget is spent",
      prepare: () => setPolicy({ monthlyBudgetUsd: 0 }),
    },
    {
      why: "when the rate window is full",
      prepare: async (marker: string) => {
        await setPolicy({ toolCallsPerHour: 1 });
        // One call an hour has room for ten look-ups: after these each of the three makes one more.
        await script(marker, [...Array.from({ length: 20 }, (_, index) => reads(index)), says("Never.")]);
      },
    },
  ])("is told to a person within a minute $why", async ({ prepare }) => {
    const marker = `alone${crypto.randomUUID()}`;
    await prepare(marker);
    const startedMs = Date.now();
    const wanted = await everythingComesIn(marker);
    for (const [subjectId, title] of Object.entries(wanted)) {
      const unread = and(eq(notifications.subjectId, subjectId), like(notifications.title, "Not handled%"));
      const told = await until(() => db.find(notifications, unread!), MINUTE_MS);
      expect(told).toMatchObject({ title, urgent: true });
      expect(Date.parse(told.createdAt) - startedMs).toBeLessThan(MINUTE_MS);
    }
  });
});

describe("NOBODY-ALONE: the clock", () => {
  it("tells a person once of a text that cannot be dispatched, however often it is tried", async () => {
    await db.insert(texts, {
      id: "AC1",
      connectionId: "c",
      direction: "incoming",
      lineNumber: "+14125550100",
      contactNumber: MARIA,
      text: "Is anybody there?",
      attachments: 0,
      at: PAST,
      fingerprint: "AC1",
      receivedAt: PAST,
      state: "received",
      attempts: 0,
    });
    const broken = {
      ...testEnv,
      CONVERSATIONS: { getByName: () => ({ receiveTexts: () => Promise.reject(new Error("down")) }) },
    } as unknown as typeof testEnv;
    for (let look = 0; look < 3; look++) await workOf("inbox.sweep", TENANT, { env: broken });
    expect(await db.find(texts, eq(texts.id, "AC1"))).toMatchObject({ state: "received", attempts: 3 });
    const unread = await db.rows(notifications, like(notifications.title, "Not handled%"));
    expect(unread.map(({ subjectId }) => subjectId)).toEqual([`sms:${MARIA}`]);
  });

  it("finds by itself what waits, and dispatches it through the queue", async () => {
    await deliverText({ id: "AC1", text: "Is anybody there?" });
    await testEnv.DB.prepare("update texts set state = 'received', received_at = ?").bind(PAST).run();
    await runCron(testDeployment());
    await until(async () => (await db.find(texts, eq(texts.id, "AC1")))?.state === "handed");
  });
});
