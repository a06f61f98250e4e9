/** What D1 limits and what grows: values of a statement with the kinds of work, patterns with the length of an ID. */
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dbFor, startsWith, systemDb } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { demoD1 } from "../../../support/node-d1.ts";

it("notes when each of many kinds of work was last looked at, and how often in a row it failed", async () => {
  const system = systemDb(await demoD1());
  const names = Array.from({ length: 60 }, (_, place) => `work.${place}`);
  const note = (seenAt: string, failed: readonly string[]) =>
    system.noteClockJobs(
      names.map((name) => ({ name, seenAt, durationMs: 12.4, failed: failed.includes(name) })),
    );
  await note("2026-11-20T15:00:00.000Z", ["work.1", "work.2"]);
  await note("2026-11-20T15:01:00.000Z", ["work.2"]);
  await system.noteClockJobs([]);
  const noted = new Map((await system.listClockJobs()).map((row) => [row.name, row]));
  expect(noted.size).toBe(60);
  const lastSeenAt = "2026-11-20T15:01:00.000Z";
  expect(noted.get("work.0")).toMatchObject({ lastSeenAt, failedAt: null, failures: 0 });
  expect(noted.get("work.1")).toMatchObject({ failedAt: null, failures: 0 });
  expect(noted.get("work.2")).toMatchObject({ failedAt: lastSeenAt, failures: 2 });
});

it("finds by a beginning of any length and characters", async () => {
  const db = dbFor(await demoD1(), "tenant_alder");
  const beginning = `approval:approval_${"0123456789abcdef".repeat(5)}`;
  for (const key of [`${beginning}:requested`, `${beginning.replaceAll("_", "x")}:requested`])
    await db.insert(notifications, {
      id: key,
      kind: "approval",
      dedupeKey: key,
      subjectId: "a",
      title: "t",
      body: "",
      url: "/",
      urgent: false,
      createdAt: "2026-11-20T15:00:00.000Z",
      audience: "everyone",
    } as never);
  const found = await db.rows(
    notifications,
    and(eq(notifications.subjectId, "a"), startsWith(notifications.dedupeKey, beginning)),
  );
  expect(found.map(({ dedupeKey }) => dedupeKey)).toEqual([`${beginning}:requested`]);
});
