/** TENANT: a team moves to another real database under the running product: it sees what it saw, writes there, and its due work is done there. */
import { expect, it } from "vitest";
import { minute, type WorkName, type WorkMessage } from "../../../../src/platform/work/index.ts";
import { dbFor, deploymentDb } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { askToMove } from "../../../../src/platform/db/move.ts";
import { teamTables } from "../../../../src/platform/db/move-rows.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { workOf } from "../../../support/clock.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshOtherDatabase, freshWorld, testEnv } from "../../../support/worker.ts";

const [ALDER, HARBOR] = ["tenant_alder", "tenant_harbor"];
const PAST = "2026-11-02T14:00:00.000Z";

it("a team moves: all it had is there, nothing of another team came along, and its due work still fires", async () => {
  await freshWorld();
  await freshOtherDatabase();
  const { DB, OTHER_DB } = testEnv;
  /** The bindings as an isolate has them that was just started: it remembers nothing of the directory. */
  const isolate = () => {
    const first = {
      prepare: (query: string) => DB.prepare(query),
      batch: (all: D1PreparedStatement[]) => DB.batch(all),
    };
    return { ...testEnv, DB: first as D1Database, DB_2: OTHER_DB };
  };
  let env = isolate();
  const [dana, ruth] = [await signIn("dana@alderfinch.example"), await signIn("ruth@harborlight.example")];
  let changes = 0;
  /** A change of the team's own, never the same twice. */
  const change = (cookie: string, userId: string) =>
    request(
      `/api/team/${userId}`,
      {
        method: "PATCH",
        headers: { cookie, origin: "http://localhost:8787", "content-type": "application/json" },
        body: JSON.stringify({ phone: `+1412555${String(5000 + changes++)}` }),
      },
      env,
    );
  const ownId = async (d1: D1Database, tenantId: string) =>
    String(
      await d1
        .prepare("select id from users where tenant_id = ? and role = 'admin'")
        .bind(tenantId)
        .first("id"),
    );
  const [danaId, ruthId] = [await ownId(DB, ALDER), await ownId(DB, HARBOR)];
  const phone = (d1: D1Database, userId: string) =>
    d1.prepare("select phone from users where id = ?").bind(userId).first<string>("phone");
  const seen = async (cookie: string) =>
    Promise.all(
      ["/api/me", "/api/policy", "/api/contacts", "/api/schedules"].map(async (path) => {
        const answer = await request(path, { headers: { cookie } }, env);
        return { path, status: answer.status, body: await answer.text() };
      }),
    );
  const count = async (d1: D1Database, tenantId: string) =>
    Promise.all(
      teamTables().map(({ name }) =>
        d1.prepare(`select count(*) as n from ${name} where tenant_id = ?`).bind(tenantId).first<number>("n"),
      ),
    );
  const step = async () => {
    await DB.prepare("update tenant_homes set due_at = ? where due_at is not null").bind(PAST).run();
    await workOf("tenants.move", ALDER, { env });
  };

  expect((await change(dana, danaId)).status).toBe(200);
  await dbFor(DB, ALDER).insert(notifications, {
    id: "due",
    dedupeKey: "due",
    kind: "alert",
    title: "t",
    body: "b",
    url: "/",
    urgent: false,
    createdAt: PAST,
    dueAt: PAST,
  });
  const before = await seen(dana);
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);

  for (const { sql, params } of askToMove(ALDER, "DB_2", PAST))
    await DB.prepare(sql)
      .bind(...params)
      .run();
  await step();
  env = isolate();
  const refused = await change(dana, danaId);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("30");
  expect(await errorCode(refused)).toBe("unavailable");
  expect((await change(ruth, ruthId)).status).toBe(200);
  const had = await count(DB, ALDER);
  await step();
  await step();
  expect(await DB.prepare("select database, step, problem from tenant_homes").first()).toEqual({
    database: "DB_2",
    step: "kept",
    problem: null,
  });
  expect(await count(OTHER_DB, ALDER)).toEqual(had);
  expect((await count(OTHER_DB, HARBOR)).every((rows) => rows === 0)).toBe(true);

  env = isolate();
  expect((await change(dana, danaId)).status).toBe(200);
  const now = await phone(OTHER_DB, danaId);
  expect(now).toBe(`+1412555${5000 + changes - 1}`);
  expect(await phone(DB, danaId)).not.toBe(now);
  expect(await seen(dana)).toEqual(before);

  const sent: WorkMessage[] = [];
  await minute({
    system: deploymentDb(env),
    clock: { now: () => Date.now() },
    logger: silentLogger,
    send: (_queue, messages) => Promise.resolve(void sent.push(...messages)),
  });
  const rings = sent.filter(({ kind, tenantId }) => kind === "notifications.ring" && tenantId === ALDER);
  expect(rings).toHaveLength(1);
  for (const { kind, tenantId } of rings) await workOf(kind as WorkName, tenantId, { env });
  const dueAt = (d1: D1Database) =>
    d1.prepare("select due_at from notifications where id = 'due'").first("due_at");
  expect(await dueAt(OTHER_DB)).toBeNull();
  expect(await dueAt(DB)).toBe(PAST);
});
