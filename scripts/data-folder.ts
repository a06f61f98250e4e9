/** Prepares a data folder: tables and demo companies. Repeated only when the inputs change. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { arePagesBuilt } from "./build.ts";
import { appDatabases, selectRows, type Database } from "./databases.ts";
import { LOCAL_CONFIG, writeLocalConfigs } from "./local-config.ts";
import { digestOf, doOnce, isDone } from "./once.ts";
import { ROOT, runTool } from "./tooling.ts";

/** Wrangler's table (`wrangler d1 migrations apply`). */
const MIGRATIONS_TABLE =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

/** Performs missing steps. `sandboxUrl` resolves when the sandbox responds. */
export async function prepareData(
  dataDir: string,
  secrets: Readonly<Record<string, string>>,
  progress: (line: string) => void,
  sandboxUrl: () => Promise<string>,
): Promise<void> {
  await writeLocalConfigs();
  const persist = join(dataDir, "worker");
  const marks = await preparedMarks(dataDir);
  await doOnce(...marks.migrated, async () => {
    progress("Preparing the database…");
    for (const database of await appDatabases()) await migrate(dataDir, persist, database);
  });
  await doOnce(...marks.seeded, async () => {
    progress("Importing the demo companies…");
    // The companies' modules take as long to load as the rest of a start.
    const { demoCompaniesScript } = await import("./demo-companies.ts");
    await execute(dataDir, persist, {
      binding: "DB",
      what: "Seeding the demo",
      script: await demoCompaniesScript(await sandboxUrl(), secrets["MASTER_KEYS"] ?? ""),
    });
  });
}

/**
 * Applies missing migrations in one transaction. `wrangler d1 migrations apply` starts a runtime per migration, a minute in total. Names
 * are recorded in Wrangler's table, so its command can continue from here.
 */
async function migrate(dataDir: string, persist: string, database: Database): Promise<void> {
  const applied = await selectRows(
    database,
    { remote: false, persist },
    `${MIGRATIONS_TABLE}; SELECT name FROM d1_migrations`,
  );
  const names = new Set(applied.map(({ name }) => name));
  const folder = join(ROOT, "migrations");
  const missing = (await readdir(folder)).filter((name) => name.endsWith(".sql") && !names.has(name)).sort();
  const scripts = missing.map(async (name) => {
    const sql = await readFile(join(folder, name), "utf8");
    return `${sql}\nINSERT INTO d1_migrations (name) VALUES ('${name}');\n`;
  });
  const script = (await Promise.all(scripts)).join("");
  if (script !== "")
    await execute(dataDir, persist, { binding: database.binding, what: "Migrating the database", script });
}

/** Runs a script in a local database, from a file with owner-only permissions. Throws StartError. */
async function execute(
  dataDir: string,
  persist: string,
  { binding, what, script }: { readonly binding: string; readonly what: string; readonly script: string },
): Promise<void> {
  const file = join(dataDir, "script.sql");
  await writeFile(file, script, { mode: 0o600 });
  const where = ["--config", LOCAL_CONFIG, "--local", "--persist-to", persist];
  await runTool(dataDir, what, "wrangler", ["d1", "execute", binding, ...where, "--file", file, "--yes"]);
  await rm(file);
}

/** Preparation steps: each marker file with the digest it holds when done. */
async function preparedMarks(dataDir: string) {
  const bindings = (await appDatabases()).map(({ binding }) => binding).join();
  const world = [join(ROOT, "sandbox/world/company.ts"), join(ROOT, "scripts/seed-statements.ts")];
  return {
    migrated: [join(dataDir, ".migrated"), `${bindings} ${digestOf([join(ROOT, "migrations")])}`],
    seeded: [join(dataDir, ".seeded"), digestOf(world)],
  } as const;
}

/** Whether the app can start immediately because data and pages are up to date. */
export async function isPrepared(dataDir: string): Promise<boolean> {
  const marks = await preparedMarks(dataDir);
  const done = await Promise.all([isDone(...marks.migrated), isDone(...marks.seeded), arePagesBuilt()]);
  return done.every((one) => one);
}
