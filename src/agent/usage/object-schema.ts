/** Tables of the TenantObject in its own SQLite. Ordered, forward-only migrations: a released step is never changed. */
import { tablesOfSteps } from "../../platform/db/object-rows.ts";
import { migrateObject, type ObjectSql } from "../../platform/db/object-sql.ts";

const STEPS: readonly (readonly string[])[] = [
  [
    `create table reservations (
       id text primary key, month text not null, reserved_micro_usd integer not null, charged_micro_usd integer not null,
       state text not null, lapses_at_ms integer not null) without rowid`,
    "create index reservations_open on reservations (state, lapses_at_ms)",
    `create table months (
       month text primary key, spent_micro_usd integer not null, warned_at_ms integer, stopped_at_ms integer) without rowid`,
    "create table tool_calls (id text primary key, at_ms integer not null) without rowid",
    "create index tool_calls_at on tool_calls (at_ms)",
    `create table limits (
       only_row integer primary key check (only_row = 1), tool_calls_per_hour integer not null,
       monthly_budget_micro_usd integer not null, time_zone text not null, read_at_ms integer not null)`,
    "create table ended_sessions (session_id text primary key, ended_at_ms integer not null) without rowid",
    `create table session_sockets (
       session_id text not null, conversation_id text not null, noted_at_ms integer not null,
       primary key (session_id, conversation_id)) without rowid`,
  ],
  // JSON list of the agents an admin turned off.
  ["alter table limits add column disabled_agents text"],
  [
    "alter table tool_calls add column counted_as text not null default 'call'",
    "create index tool_calls_counted on tool_calls (counted_as, at_ms)",
  ],
];

export function migrateTenantObject(sql: ObjectSql): void {
  migrateObject(sql, STEPS);
}

export const TENANT_TABLES: readonly string[] = tablesOfSteps(STEPS);
