/** The databases of a deployment as its configuration lists them. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listDatabases } from "../../../scripts/databases.ts";

const CONFIG = `name = "steward"
[[d1_databases]]
binding = "DB"
database_name = "steward"

migrations_dir = "migrations"

[[r2_buckets]]
binding = "FILES"

[[d1_databases]]
binding = "DB_2"
database_name = "steward-2"

`;

it("lists the databases in order", () => {
  expect(listDatabases(CONFIG)).toEqual([
    { binding: "DB", name: "steward" },
    { binding: "DB_2", name: "steward-2" },
  ]);
});

it("nothing of the product opens a database but through the door that knows where a team lives", () => {
  const files = globSync("{src,durable-objects,workflows}/**/*.ts").filter(
    (file) => !file.startsWith("src/platform/db/"),
  );
  expect(files.length).toBeGreaterThan(300);
  const beside = files.filter((file) => /\b(?:dbFor|systemDb)\(|env\.DB\b/.test(readFileSync(file, "utf8")));
  expect(beside).toEqual([]);
});
