import { describe, expect, it } from "vitest";
import { changeRows, listTables } from "../../../../src/platform/db/object-rows.ts";
import { memorySql } from "../../agent/conversations/memory.ts";

function words() {
  const sql = memorySql();
  sql.rows("CREATE TABLE words (id TEXT PRIMARY KEY, first TEXT, second TEXT)");
  sql.rows("INSERT INTO words VALUES ('a', 'one', 'two'), ('b', 'three', NULL), ('c', 'four', 'five')");
  return { sql, tables: listTables(sql, ["words"]), rows: () => sql.rows("SELECT * FROM words ORDER BY id") };
}

const columns = ["id", "first", "second"];

describe("rows changed in place", () => {
  it("change where they are as they were read, and go where they are to go", () => {
    const { sql, tables, rows } = words();
    sql.rows("UPDATE words SET second = 'newer' WHERE id = 'a'");
    changeRows(sql, tables, [
      { table: "words", columns, was: ["a", "one", "two"], now: ["a", "ONE", "TWO"] },
      { table: "words", columns, was: ["b", "three", null], now: ["other", "three", "THREE"] },
      { table: "words", columns, was: ["c", "four", "five"], now: null },
      { table: "elsewhere", columns, was: ["a", "one", "two"], now: null },
    ]);
    expect(rows()).toEqual([
      { id: "a", first: "ONE", second: "newer" },
      { id: "b", first: "three", second: "THREE" },
    ]);
  });
});
