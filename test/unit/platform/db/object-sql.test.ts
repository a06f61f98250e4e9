/** An object's tables: every way to them leads to the same ones. */
import { expect, it } from "vitest";
import { memoryDatabase } from "../../../../scripts/local-search.ts";
import { migrate } from "../../../../src/agent/conversations/index.ts";
import { migrateTenantObject } from "../../../../src/agent/usage/index.ts";
import { migrateObject, type ObjectSql } from "../../../../src/platform/db/object-sql.ts";

const tablesOf = (sql: ObjectSql): unknown[] =>
  sql.rows("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name");

/** Notes what an object is asked. */
function noting(): ObjectSql & { readonly asked: string[] } {
  const database = memoryDatabase();
  const asked: string[] = [];
  return {
    asked,
    rows: (statement, ...bindings) => {
      asked.push(statement);
      return database.rows(statement, ...bindings);
    },
    transaction: (work) => database.transaction(work),
  };
}

it.each([
  ["conversation", migrate],
  ["team", migrateTenantObject],
])(
  "a %s’s tables are the same for the first new object, which takes the steps, and for later ones",
  (_, bring) => {
    const [first, later] = [noting(), noting()];
    bring(first);
    bring(later);
    expect(tablesOf(later)).toEqual(tablesOf(first));
    expect(later.asked.filter((statement) => /^alter/i.test(statement))).toEqual([]);
  },
);

it("an object of an earlier release takes the steps it lacks, with what they do to its rows", () => {
  const steps = [["create table a (x text)"], ["alter table a add column y text", "update a set y = x"]];
  const [old, fresh, later] = [noting(), noting(), noting()];
  migrateObject(old, steps.slice(0, 1));
  old.rows("insert into a values ('1')");
  for (const sql of [fresh, later, old]) migrateObject(sql, steps);
  expect(old.rows("select * from a").map((row) => ({ ...row }))).toEqual([{ x: "1", y: "1" }]);
  expect(tablesOf(later)).toEqual(tablesOf(old));
});

it("rows that steps write and tables of modules are there in every new object", () => {
  const steps = [
    ["create table a (x text)", "insert into a values ('1')"],
    ["create virtual table words using fts5(text)"],
  ];
  for (const sql of [noting(), noting()]) {
    migrateObject(sql, steps);
    expect(sql.rows("select * from a")).toHaveLength(1);
    expect(sql.rows("select * from words")).toEqual([]);
  }
});

it("an object that is up to date writes nothing when it wakes", () => {
  const sql = noting();
  migrate(sql);
  sql.asked.length = 0;
  migrate(sql);
  expect(sql.asked.filter((statement) => !/^select/i.test(statement))).toEqual([]);
});
