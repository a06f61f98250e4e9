/** The clock against real tables and the real queues: due work is found by an index, handed out once for each team and kind, and lost by no failure. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import {
  consume,
  type ConsumeDeps,
  type QueueName,
  type Task,
  type WorkMessage,
} from "../../../../src/platform/work/index.ts";
import { minute } from "../../../../src/platform/work/index.ts";
import { dbFor, systemDb } from "../../../../src/platform/db/index.ts";
import { systemIds } from "../../../../src/kernel/ids.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { WorkPlaces } from "../../../../src/platform/work-places.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const ALDER = "tenant_alder";
const HARBOR = "tenant_harbor";
const PAST = "2026-11-02T14:00:00.000Z";

beforeEach(async () => {
  await freshWorld();
  // Both teams have their jobs, so that nothing is due but what a test makes due.
  await testEnv.DB.prepare("update tenants set jobs_version = 999").run();
  // A process's first clean world has just read its contacts, and events tell of that.
  await testEnv.DB.prepare("update events set open = 0").run();
});

/** The clock with queues that a test empties itself, and work that a test says. */
function clock(work: (task: Task, kind: string) => Promise<"done" | "more"> = () => Promise.resolve("done")) {
  const queued: { queue: QueueName; message: WorkMessage; delaySeconds: number }[] = [];
  const done: string[] = [];
  let nowMs = Date.now();
  const works = new Proxy(
    {},
    {
      get: (_target, kind) => async (task: Task) => {
        done.push(`${task.tenantId} ${String(kind)}`);
        return work(task, String(kind));
      },
    },
  );
  const deps: ConsumeDeps = {
    system: systemDb(testEnv.DB),
    clock: { now: () => nowMs },
    logger: silentLogger,
    ids: systemIds,
    dbOf: (tenantId) => dbFor(testEnv.DB, tenantId),
    works: works as ConsumeDeps["works"],
    send(queue, messages, delaySeconds = 0) {
      queued.push(...messages.map((message) => ({ queue, message, delaySeconds })));
      return Promise.resolve();
    },
    waitUntil: (promise) => context.waitUntil(promise),
    places: new WorkPlaces({ quick: 8, most: 8 }, () => nowMs),
  };
  const context = createExecutionContext();
  const handedOut = () => queued.splice(0).filter(({ message }) => message.kind !== "clock.tick");
  return {
    deps,
    done,
    handedOut,
    looks: () => queued.splice(0).filter(({ message }) => message.kind === "clock.tick"),
    later: (ms: number) => (nowMs += ms),
    async look() {
      await minute(deps);
      return handedOut().map(({ message }) => `${message.tenantId} ${message.kind}`);
    },
    async work(...messages: WorkMessage[]) {
      await consume(
        deps,
        messages.map((body) => ({ body, ack: () => {} })),
      );
      await waitOnExecutionContext(context);
    },
  };
}

async function dueApprovals(tenantId: string, count: number): Promise<void> {
  await testEnv.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
     insert into notifications (id, tenant_id, dedupe_key, kind, title, body, url, urgent, created_at, ordinal, escalations, due_at)
     select ?1 || i, ?1, 'team:' || i, 'alert', 'News', '', '/', 0, ?3, 0, 0, ?3 from n`,
  )
    .bind(tenantId, count, PAST)
    .run();
}

const RING = { kind: "notifications.ring", key: "" } as const;

describe("the clock's minute", () => {
  it("hands out one message a team and kind, however much is due, and nothing for a team that has nothing", async () => {
    const world = clock();
    expect(await world.look()).toEqual([]);
    await dueApprovals(ALDER, 500);
    await dueApprovals(HARBOR, 1);
    expect((await world.look()).toSorted()).toEqual([
      `${ALDER} notifications.ring`,
      `${HARBOR} notifications.ring`,
    ]);
  });

  it("hands nothing out twice while it waits in a queue, and again once that was lost", async () => {
    await dueApprovals(ALDER, 3);
    const world = clock();
    expect(await world.look()).toHaveLength(1);
    expect(await world.look()).toEqual([]);
    world.later(31_000);
    expect(await world.look()).toHaveLength(1);
  });

  it("asks for three more looks within the minute, at everything", async () => {
    const world = clock();
    await minute(world.deps);
    expect(world.looks().map(({ queue, delaySeconds }) => ({ queue, delaySeconds }))).toEqual(
      [15, 30, 45].map((delaySeconds) => ({ queue: "timed", delaySeconds })),
    );
    await dueApprovals(ALDER, 1);
    await testEnv.DB.prepare("update tenants set jobs_version = 0 where id = ?").bind(HARBOR).run();
    await world.work({ tenantId: "", kind: "clock.tick", key: "" });
    expect(world.handedOut().map(({ message }) => message.kind)).toEqual([
      "notifications.ring",
      "jobs.ensure",
    ]);
  });

  it("walks over no teams and no table: what is due is found by an index of what is due", async () => {
    const asked: { sql: string; values: unknown[] }[] = [];
    const watched = new Proxy(testEnv.DB, {
      get(target, name) {
        if (name !== "prepare") return Reflect.get(target, name) as unknown;
        return (sql: string) => {
          const statement = target.prepare(sql);
          return new Proxy(statement, {
            get(inner, key) {
              if (key !== "bind") return Reflect.get(inner, key) as unknown;
              return (...values: unknown[]) => {
                asked.push({ sql, values });
                return inner.bind(...values);
              };
            },
          });
        };
      },
    });
    const world = clock();
    await minute({ ...world.deps, system: systemDb(watched) });
    const looks = asked.filter(({ sql }) => sql.startsWith('insert into "work_leases"'));
    expect(looks.length).toBeGreaterThan(8);
    for (const { sql, values } of looks) {
      const { results } = await testEnv.DB.prepare(`explain query plan ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      const steps = results.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) /.test(detail));
      // An index of waiting or open rows alone holds nothing else, so that reading all of it is no scan of the table.
      const whole = steps.filter(
        (detail) => detail.startsWith("SCAN") && !/_(waiting|open|undispatched)\b/.test(detail),
      );
      expect(whole, sql).toEqual([]);
    }
  });
});

describe("a piece of work", () => {
  it("is done by one at a time; whoever asks meanwhile has it done once more", async () => {
    let release = (): void => {};
    const world = clock(() => new Promise((resolve) => (release = () => resolve("done"))));
    const first = world.work({ tenantId: ALDER, ...RING });
    await expect.poll(() => world.done.length).toBe(1);
    const second = clock(() => Promise.resolve("done"));
    await second.work({ tenantId: ALDER, ...RING });
    expect(second.done).toEqual([]);
    release();
    await first;
    expect(world.handedOut().map(({ message }) => message)).toEqual([{ tenantId: ALDER, ...RING }]);
  });

  it("that does not get done in its time is handed out again at once", async () => {
    const world = clock(() => Promise.resolve("more"));
    await world.work({ tenantId: ALDER, ...RING });
    expect(world.handedOut()).toHaveLength(1);
  });

  it("that fails rests, longer each time, and is not lost; one team's failure is no other's", async () => {
    await dueApprovals(ALDER, 1);
    await dueApprovals(HARBOR, 1);
    const world = clock(({ tenantId }) =>
      tenantId === ALDER ? Promise.reject(new Error("down")) : Promise.resolve("done"),
    );
    await world.look();
    await world.work({ tenantId: ALDER, ...RING }, { tenantId: HARBOR, ...RING });
    expect(world.done).toHaveLength(2);
    expect(await world.look(), "Harbor's work left its rows due; Alder's rests").toEqual([
      `${HARBOR} notifications.ring`,
    ]);
    world.later(16_000);
    expect(await world.look()).toContain(`${ALDER} notifications.ring`);
    await world.work({ tenantId: ALDER, ...RING });
    world.later(16_000);
    expect(await world.look()).not.toContain(`${ALDER} notifications.ring`);
    world.later(16_000);
    expect(await world.look()).toContain(`${ALDER} notifications.ring`);
  });

  it("that may take minutes is held by a short lease, renewed while it goes on: whoever dies with it loses it within half a minute", async () => {
    const until = async (): Promise<number> => {
      const row = await testEnv.DB.prepare("select until from work_leases where kind = 'mirror.sync'").first(
        "until",
      );
      return Date.parse(String(row));
    };
    let held = 0;
    let renewed = 0;
    const world = clock(async () => {
      held = (await until()) - world.deps.clock.now();
      world.later(25_000);
      const first = await until();
      await expect.poll(until, { timeout: 30_000, interval: 500 }).toBeGreaterThan(first);
      renewed = (await until()) - world.deps.clock.now();
      return "done";
    });
    await world.work({ tenantId: ALDER, kind: "mirror.sync", key: "" });
    expect([held, renewed].map((ms) => Math.round(ms / 1000))).toEqual([30, 30]);
  });

  it("whose worker died is handed out again when its lease ends", async () => {
    await dueApprovals(ALDER, 1);
    const world = clock();
    await insertRow("work_leases", ALDER, {
      kind: "notifications.ring",
      until: new Date(Date.now() + 10_000).toISOString(),
      claim_id: "dead",
    });
    expect(await world.look()).toEqual([]);
    world.later(11_000);
    expect(await world.look()).toEqual([`${ALDER} notifications.ring`]);
    await world.work({ tenantId: ALDER, ...RING });
    expect(world.done).toHaveLength(1);
  });
});
