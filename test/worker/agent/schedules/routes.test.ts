/** Schedules over HTTP, as the page uses them. */
import { beforeEach, expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { errorBodySchema } from "../../../../src/platform/api/common.ts";
import { type Schedule } from "../../../../src/agent/api/schedules.ts";
import { ensureSystemSchedule } from "../../../../src/agent/schedules/index.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { messagesOf, says, script, TENANT, textOf, until } from "../conversations/harness.ts";

let cookie: string;
beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  cookie = await signIn("dana@alderfinch.example");
});

async function call<Answer>(method: string, path: string, body?: unknown, status = 200): Promise<Answer> {
  const answer = await request(`/api/schedules${path}`, {
    method,
    headers: { cookie, origin: "http://localhost:8787", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  return JSON.parse(text) as Answer;
}

const MONDAYS = {
  title: "Open repairs",
  instruction: "marker-route List the open repairs.",
  cadence: { type: "cron", expression: "0 9 * * 1" },
};

it("a schedule is made, listed in words, changed, paused, resumed, deleted and brought back", async () => {
  const made = await call<Schedule>("POST", "", MONDAYS, 201);
  expect(made).toMatchObject({
    when: "Every Monday at 9:00 AM",
    status: "active",
    running: false,
    conversationId: null,
    createdBy: { kind: "user", name: "Dana Whitfield" },
    tells: { name: "Dana Whitfield" },
  });
  expect(await call("PATCH", `/${made.id}`, { tells: null })).toMatchObject({ tells: null });
  await call("PATCH", `/${made.id}`, { tells: "user_of_nobody" }, 422);
  const path = `/${made.id}`;
  const daily = { cadence: { type: "every", minutes: 60, window: { from: "08:00", to: "18:00" } } };
  expect(await call("PATCH", path, { ...daily, title: "Repairs" })).toMatchObject({
    when: "Every hour, 8:00 AM to 6:00 PM",
    title: "Repairs",
  });
  expect(await call("PATCH", path, { paused: true })).toMatchObject({ status: "paused", nextAt: null });
  const resumed = await call<Schedule>("PATCH", path, { paused: false });
  expect(Date.parse(resumed.nextAt ?? "")).toBeGreaterThan(Date.now());
  await call("DELETE", path);
  const list = await call<{ items: Schedule[]; clockJobs: { name: string }[] }>("GET", "");
  expect(list.items.map(({ id }) => id)).not.toContain(made.id);
  expect(list.clockJobs.map(({ name }) => name)).toContain("approvals.reconcile");
  await call("GET", path, undefined, 404);
  expect(await call("PATCH", path, { deleted: false })).toMatchObject({ status: "active", title: "Repairs" });
  expect(await call("GET", path)).toMatchObject({ id: made.id });
  const { items } = await (
    await request("/api/audit", { headers: { cookie } })
  ).json<{ items: { sentence: string }[] }>();
  const sentences = items.map(({ sentence }) => sentence);
  expect(sentences).toContain("Dana Whitfield scheduled “Open repairs”: Every Monday at 9:00 AM");
  expect(sentences).toContain("Dana Whitfield deleted the schedule “Repairs”");
});

it("a repeat with the client's own id makes nothing new", async () => {
  const id = crypto.randomUUID();
  await call("POST", "", { ...MONDAYS, id }, 201);
  await call("POST", "", { ...MONDAYS, id, title: "Another" }, 201);
  const { items } = await call<{ items: Schedule[] }>("GET", "");
  expect(items.filter((item) => item.id === id)).toMatchObject([{ title: "Open repairs" }]);
});

it("a preview says the words and the next three times in the team's zone, or what is wrong", async () => {
  const preview = await call<{ when: string; next: string[] }>("POST", "/preview", {
    cadence: { type: "cron", expression: "30 8 1 * *" },
  });
  expect(preview.when).toBe("On the 1st of every month at 8:30 AM");
  expect(preview.next).toHaveLength(3);
  for (const at of preview.next) {
    const shown = new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", timeStyle: "short" });
    expect(shown.format(new Date(at))).toBe("08:30");
  }
  const wrong = await call("POST", "/preview", { cadence: { type: "cron", expression: "*/2 * * * *" } }, 422);
  expect(errorBodySchema.parse(wrong).error).toMatchObject({ code: "invalid_arguments" });
  expect(errorBodySchema.parse(wrong).error.message).toContain("too often");
});

it("runs now, once, also while paused, without moving its own times", async () => {
  await script("marker-route", [says("Nothing is open."), says("Twice!")]);
  const { id } = await call<Schedule>("POST", "", MONDAYS, 201);
  await call("PATCH", `/${id}`, { paused: true });
  expect(await call("POST", `/${id}/run`, undefined, 202)).toMatchObject({ running: true });
  await call("POST", `/${id}/run`, undefined, 202);
  const ran = await until(async () => {
    const row = await call<Schedule>("GET", `/${id}`);
    return row.running ? null : row;
  });
  expect(ran).toMatchObject({ status: "paused", nextAt: null, conversationId: `schedule:${id}` });
  const identity = { tenantId: TENANT, conversationId: `schedule:${id}`, source: "schedule" as const };
  const messages = await until(async () => {
    const all = await messagesOf(identity);
    return all.length >= 2 ? all : null;
  });
  expect(messages.map(textOf)).toEqual(["marker-route List the open repairs.", "Nothing is open."]);
});

it("there are limits: one hundred schedules, no job of the product is edited", async () => {
  for (let count = 0; count < 100; count++)
    await call("POST", "", { ...MONDAYS, title: `No. ${count}` }, 201);
  const refused = await call("POST", "", MONDAYS, 409);
  expect(errorBodySchema.parse(refused).error.code).toBe("conflict");
  const job = {
    name: "test.job",
    title: "A job",
    cadence: { type: "every", minutes: 5 },
    enabled: true,
  } as const;
  await ensureSystemSchedule(dbFor(testEnv.DB, TENANT), job);
  await call("PATCH", "/system.test.job", { title: "Mine" }, 403);
  await call("DELETE", "/system.test.job", undefined, 403);
  expect(await call("PATCH", "/system.test.job", { paused: true })).toMatchObject({ status: "paused" });
});
