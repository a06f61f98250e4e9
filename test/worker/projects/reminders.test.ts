/** Seed 004:1038–1042: reminders of tasks, each for the member who set it. */
import { beforeEach, expect, it } from "vitest";
import { findKind } from "../../../src/platform/work/kinds.ts";
import { testContext } from "../../support/context.ts";
import { errorCode, request, signIn } from "../../support/http-worker.ts";
import { freshWorld } from "../../support/worker.ts";

const TENANT = "tenant_alder";
const AT_MS = Date.parse("2031-03-05T14:00:00.000Z");

beforeEach(freshWorld);

async function as(name: string, path: string, method = "GET", body?: unknown): Promise<Response> {
  return request(path, {
    method,
    headers: {
      cookie: await signIn(`${name}@alderfinch.example`),
      origin: "http://localhost:8787",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function made(path: string, body: unknown): Promise<{ id: string; version: number; at: string }> {
  const answer = await as("dana", path, "POST", body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { record: { id: string; version: number; at: string } }).record;
}

async function aTask(title: string): Promise<string> {
  const { id: projectId } = await made("/api/projects", { name: "Roof of 12 Birch" });
  return (await made("/api/tasks", { projectId, title })).id;
}

async function listed(name: string): Promise<unknown[]> {
  return ((await (await as(name, "/api/task-reminders")).json()) as { items: unknown[] }).items;
}

async function titles(name: string): Promise<string[]> {
  const { items } = (await (await as(name, "/api/notifications?limit=30")).json()) as {
    items: { title: string }[];
  };
  return items.map(({ title }) => title).filter((title) => title.startsWith("Reminder"));
}

/** What is due by then is done, as the clock dispatches it. */
async function passes(nowMs: number): Promise<void> {
  const work = findKind("projects.reminders");
  const ctx = testContext(TENANT, { clock: { now: () => nowMs } });
  expect(await work?.run(ctx, { tenantId: TENANT, keys: [], untilMs: nowMs + 10_000 })).toBe("done");
}

it("reminds once, at the chosen time, the member who asked and no one else", async () => {
  const taskId = await aTask("Order shingles");
  const reminder = await made("/api/task-reminders", { taskId, at: "2031-03-05T09:00:00-05:00" });
  expect(reminder.at).toBe("2031-03-05T14:00:00.000Z");
  expect(await listed("dana")).toEqual([expect.objectContaining({ id: reminder.id, taskId })]);
  expect(await listed("marcus")).toEqual([]);
  const changed = await as("marcus", `/api/task-reminders/${reminder.id}`, "PATCH", {
    version: 1,
    at: "2031-03-06T14:00:00.000Z",
  });
  expect(await errorCode(changed)).toBe("not_found");

  await passes(AT_MS - 1);
  expect(await titles("dana")).toEqual([]);
  await passes(AT_MS);
  await passes(AT_MS + 60_000);
  expect(await titles("dana")).toEqual(["Reminder: Order shingles"]);
  expect(await titles("marcus")).toEqual([]);
  expect(await listed("dana")).toEqual([]);
});

it("is set for a time to come, may be moved and taken back, and does not come for what is done", async () => {
  const [moved, removed, done] = [await aTask("Moved"), await aTask("Removed"), await aTask("Done")];
  const past = await as("dana", "/api/task-reminders", "POST", { taskId: moved, at: "2020-01-01T00:00:00Z" });
  expect(await errorCode(past)).toBe("invalid_arguments");
  const at = new Date(AT_MS).toISOString();
  const one = await made("/api/task-reminders", { taskId: moved, at });
  const later = { version: one.version, at: new Date(AT_MS + 3_600_000).toISOString() };
  expect((await as("dana", `/api/task-reminders/${one.id}`, "PATCH", later)).status).toBe(200);
  const two = await made("/api/task-reminders", { taskId: removed, at });
  expect((await as("dana", `/api/task-reminders/${two.id}?version=1`, "DELETE")).status).toBe(200);
  await made("/api/task-reminders", { taskId: done, at });
  await as("dana", `/api/tasks/${done}`, "PATCH", { version: 1, status: "completed" });

  await passes(AT_MS);
  expect(await titles("dana")).toEqual([]);
  await passes(AT_MS + 3_600_000);
  expect(await titles("dana")).toEqual(["Reminder: Moved"]);
});
