/** Reads asked for at the same moment go to D1 in one trip, and answer what they would alone. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor, settings, tenantDb, users } from "../../../src/db/index.ts";
import { freshRecords, records } from "../../support/node-d1.ts";

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
  return { trips, db: dbFor(d1, TENANT) };
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
    expect(people).toEqual(await tenantDb({ DB: records }, TENANT).rows(users));
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
