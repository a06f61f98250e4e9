/** State of a team's restore or deletion, and where the team lives. */
import type { D1Database } from "@cloudflare/workers-types";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { BackupDeps } from "./ports.ts";

/** One restore or deletion. */
export interface TeamRecord<Progress> {
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly progress: Progress;
  readonly result: unknown;
}

type Kind = "restore" | "deletion";

/** The first database, which contains the directory. */
export function directoryOf({ databases }: Pick<BackupDeps, "databases">): D1Database {
  const first = databases.get("DB");
  if (first === undefined) throw new Error("the first database has no binding");
  return first;
}

/** The newest record of a kind. */
export async function lastRecord<Progress>(
  deps: Pick<BackupDeps, "databases">,
  team: string,
  kind: Kind,
): Promise<TeamRecord<Progress> | null> {
  const row = await directoryOf(deps)
    .prepare("select * from team_records where team = ? and kind = ? order by started_at desc limit 1")
    .bind(team, kind)
    .first<
      Record<"id" | "started_at" | "progress", string> & Record<"finished_at" | "result", string | null>
    >();
  return row === null
    ? null
    : {
        id: row.id,
        startedAt: row.started_at,
        finishedAt: row.finished_at,
        progress: JSON.parse(row.progress) as Progress,
        result: row.result === null ? null : (JSON.parse(row.result) as unknown),
      };
}

/** The unfinished record of a kind; null if there is none. */
export async function openRecord<Progress>(
  deps: Pick<BackupDeps, "databases">,
  team: string,
  kind: Kind,
): Promise<TeamRecord<Progress> | null> {
  const record = await lastRecord<Progress>(deps, team, kind);
  return record?.finishedAt === null ? record : null;
}

/** Returns the unfinished record if there is one. From `dueAt` on, the clock continues it. */
export async function beginRecord<Progress>(
  deps: Pick<BackupDeps, "databases" | "clock">,
  team: string,
  kind: Kind,
  progress: Progress,
  dueAt: string | null = null,
): Promise<TeamRecord<Progress>> {
  const startedAt = isoTime(deps.clock.now());
  const id = `${kind}:${team}:${startedAt}`;
  await directoryOf(deps)
    .prepare(
      `insert into team_records (id, team, kind, started_at, progress, due_at) select ?1, ?2, ?3, ?4, ?5, ?6
       where not exists (select 1 from team_records where team = ?2 and kind = ?3 and finished_at is null)`,
    )
    .bind(id, team, kind, startedAt, JSON.stringify(progress), dueAt)
    .run();
  const record = await openRecord<Progress>(deps, team, kind);
  if (record === null) throw new AppError("conflict", "That was just finished.");
  return record;
}

const WAITS = "kind = 'deletion' and finished_at is null and json_extract(progress, '$.step') = 'waiting'";

/** Starts a waiting deletion that is due. False if there is none, or it was called off. */
export async function startRecord(
  deps: Pick<BackupDeps, "databases" | "clock">,
  team: string,
  progress: unknown,
): Promise<boolean> {
  const { meta } = await directoryOf(deps)
    .prepare(
      `update team_records set started_at = ?1, due_at = ?1, progress = ?2 where team = ?3 and due_at <= ?1 and ${WAITS}`,
    )
    .bind(isoTime(deps.clock.now()), JSON.stringify(progress), team)
    .run();
  return meta.changes > 0;
}

/** Removes a waiting deletion. False if there is none, or it has started. */
export async function callOffRecord(deps: Pick<BackupDeps, "databases">, team: string): Promise<boolean> {
  const { meta } = await directoryOf(deps)
    .prepare(`delete from team_records where team = ? and ${WAITS}`)
    .bind(team)
    .run();
  return meta.changes > 0;
}

export async function noteProgress(
  deps: Pick<BackupDeps, "databases">,
  id: string,
  progress: unknown,
): Promise<void> {
  await directoryOf(deps)
    .prepare("update team_records set progress = ? where id = ? and finished_at is null")
    .bind(JSON.stringify(progress), id)
    .run();
}

export async function postponeRecord(
  deps: Pick<BackupDeps, "databases">,
  id: string,
  untilIso: string,
): Promise<void> {
  await directoryOf(deps)
    .prepare("update team_records set due_at = ? where id = ? and finished_at is null")
    .bind(untilIso, id)
    .run();
}

export async function finishRecord(
  deps: Pick<BackupDeps, "databases">,
  id: string,
  finishedAt: string,
  result: unknown,
): Promise<void> {
  await directoryOf(deps)
    .prepare(
      "update team_records set finished_at = ?, result = ?, due_at = null where id = ? and finished_at is null",
    )
    .bind(finishedAt, JSON.stringify(result), id)
    .run();
}

/** The binding of the team's database; null if it lives in none. Throws `conflict` while it moves. */
export async function homeOf(deps: Pick<BackupDeps, "databases">, team: string): Promise<string | null> {
  const move = await directoryOf(deps)
    .prepare("select step from tenant_homes where tenant_id = ? and step is not null and step <> 'kept'")
    .bind(team)
    .first();
  if (move !== null)
    throw new AppError("conflict", "The team is moving to another database. Wait until it has moved.");
  for (const [name, d1] of deps.databases) {
    const row = await d1.prepare("select id from tenants where id = ?").bind(team).first();
    if (row !== null) return name;
  }
  return null;
}

/** A database by binding name. */
export function databaseOf(deps: Pick<BackupDeps, "databases">, name: string): D1Database {
  const d1 = deps.databases.get(name);
  if (d1 === undefined) throw new Error(`${name} has no binding`);
  return d1;
}
