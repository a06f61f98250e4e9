/** Reads of an object that are remembered answer what the database would. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ObjectSql, SqlValue } from "../../../../src/platform/db/object-sql.ts";
import { rememberedSql } from "../../../../src/platform/db/remembered-sql.ts";
import { memorySql } from "../../agent/conversations/memory.ts";

/** Two tables behind a memory, and each statement that reached them. */
function tables() {
  const plain = memorySql();
  plain.rows("CREATE TABLE left_ones (id INTEGER PRIMARY KEY, word TEXT)");
  plain.rows("CREATE TABLE right_ones (id INTEGER PRIMARY KEY, word TEXT)");
  const reached: string[] = [];
  const watched: ObjectSql = {
    rows: <Row>(statement: string, ...bindings: readonly SqlValue[]) => {
      reached.push(statement);
      return plain.rows<Row>(statement, ...bindings);
    },
    transaction: (work) => plain.transaction(work),
  };
  return { plain, sql: rememberedSql(watched), reached };
}

const UNDONE = new Error("undone");
const ALL = "SELECT * FROM left_ones ORDER BY id";
const BOTH = "SELECT l.word FROM left_ones l JOIN right_ones r ON r.id = l.id ORDER BY l.id";

describe("remembered SQL", () => {
  it("asks a read once until its table is written to", () => {
    const { sql, reached } = tables();
    sql.rows("INSERT INTO left_ones (word) VALUES (?)", "one");
    reached.length = 0;
    expect(sql.rows(ALL)).toEqual(sql.rows(ALL));
    sql.rows("INSERT INTO right_ones (word) VALUES (?)", "other");
    sql.rows(ALL);
    expect(reached.filter((statement) => statement === ALL)).toHaveLength(1);
    sql.rows("UPDATE left_ones SET word = 'two'");
    expect(sql.rows(ALL)).toMatchObject([{ word: "two" }]);
  });

  it("forgets what a transaction read that is undone", () => {
    const { sql } = tables();
    sql.rows(ALL);
    const undone = (): void =>
      sql.transaction(() => {
        sql.rows("INSERT INTO left_ones (word) VALUES ('gone')");
        expect(sql.rows(ALL)).toHaveLength(1);
        throw new Error("undone");
      });
    expect(undone).toThrow("undone");
    expect(sql.rows(ALL)).toEqual([]);
  });

  it("hands out rows that a reader may sort without changing what the next one gets", () => {
    const { sql } = tables();
    sql.rows("INSERT INTO left_ones (word) VALUES ('one'), ('two')");
    sql.rows(ALL).reverse();
    sql.rows(ALL).reverse();
    expect(sql.rows(ALL)).toMatchObject([{ word: "one" }, { word: "two" }]);
  });

  it("answers what the database answers, whatever is written and undone in between", () => {
    const step = fc.oneof(
      fc.constantFrom(ALL, BOTH, "SELECT count(*) AS n FROM right_ones"),
      fc.constantFrom(
        "INSERT INTO left_ones (word) VALUES ('a')",
        "INSERT OR REPLACE INTO right_ones (id, word) VALUES (1, 'b')",
        "UPDATE left_ones SET word = word || 'x'",
        "DELETE FROM right_ones WHERE id = (SELECT max(id) FROM right_ones)",
        "DELETE FROM left_ones WHERE id = (SELECT min(id) FROM left_ones)",
      ),
    );
    const part = fc.record({ steps: fc.array(step, { maxLength: 6 }), isUndone: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { plain, sql } = tables();
        for (const { steps, isUndone } of parts) {
          const work = (): void => {
            for (const statement of steps) {
              sql.rows(statement);
              for (const read of [ALL, BOTH]) expect(sql.rows(read)).toEqual(plain.rows(read));
            }
            if (isUndone) throw UNDONE;
          };
          try {
            sql.transaction(work);
          } catch (error) {
            if (error !== UNDONE) throw error;
          }
          for (const read of [ALL, BOTH]) expect(sql.rows(read)).toEqual(plain.rows(read));
        }
      }),
    );
  });
});
