/** Reads asked for at the same moment go to D1 in one trip, and answer what they would alone. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dbFor, forOnePiece, settings, tenantDb, users } from "../../../../src/platform/db/index.ts";
import { texts } from "../../../../src/messaging/tables/inbox.ts";
import { freshRecords, records } from "../../../support/node-d1.ts";

const TENANT = "tenant_alder";

/** The records, with how many trips were made and of how many statements each. */
function watched() {
  const trips: number[] = [];
  const d1 = {
    prepare(text: string) {
      const statement = records.prepare(text);
      return watch(statement, trips);
    },
    batch(statements: readonly Watched[]) {
      trips.push(statements.length);
      return records.batch(statements.map(({ own }) => own));
    },
  } as unknown as D1Database;
  return { trips, d1, db: dbFor(d1, TENANT) };
}

interface Watched {
  readonly own: D1PreparedStatement;
}

function watch(own: D1PreparedStatement, trips: number[]): Watched & Record<string, unknown> {
  const alone =
    (method: "raw" | "all" | "run") =>
    (...given: []) => {
      trips.push(1);
      return own[method](...given);
    };
  return {
    own,
    bind: (...values: unknown[]) => watch(own.bind(...values), trips),
    raw: alone("raw"),
    all: alone("all"),
    run: alone("run"),
  };
}

beforeEach(freshRecords);

describe("reads at the same moment", () => {
  it("share a trip, the same one asked once, and answer as they do alone", async () => {
    const { trips, db } = watched();
    const read = () =>
      Promise.all([db.rows(users), db.find(settings, eq(settings.tenantId, TENANT)), db.rows(users)]);
    const [people, policy, again] = await read();
    expect(trips).toEqual([2]);
    expect(people.length).toBeGreaterThan(2);
    expect(again).toEqual(people);
    expect(people).toEqual(await tenantDb({ DB: records, MASTER_KEYS: "" }, TENANT).rows(users));
    expect(policy).toBeNull();
  });

  it("stay apart where their columns have no names of their own", async () => {
    const { trips, db } = watched();
    const count = (role: string) => db.pick({ n: sql<number>`sum(${users.role} = ${role})` }, users);
    const [[admins], [members]] = await Promise.all([count("admin"), count("member")]);
    expect(trips).toEqual([1, 1]);
    expect(Number(admins?.n) + Number(members?.n)).toBe((await db.rows(users)).length);
  });

  it("answer each for itself where one of them fails", async () => {
    const { db } = watched();
    const broken = db.rows(users, sql`json_extract(${users.name}, '$') is not null`);
    const [fine, failed] = await Promise.allSettled([db.rows(users), broken]);
    expect([fine.status, failed.status]).toEqual(["fulfilled", "rejected"]);
  });
});

describe("what is settled", () => {
  const dana = () => eq(users.id, "user_demo_dana");

  it("is asked once for one piece of work, by everybody who does it, and not for another", async () => {
    const { trips, d1 } = watched();
    const piece = forOnePiece({ DB: d1, MASTER_KEYS: "" });
    const people = await tenantDb(piece, TENANT).rows(users);
    expect(await tenantDb(forOnePiece(piece), TENANT).rows(users)).toEqual(people);
    expect(trips).toEqual([1]);
    expect(await tenantDb(piece, "tenant_harbor").rows(users)).not.toEqual(people);
    await tenantDb(forOnePiece({ DB: d1, MASTER_KEYS: "" }), TENANT).rows(users);
    expect(trips).toEqual([1, 1, 1]);
  });

  it("is asked again once the work writes to its table, alone or in a batch, also while it was being asked", async () => {
    const { d1 } = watched();
    const db = tenantDb(forOnePiece({ DB: d1, MASTER_KEYS: "" }), TENANT);
    const name = async () => (await db.find(users, dana()))?.name;
    expect(await name()).toBe("Dana Whitfield");
    await db.update(users, { name: "Dana" }, dana());
    expect(await name()).toBe("Dana");
    await db.batch([db.update(users, { name: "D." }, dana())]);
    expect(await name()).toBe("D.");
    const [, before] = await Promise.all([db.update(users, { name: "W." }, dana()), name()]);
    expect(["D.", "W."]).toContain(before);
    expect(await name()).toBe("W.");
  });

  it("is asked again after five seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { trips, d1 } = watched();
    const db = tenantDb(forOnePiece({ DB: d1, MASTER_KEYS: "" }), TENANT);
    await db.rows(users);
    vi.setSystemTime(Date.now() + 4_900);
    await db.rows(users);
    expect(trips).toEqual([1]);
    vi.setSystemTime(Date.now() + 200);
    await db.rows(users);
    expect(trips).toEqual([1, 1]);
  });

  it("is nothing that work itself goes on: texts are read as they are", async () => {
    const { trips, d1 } = watched();
    const db = tenantDb(forOnePiece({ DB: d1, MASTER_KEYS: "" }), TENANT);
    await db.rows(texts);
    await db.rows(texts);
    expect(trips).toEqual([1, 1]);
  });
});
