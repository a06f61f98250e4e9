/** A deployment's databases as configured, and statements run in them through wrangler. */
import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seedScript, type SeedStatement } from "./seed-statements.ts";
import { LOCAL_CONFIG, writeLocalConfigs } from "./local-config.ts";
import { APP_CONFIG, BIN, ROOT } from "./tooling.ts";

export interface Database {
  /** Binding name: `DB`, `DB_2`, … */
  readonly binding: string;
  /** Name in the account. */
  readonly name: string;
}

/** The databases bound in a wrangler configuration, in order. */
export function listDatabases(config: string): Database[] {
  return config.split(/^(?=\[)/m).flatMap((block) => {
    if (!block.startsWith("[[d1_databases]]")) return [];
    const value = (key: string): string => new RegExp(`^${key} = "(.*)"`, "m").exec(block)?.[1] ?? "";
    return [{ binding: value("binding"), name: value("database_name") }];
  });
}

export async function appDatabases(): Promise<Database[]> {
  return listDatabases(await readFile(join(ROOT, APP_CONFIG), "utf8"));
}

/** Run in the account, or in a local data folder while the app is stopped. */
export type Where = { readonly remote: true } | { readonly remote: false; readonly persist: string };

function target(database: Database, where: Where): string[] {
  return where.remote
    ? ["d1", "execute", database.name, "--remote"]
    : ["d1", "execute", database.binding, "--config", LOCAL_CONFIG, "--local", "--persist-to", where.persist];
}

/** Runs statements in one database, from a file with owner-only permissions. Returns wrangler's exit status. */
export async function runStatements(
  database: Database,
  where: Where,
  statements: readonly SeedStatement[],
): Promise<number> {
  if (!where.remote) await writeLocalConfigs();
  const file = join(ROOT, ".tenant.sql");
  await writeFile(file, seedScript(statements), { mode: 0o600 });
  const child = spawn(join(BIN, "wrangler"), [...target(database, where), "--file", file, "--yes"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
  await rm(file, { force: true });
  return code;
}

/** Selects rows. Throws with wrangler's output on failure. */
export async function selectRows(
  database: Database,
  where: Where,
  sql: string,
): Promise<Record<string, string | null>[]> {
  if (!where.remote) await writeLocalConfigs();
  const child = spawn(join(BIN, "wrangler"), [...target(database, where), "--json", "--command", sql], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
  if (code !== 0) throw new Error(`${output}${errors}`.trim());
  const answers = JSON.parse(output.slice(output.indexOf("["))) as {
    readonly results?: readonly Record<string, string | null>[];
  }[];
  return answers.flatMap(({ results = [] }) => results);
}

/** The binding of a team's database; null for an unknown team. Team IDs are safe in SQL. */
export async function homeOf(first: Database, where: Where, tenantId: string): Promise<string | null> {
  const [row] = await selectRows(
    first,
    where,
    `select coalesce((select database from tenant_homes where tenant_id = '${tenantId}'), (select 'DB' from tenants where id = '${tenantId}')) as home`,
  );
  return row?.["home"] ?? null;
}

/** Status of a team's move, in words. */
export async function moveState(first: Database, where: Where, tenantId: string): Promise<string> {
  const [row] = await selectRows(
    first,
    where,
    `select database, step, other, problem, due_at from tenant_homes where tenant_id = '${tenantId}'`,
  );
  const { database = "DB", step = null, other, problem = null, due_at: dueAt } = row ?? {};
  const why = problem === null ? "" : ` The last move failed: ${problem}.`;
  if (step === null) return `lives in ${database}.${why}`;
  if (step === "kept") return `lives in ${database}. Its old rows stay in ${other} until ${dueAt}.`;
  if (step === "removing") return `lives in ${database}. Its rows in ${other} are being removed.${why}`;
  return `is moving from ${database} to ${other} (${step}).`;
}
