/**
 * What the people who run a deployment see and do: how late work is, whoever's it is, and what keeps failing. That each question is answered by an
 * index, `test/support/no-scans.ts` holds.
 */
import { beforeEach, expect, it } from "vitest";
import { listFailingWork, listWaiting, retryWork } from "../../../../src/platform/work/index.ts";
import { backOff, claim } from "../../../../src/platform/work/leases.ts";
import { dbFor, events, systemDb } from "../../../../src/platform/db/index.ts";
import { mailBacklog } from "../../../../src/messaging/tables/mails.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { schedules } from "../../../../src/agent/tables/schedules.ts";
import { dropMail, listFailingMail, retryMail } from "../../../../src/messaging/inbox/index.ts";
import { TO_BE_PLANNED } from "../../../../src/agent/schedules/ensure-system.ts";
import { freshRecords, records } from "../../../support/node-d1.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const clock = { now: () => NOW };
const [ALDER, HARBOR] = ["tenant_alder", "tenant_harbor"];
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();
const sent: unknown[] = [];
const send = (...args: unknown[]): Promise<void> => Promise.resolve(void sent.push(args));

beforeEach(freshRecords);

async function secondsOf(name: string): Promise<number | null | undefined> {
  const waiting = await listWaiting({ system: systemDb(records), clock });
  return waiting.find((one) => one.name === name)?.seconds;
}

it("tells how long the oldest due thing of each kind has waited, of all teams, and nothing of what isn't due", async () => {
  const waiting = await listWaiting({ system: systemDb(records), clock });
  expect(waiting.length).toBeGreaterThan(8);
  const row = { kind: "alert", title: "t", body: "b", url: "/", urgent: false, createdAt: ago(900) } as const;
  const notification = (id: string, dueAt: string) => ({ ...row, id, dedupeKey: id, dueAt });
  await dbFor(records, ALDER).insert(notifications, [
    notification("n1", ago(30)),
    notification("n2", ago(-60)),
  ]);
  await dbFor(records, HARBOR).insert(notifications, notification("n3", ago(400)));
  expect(await secondsOf("notifications.ring")).toBe(400);
  const event = { type: "a.b.c", actorKind: "system", actorId: "s", payload: {} } as const;
  await dbFor(records, HARBOR).insert(events, [
    { ...event, id: "old", at: ago(5_000), open: false },
    { ...event, id: "open", at: ago(70), open: true },
  ]);
  expect(await secondsOf("events.consume")).toBe(70);
  expect(await secondsOf("texts.calls")).toBeNull();
  const job = {
    kind: "system",
    title: "",
    cadence: { type: "every", minutes: 60 },
    status: "active",
  } as const;
  await dbFor(records, HARBOR).insert(schedules, {
    ...job,
    id: "j",
    dueAt: TO_BE_PLANNED,
    updatedAt: ago(20),
  });
  expect(await secondsOf("schedules.lease")).toBe(20);
  const late = (await listWaiting({ system: systemDb(records), clock })).filter((one) => one.late);
  // Events have waited for 70 s and are looked for each 15 s; the job is due since 20 s.
  expect(late.map(({ name }) => name).toSorted()).toEqual(["events.consume", "notifications.ring"]);
  expect(JSON.stringify(late)).not.toMatch(/tenant_/);
});

it("work that failed is seen with its cause, and is handed out at once when somebody says so", async () => {
  const db = dbFor(records, ALDER);
  await claim(db, "texts.calls", { claimId: "c", nowMs: NOW, untilMs: NOW + 1_000 });
  await backOff(db, "texts.calls", { claimId: "c", nowMs: NOW, problem: "upstream_failed" });
  const system = systemDb(records);
  expect(await listFailingWork(system)).toMatchObject([
    { tenantId: ALDER, kind: "texts.calls", failures: 1, problem: "upstream_failed" },
  ]);
  await expect(retryWork({ db: dbFor(records, HARBOR), clock, send }, "texts.calls")).rejects.toThrow(
    /failing/,
  );
  expect(sent).toEqual([]);
  await retryWork({ db, clock, send }, "texts.calls");
  expect(sent).toEqual([["polls", [{ tenantId: ALDER, kind: "texts.calls", key: "" }], undefined]]);
  expect(await listFailingWork(system)).toMatchObject([{ nextTryAt: ago(0) }]);
});

it("an e-mail that can't be read is tried again at once, or given up for good", async () => {
  const db = dbFor(records, ALDER);
  const system = systemDb(records);
  const key = { mailbox: "office@alderfinch.example", id: "m1" };
  const listed = { ...key, search: "general", listedAt: ago(900), place: 0 } as const;
  await db.insert(mailBacklog, [
    { ...listed, attempts: 3, dueAt: ago(-600) },
    { ...listed, id: "fresh", attempts: 0, dueAt: ago(0) },
  ]);
  expect((await listFailingMail(system)).map(({ id }) => id)).toEqual(["m1"]);
  await retryMail({ db, clock }, key);
  expect(await listFailingMail(system)).toMatchObject([{ nextTryAt: ago(0) }]);
  await expect(dropMail({ db, clock }, { ...key, id: "fresh" }, "op@steward.example")).rejects.toThrow(
    /failing/,
  );
  await dropMail({ db, clock }, key, "op@steward.example");
  expect(await listFailingMail(system)).toEqual([]);
  const kept = await db.rows(mailBacklog);
  expect(kept.find(({ id }) => id === "m1")?.dueAt).toMatch(/^9999/);
  const { results } = await records
    .prepare("select actor_name, sentence from audit where action = 'mail.given_up'")
    .all();
  expect(results).toMatchObject([{ actor_name: "op@steward.example" }]);
  await expect(retryMail({ db, clock }, key)).rejects.toThrow(/failing/);
});
