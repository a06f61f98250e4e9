/**
 * Masks mentions in rows that are not the person's own: every table of the team is scanned in windows. A row
 * whose key contains their data is deleted. Scans all rows of a table on purpose: background work, never
 * within a request.
 */
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { allTables } from "../../platform/db/all-tables.ts";
import { fromFeatures } from "../../kernel/features.ts";
import { audit, ByIds, type Statement, type TenantDb, type TenantTable } from "../../platform/db/index.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { projectChanges } from "../../projects/tables/projects.ts";
import { erasures } from "../tables/erasure.ts";
import { texts } from "../../messaging/tables/inbox.ts";
import type { KeptMention } from "../api/erasure.ts";
import { mentionInConversation, takenOutOf } from "./hits.ts";
import { ERASED, type Mark } from "./mark.ts";

/** Rows of a table, of any team, per window. */
const WINDOW = 1_000;

/**
 * How rows that mention the person are treated. `mask`: their data is masked. `drop`: a row with their
 * number, address or ID is deleted, because it is useless when masked; their name is masked. `index`: search
 * words; a row with any of their words is deleted. `list`: unchanged; people edit it themselves. `keep`: not
 * scanned, because it contains only IDs, figures, hashes and encrypted bytes. Whatever still mentions them
 * afterwards is listed on the certificate.
 */
export type Treatment = "mask" | "drop" | "index" | "list" | "keep";

declare module "../../kernel/features.ts" {
  interface Feature {
    /** What becomes of a person in its tables, by their names; every table of a team's rows says it. */
    readonly erases?: Readonly<Record<string, { readonly treatment: Treatment; readonly place?: Place }>>;
  }
}

/** Tables of rooms that do not declare it themselves. */
const TREATMENTS: Readonly<Record<string, Treatment>> = {
  account_keys: "drop",
  account_paces: "keep",
  account_sources: "drop",
  account_words: "index",
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
  connections: "list",
  consents: "keep",
  contact_keys: "drop",
  contact_syncs: "list",
  contact_words: "index",
  contacts: "mask",
  conversation_quotes: "drop",
  conversations: "mask",
  custom_field_definitions: "list",
  custom_field_values: "drop",
  earned_tallies: "list",
  effects: "mask",
  entities: "drop",
  entity_rulings: "list",
  entity_words: "index",
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
  invites: "list",
  join_requests: "drop",
  knowledge_items: "list",
  knowledge_sources: "list",
  mail_backlog: "drop",
  mail_cursors: "mask",
  mail_failures: "drop",
  mails: "mask",
  mcp_grants: "list",
  mcp_servers: "list",
  mentions: "drop",
  mirror_files: "list",
  mirror_unreadable: "list",
  mirrors: "list",
  notification_deliveries: "keep",
  notification_preferences: "keep",
  notification_reads: "drop",
  notifications: "mask",
  on_call_settings: "list",
  opt_outs: "drop",
  project_agent_runs: "mask",
  project_changes: "mask",
  project_documents: "list",
  project_phases: "list",
  projects: "list",
  push_subscriptions: "list",
  rates: "list",
  reply_templates: "list",
  routing_settings: "list",
  run_traces: "mask",
  runs: "mask",
  saved_views: "list",
  schedules: "list",
  search_outbox: "drop",
  sessions: "list",
  settings: "list",
  skill_switches: "list",
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
  users: "list",
  work_leases: "keep",
  workspace_files: "list",
  workspace_folders: "list",
  workspace_state: "mask",
  workspace_versions: "list",
  workspace_words: "list",
};

/** Describes a remaining mention and its page. Every scanned table has one. */
export interface Place {
  readonly what: string;
  readonly path: string | null;
  /** The page of a row, if it has one. */
  readonly of?: (row: Row) => string | null;
}

const at =
  (folder: string, column: string) =>
  (row: Row): string | null => {
    const id = row[column];
    return typeof id === "string" && id !== "" ? `${folder}/${encodeURIComponent(id)}` : null;
  };

/** The ID of a conversation with another contact contains their number or address. */
const ofChat = ({ id }: Row): string | null => mentionInConversation(String(id)).path;

const ACCOUNT = { what: "An account", path: "/accounts" };
const CALL = { what: "A call with someone else", path: "/texts" };
const DIRECTORY = { what: "Something in the directory", path: "/directory" };
const MAIL = { what: "An e-mail with someone else", path: "/conversations" };
const MIRROR = { what: "The copy on GitHub", path: "/settings/mirror" };
const PROJECT_RECORD = { what: "A record of a project", path: "/projects", of: at("/projects", "projectId") };
const RUN = { what: "A run", path: "/activity", of: at("/activity", "runId") };
const TASK_PART = { what: "A part of a task", path: "/projects", of: at("/tasks", "taskId") };
const TEXT = { what: "A text with someone else", path: "/texts" };
const WORKING = { what: "Working notes of lists and search", path: null };

const PLACES: Readonly<Record<string, Place>> = {
  account_keys: { ...ACCOUNT, of: at("/accounts", "accountId") },
  account_sources: { ...ACCOUNT, of: at("/accounts", "accountId") },
  account_words: { ...ACCOUNT, of: at("/accounts", "accountId") },
  accounts: { ...ACCOUNT, of: at("/accounts", "id") },
  agent_configs: { what: "Settings of an agent", path: "/settings/agents" },
  agent_instructions: { what: "Instructions of an agent", path: "/settings/agents" },
  approvals: { what: "A draft or approval", path: "/approvals", of: at("/approvals", "id") },
  audit: { what: "An entry of the audit log", path: "/settings/audit" },
  automation_rules: { what: "A rule of your projects", path: "/projects" },
  baseline_tasks: {
    what: "A task in a project’s baseline",
    path: "/projects",
    of: at("/projects", "projectId"),
  },
  calls: CALL,
  checklist_items: TASK_PART,
  comments: { what: "A comment on a task", path: "/projects", of: at("/tasks", "taskId") },
  connections: { what: "A connection", path: "/settings/connections" },
  contact_keys: { what: "Another contact", path: "/contacts", of: at("/contacts", "contactId") },
  contact_syncs: { what: "A connection", path: "/settings/connections" },
  contact_words: { what: "Another contact", path: "/contacts", of: at("/contacts", "contactId") },
  contacts: { what: "Another contact", path: "/contacts", of: at("/contacts", "id") },
  conversation_quotes: { what: "A private conversation", path: "/conversations" },
  conversations: { what: "A conversation", path: "/conversations", of: ofChat },
  custom_field_definitions: { what: "A field of your tasks", path: "/projects" },
  custom_field_values: TASK_PART,
  earned_tallies: { what: "An earned rule", path: "/settings/policy" },
  effects: { what: "A draft or approval", path: "/approvals", of: at("/approvals", "approvalId") },
  entities: { ...DIRECTORY, of: at("/directory", "id") },
  entity_rulings: DIRECTORY,
  entity_words: { ...DIRECTORY, of: at("/directory", "entityId") },
  events: WORKING,
  examples: { what: "An example", path: "/settings/examples" },
  form_submissions: { what: "A submitted form", path: "/projects" },
  forms: { what: "A form", path: "/projects" },
  goals: { what: "A goal", path: "/projects" },
  inbound_events: WORKING,
  join_requests: { what: "A request to join", path: "/settings/team" },
  invites: { what: "An invite link", path: "/settings/team" },
  knowledge_items: {
    what: "Something of a connected service",
    path: "/settings/sources",
    of: at("/knowledge", "id"),
  },
  knowledge_sources: { what: "A source", path: "/settings/sources" },
  mail_backlog: MAIL,
  mail_cursors: MAIL,
  mail_failures: MAIL,
  mails: MAIL,
  mcp_grants: { what: "A connected app", path: "/settings/access" },
  mcp_servers: { what: "A tool server", path: "/settings/tool-servers" },
  mentions: DIRECTORY,
  mirror_files: MIRROR,
  mirror_unreadable: MIRROR,
  mirrors: MIRROR,
  notification_reads: WORKING,
  notifications: { what: "A notification", path: "/notifications" },
  on_call_settings: { what: "The on-call order", path: "/settings/on-call" },
  opt_outs: { what: "An opt-out", path: "/texts" },
  project_agent_runs: PROJECT_RECORD,
  project_changes: { what: "A project’s history", path: "/projects", of: at("/projects", "projectId") },
  project_documents: {
    what: "The title of a project’s document",
    path: "/projects",
    of: at("/projects", "projectId"),
  },
  project_phases: { what: "A phase of a project", path: "/projects", of: at("/projects", "projectId") },
  projects: { what: "A project", path: "/projects", of: at("/projects", "id") },
  push_subscriptions: { what: "A device", path: "/settings/notifications" },
  rates: { what: "A rate", path: "/projects" },
  reply_templates: { what: "A saved reply", path: "/settings/templates" },
  routing_settings: { what: "A notification rule", path: "/settings/routing" },
  run_traces: RUN,
  runs: { ...RUN, of: at("/activity", "id") },
  saved_views: { what: "A saved view of tasks", path: "/projects" },
  schedules: { what: "A schedule", path: "/schedules" },
  search_outbox: WORKING,
  sessions: { what: "A session", path: "/settings/sessions" },
  settings: { what: "Your policy", path: "/settings/policy" },
  skill_switches: { what: "A skill", path: "/skills" },
  skill_uses: { what: "A skill", path: "/skills" },
  slack_inbox: { what: "A message from Slack", path: null },
  tags: { what: "A tag", path: "/projects" },
  tasks: { what: "A task", path: "/projects", of: at("/tasks", "id") },
  text_backfills: TEXT,
  text_threads: TEXT,
  texts: TEXT,
  thread_entries: { what: "An internal note", path: "/texts" },
  thread_reads: TEXT,
  thread_views: { what: "A saved view of texts", path: "/texts" },
  upkeep_lines: { what: "A note that upkeep has looked at", path: "/settings/upkeep" },
  upkeep_plans: { what: "A plan of the daily upkeep", path: "/settings/upkeep" },
  urgency_checks: WORKING,
  users: { what: "A member", path: "/settings/team" },
  workspace_files: { what: "The name of a file", path: null },
  workspace_folders: { what: "The name of a folder", path: "/workspace" },
  workspace_state: { what: "The workspace", path: "/workspace" },
  workspace_versions: { what: "The name of a file in its history", path: null },
  workspace_words: { what: "A file", path: null },
};

/** What is done with rows of every table, by its name. */
export const treatments = fromFeatures((features): Readonly<Record<string, Treatment>> => {
  const declared = features.flatMap(({ erases = {} }) => Object.entries(erases));
  return { ...TREATMENTS, ...Object.fromEntries(declared.map(([name, { treatment }]) => [name, treatment])) };
});

/** Where each table's rows are shown. */
export const places = fromFeatures((features): Readonly<Record<string, Place>> => {
  const declared = features.flatMap(({ erases = {} }) => Object.entries(erases));
  return {
    ...PLACES,
    ...Object.fromEntries(
      declared.flatMap(([name, { place }]) => (place === undefined ? [] : [[name, place]])),
    ),
  };
});

/** Every table with team rows, in a fixed order. */
export const walkedTables = fromFeatures(
  (): readonly { readonly name: string; readonly table: TenantTable }[] =>
    allTables()
      .filter((table): table is TenantTable => "tenantId" in table)
      .map((table) => ({ name: getTableName(table), table }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
);

/** The result of a scanned window. */
export interface WalkedPage {
  readonly changed: number;
  readonly left: readonly KeptMention[];
  /** Where to continue: a table and row number; null at the end. */
  readonly next: readonly [string, number] | null;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Masks the person in the next window of rows, together with the statement that records how many there were,
 * and where words surround the masked data. Idempotent. Without `note` it changes nothing and returns what it
 * found.
 */
export async function walkMentions(
  db: TenantDb,
  erasureId: string,
  mark: Mark,
  [name, after]: readonly [string, number],
  note: ((count: number, left: readonly KeptMention[]) => Statement) | null,
): Promise<WalkedPage> {
  const tables = walkedTables();
  const at = tables.findIndex((candidate) => candidate.name >= name);
  const walked = tables[at];
  if (walked === undefined) return { changed: 0, left: [], next: null };
  const nextName = tables[at + 1]?.name;
  const over: WalkedPage = { changed: 0, left: [], next: nextName === undefined ? null : [nextName, 0] };
  const treatment = treatments()[walked.name] ?? "mask";
  if (treatment === "keep" || (treatment === "list" && note !== null)) return over;
  const from = walked.name === name ? after : 0;
  const last = await windowEnd(db, erasureId, walked.table, from);
  if (last === null) return over;
  const isWanted = note === null ? mark.isListed : treatment === "index" ? mark.isNamed : mark.isIn;
  const found = await rowsIn(db, walked.table, isWanted, [from, last]);
  const next = [walked.name, last] as const;
  if (note === null) return { changed: 0, left: leftIn(walked.name, mark, found), next };
  if (found.length === 0) return { changed: 0, left: [], next };
  const staying = found.filter((row) => !isGone(walked.table, treatment, mark, row));
  // The audit log's sentence is replaced entirely.
  const told = walked.table === audit ? [] : staying.filter(mark.isAmidWords);
  const left = leftIn(walked.name, mark, told).map(takenOutOf);
  const changes = found.map((row) => statementFor(db, walked.table, treatment, mark, row));
  await db.batch([...changes, note(found.length, left)]);
  return { changed: found.length, left, next };
}

/** The last row number of a window; null if no rows follow. Reads only numbers, of any team. */
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
  isWanted: Mark["isIn"],
  [from, to]: readonly [number, number],
): Promise<Row[]> {
  const columns = getTableColumns(table);
  const inWindow = new ByIds(sql`rowid > ${from} and rowid <= ${to}`);
  const rows: Row[] = await db.pick(
    { ...columns, rowNumber: sql<number>`rowid`.as("row_number") },
    table,
    inWindow,
  );
  return rows.filter((row) => isWanted({ ...row, rowNumber: null }));
}

/** Maximum rows of a window listed individually; beyond it only their count. */
const MOST_TOLD = 50;

/** Files, and records with their own page, individually; others as a count. */
function leftIn(name: string, mark: Mark, found: readonly Row[]): KeptMention[] {
  if (found.length === 0) return [];
  const place = places()[name];
  if (place === undefined) throw new TypeError(`${name} has no place on a certificate`);
  const { what, path, of } = place;
  const ids = found.map((row) => (name === "workspace_files" ? row["id"] : row["fileId"]));
  if (typeof ids[0] === "string")
    return [...new Set(ids)].map((id) => ({ what, path: null, fileId: String(id), count: 1 }));
  if (of === undefined || found.length > MOST_TOLD)
    return [{ what, path, fileId: null, count: found.length }];
  return found.map((row) => ({ what, path: pageOf(row, of, mark) ?? path, fileId: null, count: 1 }));
}

/** The page of a row, unless its address contains their data. */
function pageOf(row: Row, of: NonNullable<Place["of"]>, mark: Mark): string | null {
  const page = of(row);
  return page === null || mark.isListed(decodeURIComponent(page)) ? null : page;
}

/** Whether a row is deleted entirely. */
function isGone(table: TenantTable, treatment: Treatment, mark: Mark, row: Row): boolean {
  if (treatment === "index" || isOnlyTheirs(table, row, mark)) return true;
  const isKey = isKeyOf(table);
  return (
    (treatment === "drop" && mark.isKeyIn({ ...row, rowNumber: null })) ||
    Object.entries(row).some(([name, value]) => isKey(name) && mark.isKeyIn(value))
  );
}

/** Whether a field is part of the row's key. */
function isKeyOf(table: TenantTable): (field: string) => boolean {
  const columns: Readonly<Record<string, SQLiteColumn>> = getTableColumns(table);
  const keys = keyColumns(table);
  return (field) => keys.has(columns[field]?.name ?? "");
}

function statementFor(
  db: TenantDb,
  table: TenantTable,
  treatment: Treatment,
  mark: Mark,
  { rowNumber, ...row }: Row,
): Statement {
  const isIt = sql`rowid = ${rowNumber}`;
  if (isGone(table, treatment, mark, row)) return db.remove(table, isIt);
  const isKey = isKeyOf(table);
  // A name in a key column is kept and listed.
  const masked = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      mark.isIn(value) && !isKey(name) ? [[name, mark.without(value)]] : [],
    ),
  );
  const set = {
    ...masked,
    ...sentenceless(table),
    ...unsalted(table),
    ...withoutThem(table, row, mark),
    ...withoutQuotes(table, row, mark),
  };
  // If nothing can be masked, the row is unchanged.
  return db.update(table, (Object.keys(set).length === 0 ? { tenantId: db.tenantId } : set) as never, isIt);
}

/** Their messages are evidence on other people's drafts. */
function withoutQuotes(table: TenantTable, row: Row, mark: Mark): Row {
  if (table !== approvals || !Array.isArray(row["evidence"])) return {};
  return { evidence: row["evidence"].filter((evidence) => !mark.isNamed(evidence)) };
}

/** An audit sentence about them contains their name too. */
function sentenceless(table: TenantTable): Row {
  return table === audit ? { sentence: "Erased at a person’s request.", changes: null } : {};
}

/** A record's change keeps its seal, which can no longer be compared with its content. */
function unsalted(table: TenantTable): Row {
  return table === projectChanges ? { salt: null } : {};
}

/** Their text that arrived while their rows were being deleted. */
function isOnlyTheirs(table: TenantTable, row: Row, mark: Mark): boolean {
  if (table !== texts || !mark.isIn(row["contactNumber"])) return false;
  return row["direction"] === "incoming" || row["others"] === null;
}

/** Our text to several people now belongs to the first of the others. */
function withoutThem(table: TenantTable, row: Row, mark: Mark): Row {
  if (table !== texts || !Array.isArray(row["others"])) return {};
  const others = row["others"].filter((number) => !mark.isIn(number));
  if (!mark.isIn(row["contactNumber"])) return { others: others.length === 0 ? [ERASED] : others };
  const [first = ERASED, ...rest] = others;
  return { contactNumber: first, others: rest.length === 0 ? null : rest };
}

/** Key columns: masking them could make two rows equal. */
function keyColumns(table: TenantTable): ReadonlySet<string> {
  const { columns, primaryKeys, indexes } = getTableConfig(table);
  const unique = indexes.filter(({ config }) => config.unique).flatMap(({ config }) => config.columns);
  const named = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)];
  return new Set([...named, ...unique].flatMap((column) => ("name" in column ? [String(column.name)] : [])));
}
