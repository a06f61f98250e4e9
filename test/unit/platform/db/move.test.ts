/** A team moves between two databases: everything it had comes along, nothing of another team does, wherever the mover is killed. */
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { directory, routed } from "../../../../src/platform/db/databases.ts";
import { dbFor, sessions, systemDb } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { teamTables } from "../../../../src/platform/db/move-rows.ts";
import { isoTime } from "../../../../src/kernel/clock.ts";
import { findKind, type DueWork } from "../../../../src/platform/work/kinds.ts";
import { rounds } from "../../../support/nightly.ts";
import { ALDER, HARBOR, PAST, rowsOf, twoDatabases, type TwoDatabases } from "./two-databases.ts";

let world: TwoDatabases;
const byId = (id: string) => sql`id = ${id}`;

beforeEach(async () => {
  world = await twoDatabases();
});

const isEmpty = (rows: Record<string, unknown[]>): boolean =>
  Object.values(rows).every((of) => of.length === 0);

/** As the product sees the team, with an isolate's memory. */
function isolate() {
  const databases = new Map([
    ["DB", world.DB],
    ["DB_2", world.DB_2],
  ]);
  const homes = directory(world.DB, world.clock);
  return (tenantId: string) => dbFor(routed(databases, homes, tenantId), tenantId);
}

it("knows of every table whether its rows are a team's", async () => {
  const { results } = await world.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  const moving = new Set(teamTables().map(({ name }) => name));
  const others = results
    .map(({ name }) => name)
    .filter((name) => !moving.has(name) && !name.startsWith("sqlite_"));
  expect(others.toSorted()).toEqual(["clock_jobs", "team_records", "tenant_homes", "tenants", "work_leases"]);
  const had = await rowsOf(world.DB, ALDER);
  expect(Object.entries(had).filter(([, rows]) => rows.length === 0)).toEqual([]);
});

it("takes everything a team had along and nothing of another team; a week later the old rows are gone", async () => {
  const [alder, harbor] = [await rowsOf(world.DB, ALDER), await rowsOf(world.DB, HARBOR)];
  await world.ask(ALDER, "DB_2");
  await world.moveWhole(ALDER);
  expect(await world.home(ALDER)).toEqual({ database: "DB_2", step: "kept", other: "DB", problem: null });
  expect(await rowsOf(world.DB_2, ALDER)).toEqual(alder);
  expect(await rowsOf(world.DB, ALDER)).toEqual(alder);
  expect(isEmpty(await rowsOf(world.DB_2, HARBOR))).toBe(true);
  world.later(6 * 24 * 3600_000);
  await world.move(ALDER);
  expect(await rowsOf(world.DB, ALDER)).toEqual(alder);
  world.later(2 * 24 * 3600_000);
  await world.move(ALDER);
  expect(isEmpty(await rowsOf(world.DB, ALDER))).toBe(true);
  expect(await world.home(ALDER)).toEqual({ database: "DB_2", step: null, other: null, problem: null });
  expect(await rowsOf(world.DB_2, ALDER)).toEqual(alder);
  expect(await rowsOf(world.DB, HARBOR)).toEqual(harbor);
});

const KILLS = [
  [6, "after"],
  [13, "before"],
  [7, "before"],
  [8, "after"],
  [9, "before"],
  [11, "after"],
] as const;

it.each(rounds(KILLS.slice(0, 2), [...KILLS]))(
  "killed every %i calls (%s the call took effect), it ends with the same rows",
  async (calls, when) => {
    const alder = await rowsOf(world.DB, ALDER);
    await world.ask(ALDER, "DB_2");
    await world.moveWhole(ALDER, { calls, when });
    expect(await world.home(ALDER)).toMatchObject({ database: "DB_2", step: "kept" });
    expect(await rowsOf(world.DB_2, ALDER)).toEqual(alder);
  },
);

it("may be worked on by two at once, and asked for twice", async () => {
  const alder = await rowsOf(world.DB, ALDER);
  await world.ask(ALDER, "DB_2");
  for (let waits = 0; waits < 6; waits++) {
    await Promise.all([world.move(ALDER), world.move(ALDER)]);
    await world.ask(ALDER, "DB_2");
    world.later(20_000);
  }
  const home = await world.home(ALDER);
  // Two copiers may get into each other's way: then the team is where it was, with all it had.
  const where = home?.["database"] === "DB_2" ? world.DB_2 : world.DB;
  expect(await rowsOf(where, ALDER)).toEqual(alder);
});

it("lets nobody write while it moves, says when to try again, and leaves other teams alone", async () => {
  const team = isolate();
  const row = { kind: "alert", title: "t", body: "b", url: "/", urgent: false, createdAt: PAST } as const;
  const write = (tenantId: string, id: string) =>
    team(tenantId).insert(notifications, { ...row, id, dedupeKey: id });
  await write(ALDER, "before");
  await world.ask(ALDER, "DB_2");
  await world.move(ALDER);
  // An isolate that believes the directory as it was may write for some seconds: nothing is copied yet.
  await write(ALDER, "meanwhile");
  world.later(6_000);
  await expect(write(ALDER, "still")).rejects.toMatchObject({
    cause: { code: "unavailable", details: { retryAfterSeconds: 30 } },
  });
  await expect(team(ALDER).batch([team(ALDER).remove(notifications, byId("before"))])).rejects.toThrow(
    /moved/,
  );
  expect(await team(ALDER).rows(notifications, byId("before"))).toHaveLength(1);
  await write(HARBOR, "other");
  await world.moveWhole(ALDER);
  await write(ALDER, "after");
  const here = await world.DB_2.prepare(
    "select id from notifications where id in ('before', 'meanwhile', 'still', 'after', 'other')",
  ).all();
  expect(here.results.map((one) => one["id"]).toSorted()).toEqual(["after", "before", "meanwhile"]);
  expect(await team(ALDER).rows(notifications, byId("after"))).toHaveLength(1);
});

it("finds due work and sessions where the team lives, and never by the old rows", async () => {
  const system = systemDb(world.DB, [world.DB_2]);
  const due = findKind("notifications.ring")?.due as DueWork;
  const lease = (minutes: number) =>
    system.leaseTenants(
      "notifications.ring",
      { ...due, where: due.where(world.clock.now() + minutes * 60_000) },
      {
        nowIso: new Date(world.clock.now() + minutes * 60_000).toISOString(),
        untilIso: new Date(world.clock.now() + (minutes + 1) * 60_000).toISOString(),
        limit: 100,
      },
    );
  expect((await lease(0)).toSorted()).toEqual([ALDER, HARBOR]);
  await dbFor(world.DB, ALDER).insert(sessions, {
    id: "s1",
    userId: String(
      await world.DB.prepare("select id from users where tenant_id = ? and id like 'user_%'")
        .bind(ALDER)
        .first("id"),
    ),
    secretHash: "hash",
    device: "d",
    createdAt: PAST,
    lastSeenAt: PAST,
    expiresAt: "2099-01-01T00:00:00.000Z",
  });
  const before = await system.findSession("hash", PAST);
  expect(before?.tenant.id).toBe(ALDER);
  await world.ask(ALDER, "DB_2");
  await world.moveWhole(ALDER);
  expect((await lease(10)).toSorted()).toEqual([ALDER, HARBOR]);
  expect(
    await world.DB.prepare(
      "select count(*) as n from work_leases where tenant_id = ? and kind = 'notifications.ring' and until > ?",
    )
      .bind(ALDER, new Date(world.clock.now() + 600_000).toISOString())
      .first("n"),
  ).toBe(0);
  expect(await system.findSession("hash", PAST)).toEqual(before);
  await dbFor(world.DB_2, ALDER).update(sessions, { revokedAt: PAST }, byId("s1"));
  expect(await system.findSession("hash", PAST)).toBeNull();
});

it("a team with a row that can't be copied goes on where it was, and says why; it moves once that is repaired, and back", async () => {
  const alder = await rowsOf(world.DB, ALDER);
  const [taken] = alder["texts"] as { id: string }[];
  const columns = teamTables().find(({ name }) => name === "texts")?.columns ?? [];
  const row = { ...taken, tenant_id: "tenant_other" } as Record<string, string | number | null>;
  await world.DB_2.prepare(
    `insert into texts (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  )
    .bind(...columns.map((name) => row[name] ?? null))
    .run();
  await world.ask(ALDER, "DB_2");
  await world.moveWhole(ALDER);
  const home = await world.home(ALDER);
  if (home?.["problem"] !== null) {
    expect(home).toEqual({ database: "DB", step: null, other: null, problem: "texts_differs" });
    expect(isEmpty(await rowsOf(world.DB_2, ALDER))).toBe(true);
    expect(await rowsOf(world.DB, ALDER)).toEqual(alder);
    await dbFor(world.DB, ALDER).update(notifications, { title: "new" }, byId("none"));
    await world.DB_2.prepare("delete from texts").run();
    await world.ask(ALDER, "DB_2");
    await world.moveWhole(ALDER);
  }
  expect(await world.home(ALDER)).toMatchObject({ database: "DB_2", step: "kept", problem: null });
  await world.ask(ALDER, "DB");
  await world.moveWhole(ALDER);
  expect(await world.home(ALDER)).toMatchObject({ database: "DB", step: "kept", other: "DB_2" });
  expect(await rowsOf(world.DB, ALDER)).toEqual(alder);
});

it("events keep their order and consumers their place among the events of others", async () => {
  const system = world.DB_2;
  for (let at = 0; at < 30; at++)
    await system
      .prepare(
        "insert into events (tenant_id, id, type, at, actor_kind, actor_id, payload, open) values (?, ?, 'a.b.c', ?, 'system', 's', '{}', 0)",
      )
      .bind(HARBOR, `e${at}`, PAST)
      .run();
  await world.DB.prepare("delete from event_cursors where tenant_id = ?").bind(ALDER).run();
  await world.DB.prepare(
    "insert into event_cursors select ?, 'c', (select min(seq) from events where tenant_id = ?), ?",
  )
    .bind(ALDER, ALDER, PAST)
    .run();
  const unread = async (d1: D1Database) =>
    (
      await d1
        .prepare(
          "select id from events where tenant_id = ?1 and seq > (select seq from event_cursors where tenant_id = ?1 and consumer = 'c') order by seq",
        )
        .bind(ALDER)
        .all()
    ).results;
  const before = await unread(world.DB);
  expect(before.length).toBeGreaterThan(0);
  await world.ask(ALDER, "DB_2");
  await world.moveWhole(ALDER);
  expect(await unread(world.DB_2)).toEqual(before);
});

it("a move that is due is found by the directory, in whichever database the team lives", async () => {
  const system = systemDb(world.DB, [world.DB_2]);
  const due = findKind("tenants.move")?.due as DueWork;
  const moves = () => {
    world.later(60_000);
    const nowMs = world.clock.now();
    const at = { nowIso: isoTime(nowMs), untilIso: isoTime(nowMs + 30_000), limit: 100 };
    return system.leaseTenants("tenants.move", { ...due, where: due.where(nowMs) }, at);
  };
  expect(await moves()).toEqual([]);
  await world.ask(ALDER, "DB_2");
  expect(await moves()).toEqual([ALDER]);
  await world.moveWhole(ALDER);
  expect(await moves()).toEqual([]);
  await world.ask(ALDER, "DB");
  expect(await moves()).toEqual([ALDER]);
});
