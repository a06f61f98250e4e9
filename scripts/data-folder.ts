/** Fills a data folder: the tables, and the demo companies. Done once, and again where what it is made from has changed. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLICKUP } from "../sandbox/clickup/store.ts";
import { GITHUB_TEAM } from "../sandbox/github/team-store.ts";
import { JIRA } from "../sandbox/jira/store.ts";
import { SLACK } from "../sandbox/slack/store.ts";
import { TENANTS } from "../sandbox/world/company.ts";
import { sealCredential } from "../src/integrations/connections/sealed.ts";
import { arePagesBuilt } from "./build.ts";
import { appDatabases, selectRows, type Database } from "./databases.ts";
import { LOCAL_CONFIG, writeLocalConfigs } from "./local-config.ts";
import { digestOf, doOnce, isDone } from "./once.ts";
import { seedScript, seedStatements } from "./seed-statements.ts";
import { ROOT, runTool } from "./tooling.ts";

/** As wrangler makes it (`wrangler d1 migrations apply`). */
const MIGRATIONS_TABLE =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

/** Does what is missing. */
export async function prepareData(
  dataDir: string,
  secrets: Readonly<Record<string, string>>,
  progress: (line: string) => void,
  companies: () => ReturnType<typeof withServiceAccounts>,
) {
  await writeLocalConfigs();
  const persist = join(dataDir, "worker");
  const marks = await preparedMarks(dataDir);
  await doOnce(...marks.migrated, async () => {
    progress("Preparing the database…");
    for (const database of await appDatabases()) await migrate(dataDir, persist, database);
  });
  await doOnce(...marks.seeded, async () => {
    progress("Moving the demo companies in…");
    const statements = await seedStatements(
      await companies(),
      (scope, secret) => sealCredential(secrets["MASTER_KEYS"] ?? "", scope, secret),
      Date.now(),
    );
    await execute(dataDir, persist, {
      binding: "DB",
      what: "Seeding the demo",
      script: seedScript(statements),
    });
  });
}

/**
 * Applies the migrations a database lacks, in one transaction. `wrangler d1 migrations apply` starts a runtime for each migration: a minute for all of them.
 * Their names are kept in wrangler's own table, so that its command goes on from here.
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

/** Runs a script in a local database, from a file that no one else may read. Throws StartError. */
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

/** What a data folder is filled from: each mark with the digest it holds once that is done. */
async function preparedMarks(dataDir: string) {
  const bindings = (await appDatabases()).map(({ binding }) => binding).join();
  const world = [join(ROOT, "sandbox/world/company.ts"), join(ROOT, "scripts/seed-statements.ts")];
  return {
    migrated: [join(dataDir, ".migrated"), `${bindings} ${await digestOf([join(ROOT, "migrations")])}`],
    seeded: [join(dataDir, ".seeded"), await digestOf(world)],
  } as const;
}

/** Whether the app may start on the folder at once, with the pages as they are: nothing of its data is changed behind it then. */
export async function isPrepared(dataDir: string): Promise<boolean> {
  const marks = await preparedMarks(dataDir);
  const done = await Promise.all([isDone(...marks.migrated), isDone(...marks.seeded), arePagesBuilt()]);
  return done.every((one) => one);
}

/** The demo companies with their service accounts, whose keys the outside world has made. */
export async function withServiceAccounts(sandboxUrl: string) {
  return Promise.all(
    TENANTS.map(async (tenant) => {
      const { connectionId, mailboxes } = tenant.google;
      const url = `${sandboxUrl}/control/google/service-account?connection=${connectionId}`;
      const serviceAccount = await (await fetch(url)).text();
      const clickup = tenant.id === CLICKUP.tenantId ? { clickup: CLICKUP } : {};
      const slack = tenant.id === SLACK.tenantId ? { slack: SLACK } : {};
      const githubTeam = tenant.id === GITHUB_TEAM.tenantId ? { githubTeam: GITHUB_TEAM } : {};
      const jira = tenant.id === JIRA.tenantId ? { jira: JIRA } : {};
      const google = { connectionId, mailboxes, serviceAccount };
      return { ...tenant, ...clickup, ...slack, ...githubTeam, ...jira, google };
    }),
  );
}
