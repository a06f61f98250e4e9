/**
 * A team comes back from its backup. Its row of `tenants`, which is what makes a team live, is written last: until then nobody finds what was written,
 * the clock neither, and all of it may be repeated. With that row comes everything into rest that might do something a second time (pause.ts).
 */
import { NUMBERED, reserveEvents, writeRows, type Row } from "../../platform/db/move-rows.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ConversationAddress, StoredRows } from "../../agent/api/objects.ts";
import { pause, type Paused } from "./pause.ts";
import type { BackupDeps } from "./ports.ts";
import { conversationIds, tableOf, type TeamRow } from "./read.ts";
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

const SETTLED = 20;

/** How a restore is done. */
export interface Restore {
  /** The hash of the backup. */
  readonly backup: string;
  readonly database: string;
  /** Added to the numbers of events, which are the database's. */
  readonly shift: number;
  /** What came into rest; left out while rows are written and compared. */
  readonly paused?: Paused;
}

/** `writing`: rows are written and compared. `resting`: they were the same. */
export type Step = "writing" | "resting";

/** Begins a restore, or goes on with one of the same backup. Throws `exists`, `conflict`. */
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
    throw new AppError("exists", "A team of this id lives here. It is left as it is.");
  if ((await openRecord(deps, team, "deletion")) !== null)
    throw new AppError("conflict", "The team is being deleted. Let the deletion end first.");
  const known = await openRecord<Restore>(deps, team, "restore");
  if (known !== null && known.progress.backup !== input.backup)
    throw new AppError(
      "conflict",
      "Another backup of this team is being restored. Go on with that one, or delete what there is of the team.",
    );
  if (known !== null) return { step: known.progress.paused === undefined ? "writing" : "resting" };
  await refuseTaken(deps, input);
  const left = await searchTeam(deps, team);
  if (left.length > 0)
    throw new AppError("conflict", "There is something of this team here already. Delete it first.", {
      details: { left },
    });
  const database = [...deps.databases.keys()].at(-1) ?? "DB";
  const shift = await reserveEvents(databaseOf(deps, database), team, input.highestEvent);
  await beginRecord<Restore>(deps, team, "restore", { backup: input.backup, database, shift });
  deps.logger.info("tenant.restore", { tenantId: team, state: "begun" });
  return { step: "writing" };
}

/** Refuses what only one team of a deployment can have, and another one has. */
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

/** Writes rows of the team's own; none where it lives, and none that names another team. */
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

/** Throws `conflict` where nothing is written of the team: where it lives, and where what was written has been compared. */
export async function requireWriting(deps: BackupDeps, team: string): Promise<Restore> {
  const { progress } = await requireRestore(deps, team);
  if (progress.paused === undefined) return progress;
  throw new AppError("conflict", "The restore has been compared with its backup: nothing more is written.");
}

/** Throws `conflict` where no restore of the team goes on: nothing is written into what lives. */
async function requireRestore(deps: BackupDeps, team: string): Promise<TeamRecord<Restore>> {
  const record = await openRecord<Restore>(deps, team, "restore");
  if (record === null || (await homeOf(deps, team)) !== null)
    throw new AppError("conflict", "No restore of this team is under way.");
  return record;
}

/** Writes rows of one of the team's objects; a conversation's own row must name this team and this conversation. */
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
 * What was written has been read back and was the same: everything that might do something a second time comes into rest, still before the team lives.
 * From here on nothing more is written from the backup. A repeat changes nothing.
 */
export async function rest(deps: BackupDeps, team: string, madeAt: string): Promise<void> {
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

/** Ends the open turns of the next conversations. May be repeated. */
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

/** The team lives again. A repeat answers the same. */
export async function finishRestore(deps: BackupDeps, team: TeamRow): Promise<{ readonly paused: Paused }> {
  const known = await lastRecord<Restore>(deps, team.id, "restore");
  if (known?.progress.paused === undefined)
    throw new AppError("conflict", "What was restored has not been compared with the backup yet.");
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
