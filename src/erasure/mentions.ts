/**
 * Rows that mention somebody and are not theirs: every table of the team is walked, so many rows at a time, and what belongs to them is taken out. A row
 * whose key holds it goes whole. It looks at all rows of a table on purpose: work behind a queue, never a request's.
 */
import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as schema from "../db/index.ts";
import { ByIds, erasures, texts, type Statement, type TenantDb, type TenantTable } from "../db/index.ts";
import type { KeptMention } from "../protocol/erasure.ts";
import { ERASED, type Mark } from "./mark.ts";

/** Rows of a table, of whichever teams, that one look passes over. */
const WINDOW = 1_000;

/**
 * What is done with a row that mentions them. `mask`: only what is theirs in it. `drop`: the row, which is of use only as it was. `list`: nothing; people
 * change it themselves. `keep`: it is not even looked at, because it is of the team itself, hashed or sealed.
 */
type Treatment = "mask" | "drop" | "list" | "keep";

/** Every table of a team's rows. A new one is one line here; a test fails while it is missing. */
export const TREATMENTS: Readonly<Record<string, Treatment>> = {
  account_keys: "drop",
  account_paces: "keep",
  account_sources: "drop",
  account_words: "drop",
  accounts: "list",
  agent_configs: "mask",
  agent_instructions: "list",
  approval_tokens: "keep",
  agent_days: "keep",
  matter_days: "keep",
  approvals: "mask",
  archive_pages: "keep",
  audit: "mask",
  automation_rules: "list",
  baseline_tasks: "mask",
  calls: "drop",
  checklist_items: "mask",
  comments: "mask",
  connections: "keep",
  consents: "keep",
  contact_keys: "drop",
  contact_syncs: "keep",
  contact_words: "drop",
  contacts: "mask",
  conversation_quotes: "drop",
  conversations: "mask",
  custom_field_definitions: "list",
  custom_field_values: "drop",
  earned_tallies: "keep",
  effects: "mask",
  entities: "drop",
  entity_rulings: "keep",
  entity_words: "drop",
  erased_keys: "keep",
  erasures: "keep",
  escalations: "keep",
  event_cursors: "keep",
  events: "drop",
  examples: "mask",
  first_steps: "keep",
  form_submissions: "mask",
  forms: "list",
  goal_task_links: "keep",
  goals: "list",
  inbound_events: "drop",
  invites: "keep",
  join_requests: "drop",
  knowledge_items: "list",
  knowledge_sources: "keep",
  mail_backlog: "drop",
  mail_cursors: "mask",
  mail_failures: "drop",
  mails: "mask",
  mcp_grants: "keep",
  mcp_servers: "keep",
  mentions: "drop",
  mirror_files: "list",
  mirror_unreadable: "list",
  mirrors: "keep",
  notification_deliveries: "keep",
  notification_preferences: "keep",
  notification_reads: "drop",
  notifications: "mask",
  on_call_settings: "keep",
  opt_outs: "drop",
  project_agent_runs: "mask",
  project_changes: "mask",
  project_documents: "list",
  project_phases: "list",
  projects: "list",
  push_subscriptions: "keep",
  rates: "list",
  reply_templates: "list",
  routing_settings: "list",
  run_traces: "mask",
  runs: "mask",
  saved_views: "list",
  schedules: "list",
  search_outbox: "drop",
  sessions: "keep",
  settings: "list",
  skill_switches: "keep",
  skill_uses: "drop",
  slack_cards: "keep",
  slack_inbox: "drop",
  status_changes: "keep",
  tags: "list",
  task_assignments: "keep",
  task_dependencies: "keep",
  task_tags: "keep",
  tasks: "mask",
  tenant_domains: "keep",
  text_backfills: "mask",
  text_threads: "drop",
  texts: "mask",
  thread_entries: "mask",
  thread_reads: "drop",
  thread_views: "mask",
  upkeep_lines: "list",
  upkeep_plans: "drop",
  urgency_checks: "drop",
  users: "keep",
  work_leases: "keep",
  workspace_files: "list",
  workspace_folders: "list",
  workspace_state: "mask",
  workspace_versions: "list",
  workspace_words: "list",
};

/** Where people change what is only listed. */
const PLACES: Readonly<Record<string, { readonly what: string; readonly path: string | null }>> = {
  agent_instructions: { what: "Instructions of an agent", path: "/settings/agents" },
  knowledge_items: { what: "Something of a connected service", path: "/settings/sources" },
  mirror_files: { what: "A file name in the copy on GitHub", path: "/settings/mirror" },
  mirror_unreadable: { what: "A file name in the copy on GitHub", path: "/settings/mirror" },
  automation_rules: { what: "A rule of your projects", path: "/projects" },
  custom_field_definitions: { what: "A field of your tasks", path: "/projects" },
  forms: { what: "A form", path: "/projects" },
  goals: { what: "A goal", path: "/projects" },
  project_documents: { what: "The title of a project’s document", path: "/projects" },
  project_phases: { what: "A phase of a project", path: "/projects" },
  projects: { what: "A project", path: "/projects" },
  rates: { what: "A rate", path: "/projects" },
  reply_templates: { what: "A saved reply", path: "/settings/templates" },
  routing_settings: { what: "A notification rule", path: "/settings/routing" },
  schedules: { what: "A schedule", path: "/schedules" },
  saved_views: { what: "A saved view of tasks", path: "/projects" },
  settings: { what: "Your policy", path: "/settings/policy" },
  tags: { what: "A tag", path: "/projects" },
  upkeep_lines: { what: "A note that upkeep has looked at", path: "/settings/upkeep" },
  workspace_files: { what: "The name of a file", path: null },
  workspace_folders: { what: "The name of a folder", path: "/workspace" },
  workspace_versions: { what: "The name of a file in its history", path: null },
  workspace_words: { what: "A file", path: null },
};

/** Every table with rows of teams, in a fixed order. */
export const WALKED: readonly { readonly name: string; readonly table: TenantTable }[] = Object.values(schema)
  .filter((table): table is never => is(table, SQLiteTable) && "tenantId" in (table as object))
  .map((table: TenantTable) => ({ name: getTableName(table), table }))
  .toSorted((left, right) => (left.name < right.name ? -1 : 1));

/** What a page of the walk came to. */
export interface WalkedPage {
  readonly changed: number;
  readonly left: readonly KeptMention[];
  /** Where to go on: a table and a row number; null at the end. */
  readonly next: readonly [string, number] | null;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Takes them out of the next page of rows, together with the statement that notes how many there were. May be repeated. Without `note` it changes nothing
 * and answers what stands there.
 */
export async function walkMentions(
  db: TenantDb,
  erasureId: string,
  mark: Mark,
  [name, after]: readonly [string, number],
  note: ((count: number) => Statement) | null,
): Promise<WalkedPage> {
  const at = WALKED.findIndex((walked) => walked.name >= name);
  const walked = WALKED[at];
  if (walked === undefined) return { changed: 0, left: [], next: null };
  const nextName = WALKED[at + 1]?.name;
  const over: WalkedPage = { changed: 0, left: [], next: nextName === undefined ? null : [nextName, 0] };
  const treatment = TREATMENTS[walked.name] ?? "mask";
  if (treatment === "keep" || (treatment === "list" && note !== null)) return over;
  const from = walked.name === name ? after : 0;
  const last = await windowEnd(db, erasureId, walked.table, from);
  if (last === null) return over;
  const found = await rowsIn(db, walked.table, mark, [from, last]);
  const next = [walked.name, last] as const;
  if (note === null) return { changed: 0, left: leftIn(walked.name, found), next };
  if (found.length > 0) {
    const changes = found.map((row) => statementFor(db, walked.table, treatment, mark, row));
    await db.batch([...changes, note(found.length)]);
  }
  return { changed: found.length, left: [], next };
}

/** The row number a look passes over the table to; null where no rows follow. Reads numbers alone, whosesoever they are. */
async function windowEnd(
  db: TenantDb,
  erasureId: string,
  table: TenantTable,
  from: number,
): Promise<number | null> {
  const numbers = sql`select rowid as number from ${table} where rowid > ${from} order by rowid limit ${WINDOW}`;
  const [row] = await db.pick(
    { last: sql<number | null>`(select max(number) from (${numbers}))`.as("last") },
    erasures,
    eq(erasures.id, erasureId),
  );
  const last = row?.["last"] ?? null;
  return last === null ? null : Number(last);
}

async function rowsIn(
  db: TenantDb,
  table: TenantTable,
  mark: Mark,
  [from, to]: readonly [number, number],
): Promise<Row[]> {
  const columns = getTableColumns(table);
  const inWindow = new ByIds(sql`rowid > ${from} and rowid <= ${to}`);
  const rows: Row[] = await db.pick(
    { ...columns, rowNumber: sql<number>`rowid`.as("row_number") },
    table,
    inWindow,
  );
  return rows.filter((row) => mark.isIn({ ...row, rowNumber: null }));
}

/** Of files each by itself, of all else how many. */
function leftIn(name: string, found: readonly Row[]): KeptMention[] {
  if (found.length === 0) return [];
  const { what, path } = PLACES[name] ?? { what: `Records that came in meanwhile (${name})`, path: null };
  const ids = found.map((row) => (name === "workspace_files" ? row["id"] : row["fileId"]));
  if (typeof ids[0] !== "string") return [{ what, path, fileId: null, count: found.length }];
  return [...new Set(ids)].map((id) => ({ what, path: null, fileId: String(id), count: 1 }));
}

function statementFor(
  db: TenantDb,
  table: TenantTable,
  treatment: Treatment,
  mark: Mark,
  { rowNumber, ...row }: Row,
): Statement {
  const isIt = sql`rowid = ${rowNumber}`;
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  const changed = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (mark.isIn(value) ? [[name, mark.without(value)]] : [])),
  );
  const keys = keyColumns(table);
  const isKeyed = Object.keys(changed).some((name) => keys.has(columns[name]?.name ?? ""));
  if (treatment === "drop" || isKeyed || isOnlyTheirs(table, row, mark)) return db.remove(table, isIt);
  const set = { ...changed, ...sentenceless(table), ...unsalted(table), ...withoutThem(table, row, mark) };
  return db.update(table, set as never, isIt);
}

/** A sentence of the audit log about them names them too. */
function sentenceless(table: TenantTable): Row {
  return table === schema.audit ? { sentence: "Erased at a person’s request.", changes: null } : {};
}

/** A change of a record keeps its seal and can't be compared with its words any more. */
function unsalted(table: TenantTable): Row {
  return table === schema.projectChanges ? { salt: null } : {};
}

/** A text of theirs that came in while their rows were on their way out. */
function isOnlyTheirs(table: TenantTable, row: Row, mark: Mark): boolean {
  if (table !== texts || !mark.isIn(row["contactNumber"])) return false;
  return row["direction"] === "incoming" || row["others"] === null;
}

/** A text of ours to several is with the first of the others from now on. */
function withoutThem(table: TenantTable, row: Row, mark: Mark): Row {
  if (table !== texts || !Array.isArray(row["others"])) return {};
  const others = row["others"].filter((number) => !mark.isIn(number));
  if (!mark.isIn(row["contactNumber"])) return { others: others.length === 0 ? [ERASED] : others };
  const [first = ERASED, ...rest] = others;
  return { contactNumber: first, others: rest.length === 0 ? null : rest };
}

/** Columns by which rows are told apart: masked, two rows could become one. */
function keyColumns(table: TenantTable): ReadonlySet<string> {
  const { columns, primaryKeys, indexes } = getTableConfig(table);
  const unique = indexes.filter(({ config }) => config.unique).flatMap(({ config }) => config.columns);
  const named = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)];
  return new Set([...named, ...unique].flatMap((column) => ("name" in column ? [String(column.name)] : [])));
}
