/** The databases of the drill of kills: a second one to move to, teams beside the demo's, and a migration that is killed while it runs. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { descendants } from "../../../scripts/parts.ts";
import { seedStatements } from "../../../scripts/seed-statements.ts";
import { BIN, readVars, ROOT, runTool, toolEnv } from "../../../scripts/tooling.ts";
import type { DemoTenant } from "../../../sandbox/world/company.ts";
import { sealCredential } from "../../../src/integrations/connections/sealed.ts";
import { LET_GO_MS } from "../../support/records.ts";
import type { Work } from "./kills.ts";

const FOLDER = ["worker", "v3", "d1", "miniflare-D1DatabaseObject"] as const;
const SECOND = `
[[d1_databases]]
binding = "DB_2"
database_name = "steward-2"
database_id = "00000000-0000-0000-0000-000000000002"
`;

/** The files of databases; the folder holds one more, of wrangler's own. */
function files(dataDir: string): string[] {
  const folder = join(dataDir, ...FOLDER);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"))
    .map((name) => join(folder, name));
}

/** Works in a database's file, beside the product. */
export function inDatabase<Answer>(file: string, work: (db: DatabaseSync) => Answer): Answer {
  const db = new DatabaseSync(file, { timeout: LET_GO_MS });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const known = new Map<string, string>();

/** The file of a database by the name of its binding. */
export function databaseFile(dataDir: string, binding: string): string {
  return known.get(`${dataDir} ${binding}`) ?? "";
}

/** Makes the folder of a product that is down one with a second database and more teams. Answers wrangler's configurations. */
export async function prepareDrill(
  dataDir: string,
  configs: readonly string[],
  teams: readonly DemoTenant[],
): Promise<string[]> {
  const [first = "", ...others] = configs;
  const [home = ""] = files(dataDir);
  const config = join(dataDir, "two-databases.toml");
  await writeFile(config, `${await readFile(first, "utf8")}${SECOND}`);
  const folder = join(ROOT, "migrations");
  const script = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const file = join(dataDir, "second.sql");
  await writeFile(file, script.join("\n"));
  await runTool(dataDir, "Making the second database", "wrangler", [
    ...commandOf({ dataDir, config, binding: "DB_2" }),
    file,
  ]);
  const second = files(dataDir).find((one) => one !== home) ?? "";
  known.set(`${dataDir} DB`, home).set(`${dataDir} DB_2`, second);
  const keys = (await readVars(join(dataDir, "secrets.env")))["MASTER_KEYS"] ?? "";
  const companies = teams.map(({ google: _google, quo: _quo, ...team }) => team);
  const seal = (scope: Parameters<typeof sealCredential>[1], secret: string): Promise<string> =>
    sealCredential(keys, scope, secret);
  const statements = await seedStatements(companies, seal, Date.now());
  inDatabase(home, (db) => {
    for (const { sql, params } of statements) db.prepare(sql).run(...(params as (string | number | null)[]));
  });
  return [config, ...others];
}

interface Place {
  readonly dataDir: string;
  readonly config: string;
  readonly binding?: string;
}

function commandOf({ dataDir, config, binding = "DB" }: Place): string[] {
  const persist = join(dataDir, "worker");
  return [
    "d1",
    "execute",
    binding,
    "--config",
    config,
    "--local",
    "--persist-to",
    persist,
    "--yes",
    "--file",
  ];
}

/** Rewrites a table of the product's as SQLite's migrations do, long enough to be killed in its middle, and is noted as `scripts/data-folder.ts` notes each. */
function scriptOf(name: string): string {
  return `create table drill_numbers (n integer primary key);
insert into drill_numbers with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select i from n;
create table drill_audit as select * from audit;
delete from audit;
insert into audit select * from drill_audit;
drop table drill_audit;
drop table drill_numbers;
insert into d1_migrations (name) values ('${name}');
`;
}

/** So much has been written that the migration is in its middle. */
const MIDDLE_BYTES = 1024 * 1024;
const KILL_ATTEMPTS = 5;
/** The tool takes a minute to begin on a busy machine. */
const BEGINS_WITHIN_MS = 180_000;

/** A migration that is killed and run again while the product is down. */
export async function killedMigration({
  dataDir,
  config,
  round,
}: Place & { readonly round: number }): Promise<Work> {
  const file = join(dataDir, `drill-${round}.sql`);
  const records = databaseFile(dataDir, "DB");
  const look = (name: string) =>
    inDatabase(records, (db) => ({
      audit: db
        .prepare("select count(*) as count, group_concat(id) as ids from (select id from audit order by id)")
        .get(),
      schema: db.prepare("select name, sql from sqlite_master order by name").all(),
      noted: db.prepare("select count(*) as count from d1_migrations where name = ?").get(name)?.["count"],
    }));
  const faults: string[] = [];
  const expectSame = (what: string, found: unknown, right: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(right)) faults.push(what);
  };
  return {
    async whileDown() {
      for (let attempt = 1; ; attempt++) {
        const name = `drill-${round}-${attempt}.sql`;
        await writeFile(file, scriptOf(name));
        const before = look(name);
        await killWhileWriting({ dataDir, config }, file, `${records}-wal`);
        const after = look(name);
        // On a busy machine the kill may come after the migration's end. Then another one is killed.
        if (after.noted === 1 && attempt < KILL_ATTEMPTS) continue;
        expectSame("a killed migration left something behind", after, before);
        await runTool(dataDir, "Migrating", "wrangler", [...commandOf({ dataDir, config }), file]);
        await rm(file);
        const { noted, ...rest } = look(name);
        expectSame("it is not noted once", noted, 1);
        expectSame("rows or tables differ", rest, { audit: before.audit, schema: before.schema });
        return;
      }
    },
    verdict: () => Promise.resolve(faults),
  };
}

/** Runs a script and ends it with SIGKILL, with all it has started, once it has written `MIDDLE_BYTES`; it may have ended by then. */
async function killWhileWriting(place: Place, file: string, log: string): Promise<void> {
  const sizeBytes = (): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const child = spawn(join(BIN, "wrangler"), [...commandOf(place), file], {
    cwd: ROOT,
    env: toolEnv(place.dataDir),
    stdio: "ignore",
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const first = sizeBytes();
  const isInsideOrOver = (): boolean =>
    child.exitCode !== null || sizeBytes() > Math.max(first, MIDDLE_BYTES);
  const giveUpAtMs = Date.now() + BEGINS_WITHIN_MS;
  // Its middle is short: with pauses between the looks, the kill would come after its end.
  while (!isInsideOrOver()) {
    if (Date.now() > giveUpAtMs) throw new Error("the migration did not begin");
    await sleep(1);
  }
  const pids = child.pid === undefined ? [] : [...(await descendants(child.pid)), child.pid];
  for (const pid of pids)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It went with its parent.
    }
  await ended;
}
