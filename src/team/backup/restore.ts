/**
 * Restores a team from its backup. Its row of `tenants`, which makes a team live, is written last: until then
 * nothing written is visible, also to the scheduler, and everything can be repeated. With that row, whatever
 * might act a second time is paused (pause.ts).
 */
import { NUMBERED, reserveEvents, writeRows, type Row } from "../../platform/db/move-rows.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ConversationAddress } from "../../agent/api/objects.ts";
import type { StoredRows } from "../../platform/api/stored-rows.ts";
import { pause } from "./pause.ts";
import type { BackupDeps } from "./ports.ts";
import { conversationIds, tableOf } from "./read.ts";
import { searchTeam } from "./search-after.ts";
import {
  beginRecord,
  databaseOf,
  directoryOf,
  finishRecord,
  homeOf,
  lastRecord,
  noteProgress,
  openRecord,
  type TeamRecord,
} from "./records.ts";
import type { Paused, TeamRow } from "../api/team-copies.ts";

const SETTLED = 20;

export interface Restore {
  /** The hash of the backup. */
  readonly backup: string;
  readonly database: string;
  /** Offset added to event numbers, which belong to the database. */
  readonly shift: number;
  /** What was paused; absent while rows are written and verified. */
  readonly paused?: Paused;
}

/** `writing`: rows are written and verified. `resting`: they matched. */
export type Step = "writing" | "resting";

/** Starts a restore, or resumes one of the same backup. Throws `exists`, `conflict`. */
export async function beginRestore(
  deps: BackupDeps,
  team: string,
  input: {
    readonly backup: string;
    readonly highestEvent: number;
    readonly domains: readonly string[];
    readonly emails: readonly string[];
  },
): Promise<{ readonly step: Step }> {
  if ((await homeOf(deps, team)) !== null)
    throw new AppError("exists", "A team with this ID already exists here. It was not changed.");
  if ((await openRecord(deps, team, "deletion")) !== null)
    throw new AppError("conflict", "The team is being deleted. Wait until the deletion has finished.");
  const known = await openRecord<Restore>(deps, team, "restore");
  if (known !== null && known.progress.backup !== input.backup)
    throw new AppError(
      "conflict",
      "Another backup of this team is being restored. Continue with that one, or delete what exists of the team.",
    );
  if (known !== null) return { step: known.progress.paused === undefined ? "writing" : "resting" };
  await refuseTaken(deps, input);
  const left = await searchTeam(deps, team);
  if (left.length > 0)
    throw new AppError("conflict", "Data of this team already exists here. Delete it first.", {
      details: { left },
    });
  const database = [...deps.databases.keys()].at(-1) ?? "DB";
  const shift = await reserveEvents(databaseOf(deps, database), team, input.highestEvent);
  await beginRecord<Restore>(deps, team, "restore", { backup: input.backup, database, shift });
  deps.logger.info("tenant.restore", { tenantId: team, state: "begun" });
  return { step: "writing" };
}

/** Refuses values that must be unique within a deployment and belong to another team. */
async function refuseTaken(
  deps: BackupDeps,
  input: { readonly domains: readonly string[]; readonly emails: readonly string[] },
): Promise<void> {
  for (const d1 of deps.databases.values()) {
    const taken = await d1
      .prepare(
        `select domain as taken from tenant_domains where domain in (select value from json_each(?))
         union all select email from users where email in (select value from json_each(?)) limit 5`,
      )
      .bind(JSON.stringify(input.domains), JSON.stringify(input.emails))
      .all<{ taken: string }>();
    if (taken.results.length > 0)
      throw new AppError(
        "exists",
        `Another team here has ${taken.results.map((row) => row.taken).join(", ")}. Nothing was restored.`,
      );
  }
}

/** Writes rows of the team; none if it is live, and none that name another team. */
export async function restoreRows(
  deps: BackupDeps,
  team: string,
  page: { readonly table: string; readonly columns: readonly string[]; readonly rows: readonly Row[] },
): Promise<void> {
  const progress = await requireWriting(deps, team);
  const table = tableOf(page);
  const [owner, number] = [table.columns.indexOf("tenant_id"), table.columns.indexOf("seq")];
  const shifts = NUMBERED.has(table.name) && number >= 0;
  for (const row of page.rows)
    if (row.length !== table.columns.length || row[owner] !== team)
      throw new AppError("invalid_request", `A row of ${table.name} belongs to another team.`);
  const rows = shifts
    ? page.rows.map((row) => row.with(number, Number(row[number]) + progress.shift))
    : page.rows;
  await writeRows(databaseOf(deps, progress.database), team, table, rows);
}

/**
 * Throws `conflict` if nothing may be written for the team: because it is live, or because the written data
 * was already verified.
 */
export async function requireWriting(deps: BackupDeps, team: string): Promise<Restore> {
  const { progress } = await requireRestore(deps, team);
  if (progress.paused === undefined) return progress;
  throw new AppError(
    "conflict",
    "The restore was already compared with its backup, so nothing more can be written.",
  );
}

/** Throws `conflict` without a restore in progress: nothing is written to live teams. */
async function requireRestore(deps: BackupDeps, team: string): Promise<TeamRecord<Restore>> {
  const record = await openRecord<Restore>(deps, team, "restore");
  if (record === null || (await homeOf(deps, team)) !== null)
    throw new AppError("conflict", "No restore of this team is in progress.");
  return record;
}

/**
 * Writes rows of one of the team's objects; a conversation's own row must name this team and conversation.
 */
export async function restoreObjectRows(
  deps: BackupDeps,
  team: string,
  conversationId: string | null,
  tables: StoredRows["tables"],
): Promise<void> {
  await requireWriting(deps, team);
  const places = deps.places(team);
  for (const { table, columns, rows } of tables) {
    if (conversationId === null || table !== "conversation") continue;
    for (const row of rows) requireOwn(row[columns.indexOf("identity")], team, conversationId);
  }
  const object = await (conversationId === null ? places.tenant() : places.conversation(conversationId));
  await object.writeStored(tables);
}

function requireOwn(identity: unknown, team: string, conversationId: string): void {
  const named = JSON.parse(String(identity)) as Partial<ConversationAddress> | null;
  if (named?.tenantId !== team || named.conversationId !== conversationId)
    throw new AppError("invalid_request", "This conversation belongs to another team.");
}

/**
 * Called after the written data was read back and matched: pauses everything that might act a second time,
 * before the team becomes live. Afterwards nothing more is written from the backup. Idempotent.
 */
export async function pauseRestore(deps: BackupDeps, team: string, madeAt: string): Promise<void> {
  const { id, progress } = await requireRestore(deps, team);
  if (progress.paused !== undefined) return;
  const d1 = databaseOf(deps, progress.database);
  if (deps.databases.size > 1)
    await directoryOf(deps)
      .prepare("insert or ignore into tenant_homes (tenant_id, database) values (?, ?)")
      .bind(team, progress.database)
      .run();
  const at = isoTime(deps.clock.now());
  await (await deps.places(team).tenant()).forgetLimits(team);
  const paused = await pause(d1, { team, at, madeAt, agents: deps.agents });
  await noteProgress(deps, id, { ...progress, paused });
}

/** Ends open turns of the next conversations. Idempotent. */
export async function settleConversations(
  deps: BackupDeps,
  team: string,
  after: string,
): Promise<{ readonly after: string; readonly isLast: boolean }> {
  const { progress } = await requireRestore(deps, team);
  const d1 = databaseOf(deps, progress.database);
  const ids = await conversationIds(d1, team, after, SETTLED);
  const at = isoTime(deps.clock.now());
  for (const conversationId of ids) {
    const object = await deps.places(team).conversation(conversationId);
    await object.endRestored({ tenantId: team, conversationId }, at);
  }
  return { after: ids.at(-1) ?? after, isLast: ids.length < SETTLED };
}

/** Makes the team live. Idempotent. */
export async function finishRestore(deps: BackupDeps, team: TeamRow): Promise<{ readonly paused: Paused }> {
  const known = await lastRecord<Restore>(deps, team.id, "restore");
  if (known?.progress.paused === undefined)
    throw new AppError("conflict", "The restored data has not been compared with the backup yet.");
  const { paused, database } = known.progress;
  if (known.finishedAt !== null) return { paused };
  await databaseOf(deps, database)
    .prepare(
      "insert or ignore into tenants (id, name, time_zone, created_at, jobs_version, moving) values (?, ?, ?, ?, ?, 0)",
    )
    .bind(team.id, team.name, team.time_zone, team.created_at, team.jobs_version)
    .run();
  await (await deps.places(team.id).search()).rebuild(team.id);
  await finishRecord(deps, known.id, isoTime(deps.clock.now()), { paused });
  deps.logger.info("tenant.restore", { tenantId: team.id, state: "finished" });
  return { paused };
}
