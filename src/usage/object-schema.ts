/** Tables of the TenantObject, in its own SQLite. Ordered, forward-only: a released step is never changed, only followed. */
import type { ObjectSql } from "./object-sql.ts";

const STEPS: readonly string[] = [
  `create table reservations (
     id text primary key,
     month text not null,
     reserved_micro_usd integer not null,
     charged_micro_usd integer not null,
     state text not null,
     lapses_at_ms integer not null
   ) without rowid;
   create index reservations_open on reservations (state, lapses_at_ms);
   create table months (
     month text primary key,
     spent_micro_usd integer not null,
     warned_at_ms integer,
     stopped_at_ms integer
   ) without rowid;
   create table tool_calls (id text primary key, at_ms integer not null) without rowid;
   create index tool_calls_at on tool_calls (at_ms);
   create table limits (
     only integer primary key check (only = 1),
     tenant_id text not null,
     tool_calls_per_hour integer not null,
     monthly_budget_micro_usd integer not null,
     time_zone text not null,
     read_at_ms integer not null
   );
   create table ended_sessions (session_id text primary key, ended_at_ms integer not null) without rowid;
   create table session_sockets (
     session_id text not null,
     conversation_id text not null,
     noted_at_ms integer not null,
     primary key (session_id, conversation_id)
   ) without rowid;`,
];

/** Brings the object's tables up to date. Safe to repeat; runs in one transaction with what calls it. */
export function migrateTenantObject(sql: ObjectSql): void {
  sql.exec(
    "create table if not exists schema_version (only integer primary key check (only = 1), version integer not null)",
  );
  sql.exec("insert or ignore into schema_version (only, version) values (1, 0)");
  const version = Number(sql.exec("select version from schema_version").toArray()[0]?.["version"] ?? 0);
  STEPS.slice(version).forEach((step, offset) => {
    for (const statement of step.split(";")) if (statement.trim() !== "") sql.exec(statement);
    sql.exec("update schema_version set version = ?", version + offset + 1);
  });
}
