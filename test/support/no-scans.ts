/**
 * GROWTH: no statement of the product walks through a table. Every statement a unit test's database is asked is planned once, with the product's own
 * schema, and refused where its plan walks through all rows of a table or an index, whatever tenants they are of.
 */
import type { DatabaseSync } from "node:sqlite";

/** Tables that never hold more than a few rows: one a kind of work, one an object. */
const FEW = /^(?:clock_jobs|conversation|rebuild|limits|names|settings)$/;

/** Tables that hold no more than some dozens of rows for any team. */
const FEW_OF_A_TEAM =
  /^(?:users|knowledge_sources|push_subscriptions|reply_templates|contact_syncs|earned_tallies|text_backfills|schedules|workspace_state|workspace_folders|mirrors)$/;

/** What reads all files of a team on purpose: the tree that prompts hold, made when a name changes, and the search in files without an index of words. */
const ALL_FILES = /group by "workspace_files"\."folder"|"ranked" where place <= \?|from "workspace_words"/;

/** Questions of agents about projects: what they ask for may be all of a team's rows. */
const ASKED_BY_AGENTS = /\/\* pm_query \*\//;

/** A test that looks at a whole table. */
const WHOLE_TABLE = /where "\w+"\."tenant_id" = \?(?: order by \S+)?$/;

const seen = new Set<string>();

/** Throws where the statement's plan walks through a table. A statement is looked at once. */
export function refuseScans(database: DatabaseSync, sql: string): void {
  if (seen.has(sql) || !isProduct(sql)) return;
  seen.add(sql);
  const scans = scansOf(database, sql);
  if (scans.length > 0) throw new Error(`walks through a table (${scans.join("; ")}): ${sql}`);
}

/** What the product asks through `dbFor` names its tables in quotes; a test's own words do not. */
function isProduct(sql: string): boolean {
  return /^\s*(?:select|update|delete|insert|with)\b/i.test(sql) && /(?:from|update|into) "/i.test(sql);
}

/** The lines of a plan that walk through all of something. A partial index holds what waits, not what was. */
export function scansOf(database: DatabaseSync, sql: string): string[] {
  const tables = new Set(
    database
      .prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'")
      .all()
      .map(({ name }) => String(name)),
  );
  const partial = new Set(
    database
      .prepare("select name from sqlite_master where type = 'index' and sql like '% where %'")
      .all()
      .map(({ name }) => String(name)),
  );
  const plan = database
    .prepare(`explain query plan ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
  return [...plan.filter(scans), ...teamsWhole(plan)];

  function scans(detail: string): boolean {
    const [, table = "", index = ""] = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
    return tables.has(table) && !FEW.test(table) && !partial.has(index);
  }

  /** Where all rows of a team are read: only what comes in the order of the index may, as far as a page goes. */
  function teamsWhole(lines: readonly string[]): string[] {
    const isPage =
      /\blimit \?/i.test(sql) && !lines.some((detail) => detail.startsWith("USE TEMP B-TREE FOR ORDER BY"));
    if (isPage || ALL_FILES.test(sql) || ASKED_BY_AGENTS.test(sql) || WHOLE_TABLE.test(sql)) return [];
    return lines.filter((detail) => {
      const [, table = "", index = ""] =
        /^SEARCH (\S+) USING (?:COVERING )?INDEX (\S+) \(tenant_id=\?\)$/.exec(detail) ?? [];
      return tables.has(table) && !FEW.test(table) && !FEW_OF_A_TEAM.test(table) && !partial.has(index);
    });
  }
}
