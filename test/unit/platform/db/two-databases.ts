/** Two databases of one deployment, with two teams that have rows in every table, and movers that can be killed at any call. */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { allTables } from "../../../../src/platform/db/all-tables.ts";
import { columnName } from "../../../../src/platform/db/casing.ts";
import { databasesOf } from "../../../../src/platform/db/databases.ts";
import { askToMove, moveOn } from "../../../../src/platform/db/move.ts";
import { teamTables } from "../../../../src/platform/db/move-rows.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { Killed, lifeUntil, type Kill } from "../../../support/killed.ts";
import { demoD1, nodeD1 } from "../../../support/node-d1.ts";

export const [ALDER, HARBOR] = ["tenant_alder", "tenant_harbor"];
export const PAST = "2026-11-02T14:00:00.000Z";
const START_MS = Date.parse("2026-11-21T12:00:00.000Z");

export interface TwoDatabases {
  readonly DB: D1Database;
  readonly DB_2: D1Database;
  readonly clock: { now(): number };
  later(ms: number): void;
  ask(tenantId: string, to: string): Promise<void>;
  /** Goes on with a move until nothing is due; `calls` kills each process after so many calls, before the call takes effect or after. */
  move(tenantId: string, kill?: Kill): Promise<void>;
  /** Until the team lives elsewhere and writes again, or goes on where it was. */
  moveWhole(tenantId: string, kill?: Kill): Promise<void>;
  home(tenantId: string): Promise<Record<string, unknown> | null>;
}

export async function twoDatabases(): Promise<TwoDatabases> {
  const bindings = { DB: await demoD1(), DB_2: nodeD1() };
  await fill(bindings.DB, ALDER, 3);
  await fill(bindings.DB, HARBOR, 2);
  let nowMs = START_MS;
  const clock = { now: () => nowMs };
  const world: TwoDatabases = {
    ...bindings,
    clock,
    later: (ms) => void (nowMs += ms),
    async ask(tenantId, to) {
      const statements = askToMove(tenantId, to, new Date(nowMs).toISOString());
      for (const { sql, params } of statements)
        await bindings.DB.prepare(sql)
          .bind(...params)
          .run();
    },
    async move(tenantId, kill) {
      for (let lives = 0; lives < 5_000; lives++) {
        const databases = kill === undefined ? bindings : mortal(bindings, kill);
        try {
          await moveOn(
            { databases: databasesOf(databases), clock, logger: silentLogger },
            tenantId,
            Infinity,
          );
          return;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
        }
      }
      throw new Error("the move never ends");
    },
    async moveWhole(tenantId, kill) {
      for (let waits = 0; waits < 6; waits++) {
        await world.move(tenantId, kill);
        nowMs += 20_000;
      }
    },
    home: (tenantId) =>
      bindings.DB.prepare("select database, step, other, problem from tenant_homes where tenant_id = ?")
        .bind(tenantId)
        .first(),
  };
  return world;
}

/** Every row of a team, table by table, without the numbers of events. */
export async function rowsOf(d1: D1Database, tenantId: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { name, columns } of teamTables()) {
    const kept = columns.filter((column) => !(column === "seq" && name.startsWith("event")));
    const { results } = await d1
      .prepare(
        `select ${kept.map((column) => `"${column}"`).join(", ")} from \`${name}\` where tenant_id = ? order by rowid`,
      )
      .bind(tenantId)
      .all();
    all[name] = results;
  }
  return all;
}

/** Rows of all kinds of values in every table: words of other scripts, quotes, long texts, fractions and nothing at all. */
async function fill(d1: D1Database, tenantId: string, count: number): Promise<void> {
  for (const table of allTables()) {
    if (!is(table, SQLiteTable) || !("tenantId" in table)) continue;
    const columns = Object.values(getTableColumns(table as SQLiteTable)).filter(
      ({ name }) => name !== "seq" || getTableName(table as SQLiteTable) !== "events",
    );
    const names = columns.map((column) => `"${columnName(column)}"`).join(", ");
    for (let row = 0; row < count; row++) {
      const values = columns.map((column) => {
        if (column.name === "tenantId") return tenantId;
        if (!column.notNull && row === 1) return null;
        if (column.getSQLType() === "real") return row + 0.25;
        if (column.getSQLType() === "integer") return column.dataType === "boolean" ? row % 2 : row * 7;
        if (column.dataType === "json")
          return JSON.stringify({ key: `${tenantId} ${row} “ü” 🏡`, list: [1, null] });
        if (columnName(column).endsWith("_at")) return PAST;
        return `${tenantId} ${columnName(column)} ${row} 'ö' "漢" \\ ${"x".repeat(row * 5_000)}`;
      });
      await d1
        .prepare(
          `insert or ignore into \`${getTableName(table as SQLiteTable)}\` (${names}) values (${values.map(() => "?").join(", ")})`,
        )
        .bind(...values)
        .run();
    }
  }
}

/** The bindings as one process sees them, which is killed at its n-th call. */
function mortal(bindings: { readonly DB: D1Database; readonly DB_2: D1Database }, kill: Kill) {
  const life = lifeUntil(kill);
  return { DB: life.database(bindings.DB), DB_2: life.database(bindings.DB_2) };
}
