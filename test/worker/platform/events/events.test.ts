/** Events: written with the fact or not at all, read by each consumer in order behind a cursor of its own, forgotten once old and read. */
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor, eventCursors, events } from "../../../../src/platform/db/index.ts";
import {
  consumeEvents,
  eventStatement,
  STEWARD_ACTOR,
  type Consumer,
  type EventRow,
} from "../../../../src/platform/events/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { quietTexts } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const ALDER = "tenant_alder";
const HARBOR = "tenant_harbor";
const db = dbFor(testEnv.DB, ALDER);
const deps = { db, clock: { now: () => Date.now() }, logger: silentLogger };

beforeEach(freshWorld);

async function publish(count: number, tenantId = ALDER, type = "tests.thing.made" as const): Promise<void> {
  const tenant = dbFor(testEnv.DB, tenantId);
  for (let n = 1; n <= count; n++) {
    const event = { id: `e${n}`, type, actor: STEWARD_ACTOR, payload: { ids: [String(n)] } };
    await tenant.batch([eventStatement(tenant, event, Date.now())]);
  }
}

/** A consumer that keeps what it saw, and fails where told. */
function consumer(name: string, fails: (events: readonly EventRow[]) => boolean = () => false) {
  const seen: string[] = [];
  const made: Consumer = {
    name,
    takes: ["tests."],
    take(taken) {
      if (fails(taken)) return Promise.reject(new Error("down"));
      seen.push(...taken.map(({ id }) => id));
      return Promise.resolve();
    },
  };
  return { made, seen };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `e${index + 1}`);

describe("a consumer", () => {
  it("reads a team's events in order, page by page, each once, and no other team's", async () => {
    await publish(230);
    await publish(3, HARBOR);
    const one = consumer("one");
    expect(await consumeEvents(deps, [one.made], Infinity)).toBe("done");
    expect(one.seen).toEqual(ids(230));
    await consumeEvents(deps, [one.made], Infinity);
    expect(one.seen).toHaveLength(230);
    expect(await db.rows(events, undefined)).toHaveLength(230);
    const open = (await db.rows(events)).filter((row) => row.open);
    expect(open).toEqual([]);
  });

  it("that fails stays where it is and stops no other, and goes on from there", async () => {
    await publish(3);
    let broken = true;
    const one = consumer("one", () => broken);
    const two = consumer("two");
    await expect(consumeEvents(deps, [one.made, two.made], Infinity)).rejects.toThrow(
      "could not be consumed",
    );
    expect([one.seen, two.seen]).toEqual([[], ids(3)]);
    expect(
      (await db.rows(events)).every((row) => row.open),
      "one of them has not seen them",
    ).toBe(true);
    broken = false;
    await consumeEvents(deps, [one.made, two.made], Infinity);
    expect([one.seen, two.seen]).toEqual([ids(3), ids(3)]);
  });

  it("that runs twice at once sees nothing less than once and leaves nothing open", async () => {
    await publish(150);
    const one = consumer("one");
    await Promise.all([consumeEvents(deps, [one.made], Infinity), consumeEvents(deps, [one.made], Infinity)]);
    expect(new Set(one.seen)).toEqual(new Set(ids(150)));
    expect((await db.rows(events)).filter((row) => row.open)).toEqual([]);
    expect(await db.rows(eventCursors), "nobody is ahead of anybody").toEqual([]);
  });

  it("gives way when its time is over, and says that there is more", async () => {
    await publish(250);
    let nowMs = 0;
    const one = consumer("one");
    const slow = { ...one.made, take: (taken: readonly EventRow[]) => ((nowMs += 10), one.made.take(taken)) };
    const clocked = { ...deps, clock: { now: () => nowMs } };
    expect(await consumeEvents(clocked, [slow], 10)).toBe("more");
    expect(one.seen).toHaveLength(100);
    expect(await consumeEvents(clocked, [slow], Infinity)).toBe("done");
    expect(one.seen).toEqual(ids(250));
  });
});

describe("an event", () => {
  it("is there once for a fact that is written twice, and not without its fact", async () => {
    const event = {
      id: "once",
      type: "tests.thing.made" as const,
      actor: STEWARD_ACTOR,
      payload: { ids: [] },
    };
    await db.batch([eventStatement(db, event, 0), eventStatement(db, event, 0)]);
    expect(await db.rows(events)).toHaveLength(1);
    const broken = db.insert(eventCursors, { consumer: null as never, seq: 0, updatedAt: "" });
    await expect(db.batch([eventStatement(db, { ...event, id: "never" }, 0), broken])).rejects.toThrow();
    expect(await db.rows(events)).toHaveLength(1);
  });

  it("says that a text came in, once however often it is delivered", async () => {
    await quietTexts(ALDER);
    for (let time = 0; time < 3; time++) await deliverText({ id: "AC1", text: "Hello" });
    const arrived = (await db.rows(events)).filter(({ type }) => type === "texts.text.arrived");
    expect(arrived.map(({ payload }) => payload)).toEqual([{ ids: ["AC1"] }]);
  });
});
