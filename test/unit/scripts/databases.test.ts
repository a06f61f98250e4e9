/** The databases of a deployment as its configuration lists them. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listDatabases, withDatabaseIds } from "../../../scripts/databases.ts";

const CONFIG = `name = "steward"
[[d1_databases]]
binding = "DB"
database_name = "steward"
database_id = "0"
migrations_dir = "migrations"

[[r2_buckets]]
binding = "FILES"

[[d1_databases]]
binding = "DB_2"
database_name = "steward-2"
database_id = "0"
`;

it("lists the databases in order, and gives each its id in the account", () => {
  expect(listDatabases(CONFIG)).toEqual([
    { binding: "DB", name: "steward" },
    { binding: "DB_2", name: "steward-2" },
  ]);
  const text = withDatabaseIds(
    CONFIG,
    new Map([
      ["steward-2", "b"],
      ["steward", "a"],
    ]),
  );
  expect(text).toBe(CONFIG.replace(`"0"`, `"a"`).replace(`"0"`, `"b"`));
});

it("nothing of the product opens a database but through the door that knows where a team lives", () => {
  const files = globSync("{src,durable-objects,workflows}/**/*.ts").filter(
    (file) => !file.startsWith("src/db/"),
  );
  expect(files.length).toBeGreaterThan(300);
  const beside = files.filter((file) => /\b(?:dbFor|systemDb)\(|env\.DB\b/.test(readFileSync(file, "utf8")));
  expect(beside).toEqual([]);
});
