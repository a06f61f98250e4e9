/** SQLite schema of the SearchObject. Ordered and forward-only: a released step is never changed. */
import { migrateObject, type ObjectSql } from "../../platform/db/object-sql.ts";

const STEPS: readonly (readonly string[])[] = [
  [
    // Deleted items stay as tombstones with their version, so that a late, older reading doesn't bring them back.
    `create table items (
       row integer primary key, source text not null, id text not null, version integer not null, gone integer not null,
       title text not null, text text not null, keywords text not null, at_ms integer not null, url text not null,
       thread text, meta text not null)`,
    "create unique index items_once on items (source, id)",
    "create index items_thread on items (thread, at_ms)",
    // Words by stem ("heating" finds "heater's heat"), and as written, for incomplete words.
    `create virtual table stems using fts5(title, text, keywords, content='items', content_rowid='row',
       tokenize='porter unicode61 remove_diacritics 2')`,
    `create virtual table words using fts5(title, text, keywords, content='items', content_rowid='row',
       tokenize='unicode61 remove_diacritics 2', prefix='2 3 4')`,
    `create table rebuild (
       only_row integer primary key check (only_row = 1), tenant_id text not null, started_at_ms integer not null,
       source text not null, after text, done integer not null, failures integer not null, problem text)`,
  ],
  // Counts items by kind without reading them.
  ["create index items_live on items (source) where gone = 0"],
  // Passages for questions: `about` is a passage's place, `context` adds the text before it.
  [
    `create table passages (
       row integer primary key, item integer not null, ordinal integer not null, source text not null, thread text, at_ms integer not null,
       text text not null, about text not null, context text not null)`,
    "create index passages_item on passages (item)",
    "create index passages_thread on passages (thread, at_ms, row) where thread is not null",
    `create virtual table passage_stems using fts5(text, context, content='passages', content_rowid='row',
       tokenize='porter unicode61 remove_diacritics 2')`,
  ],
  // Pending vector work and the current model. Rows are never reused: a vector found after its passage was deleted must not belong to
  // another.
  [
    "create table vector_work (row integer primary key, gone integer not null)",
    "create table vector_model (one integer primary key check (one = 1), model text not null, tenant text not null)",
    "create table passage_rows (one integer primary key check (one = 1), last integer not null)",
    "insert into passage_rows select 1, coalesce(max(row), 0) from passages",
  ],
  // The number of passages, for word weights.
  [
    "create table passage_count as select 1 as one, count(*) as there from passages",
    "create unique index passage_count_once on passage_count (one)",
  ],
  // Supports questions that give only a time ("what came in yesterday").
  ["create index passages_at on passages (at_ms)"],
  // An item's source, for access control. An index without this is rebuilt.
  [
    "alter table items add column shelf text",
    "create index items_shelf on items (shelf) where shelf is not null",
    `create table unshelved as select 1 as one where exists
       (select 1 from items where gone = 0 and source in ('email', 'document', 'event', 'issue') and url like '/knowledge/%')`,
  ],
  // State and last result of the nightly check, as JSON (check.ts). `untidy` has a row while deleted words remain in the full-text index.
  [
    "create table checks (one integer primary key check (one = 1), state text, report text)",
    "create table untidy (one integer primary key check (one = 1))",
    "insert into untidy values (1)",
  ],
  // Trigrams of files (file-grams.ts). Files indexed earlier are behind until a rebuild.
  [
    `create virtual table file_grams using fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
    "create virtual table file_terms using fts5vocab('file_grams', 'row')",
    "create table file_cuts (row integer primary key)",
    "create table file_count (one integer primary key check (one = 1), there integer not null)",
    "insert into file_count values (1, 0)",
    "create table files_behind as select 1 as one where exists (select 1 from items where gone = 0 and source = 'file')",
  ],
  // Scripts without spaces are split (parts.ts): an index with older text in them is rebuilt.
  [
    `create table unparted as select 1 as one where exists
       (select 1 from items where gone = 0 and (title || text) glob '*[\u0e00-\u109f\u1780-\u17ff\u3040-\u9fff\ua000-\ua4cf\uac00-\ud7a3]*')`,
  ],
  // Plain forms of words are keywords (match.ts): an index with words in other forms is rebuilt.
  [
    `insert into unparted select 1 where exists
       (select 1 from items where gone = 0 and (title || text) glob '*[\u05b0-\u05c7\u064b-\u0652\uff10-\uffdc]*')`,
  ],
  // Tasks hold the team's own fields: an index with tasks of before is rebuilt.
  ["insert into unparted select 1 where exists (select 1 from items where gone = 0 and source = 'task')"],
];

/** Migrates the object's tables. */
export function migrateSearchObject(sql: ObjectSql): void {
  migrateObject(sql, STEPS);
}
