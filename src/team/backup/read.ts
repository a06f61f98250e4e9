/** Reads a team for a backup, and reads back what a restore wrote: bounded pages in a stable order. */
import {
  highestEvent,
  readRows,
  teamTables,
  type RowsPage,
  type TeamTable,
} from "../../platform/db/move-rows.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TeamFile } from "../../platform/team-files.ts";
import type { BackupDeps } from "./ports.ts";
import { databaseOf, homeOf, openRecord } from "./records.ts";
import type { Restore } from "./restore.ts";
import type { TeamRow } from "../api/team-copies.ts";

const CONVERSATIONS = 200;
const FILES = 500;
const TEAM_COLUMNS = "id, name, time_zone, created_at, jobs_version";

/** The start of a backup. */
export interface TeamOutline {
  readonly team: TeamRow;
  readonly tables: readonly TeamTable[];
  /** The highest event number; other teams' numbers lie in between. */
  readonly highestEvent: number;
}

/** The database of a team's rows: where it lives, or where a restore writes them. Throws `not_found`. */
async function rowsHome(deps: BackupDeps, team: string) {
  const home = await homeOf(deps, team);
  if (home !== null) return { d1: databaseOf(deps, home), shift: 0 };
  const restore = await openRecord<Restore>(deps, team, "restore");
  if (restore === null) throw new AppError("not_found", "That team doesn’t exist.");
  return { d1: databaseOf(deps, restore.progress.database), shift: -restore.progress.shift };
}

/** A team's row and tables. */
export async function outline(deps: BackupDeps, team: string): Promise<TeamOutline> {
  const home = await homeOf(deps, team);
  if (home === null) throw new AppError("not_found", "That team doesn’t exist.");
  const d1 = databaseOf(deps, home);
  const row = await d1
    .prepare(`select ${TEAM_COLUMNS} from tenants where id = ?`)
    .bind(team)
    .first<TeamRow>();
  if (row === null) throw new AppError("not_found", "That team doesn’t exist.");
  deps.logger.info("tenant.backup", { tenantId: team });
  return { team: row, tables: teamTables(), highestEvent: await highestEvent(d1, team) };
}

/** The next rows of a table, limited to the named columns. Event numbers are those of the backup. */
export async function teamRows(
  deps: BackupDeps,
  team: string,
  page: { readonly table: string; readonly columns: readonly string[]; readonly after: number },
): Promise<RowsPage> {
  const { d1, shift } = await rowsHome(deps, team);
  return readRows(d1, team, tableOf(page), { after: page.after, shift });
}

/** A table of this release that has the named columns. Throws `invalid_request`. */
export function tableOf(named: { readonly table: string; readonly columns: readonly string[] }): TeamTable {
  const table = teamTables().find(({ name }) => name === named.table);
  const unknown = named.columns.find((column) => table?.columns.includes(column) !== true);
  if (table === undefined || unknown !== undefined)
    throw new AppError(
      "invalid_request",
      `This release has no ${[named.table, unknown].filter(Boolean).join(".")}. Restore with the release that made the backup, or a newer one.`,
    );
  return { name: table.name, columns: named.columns };
}

/** IDs of a team's conversations, including those only mentioned by runs or approvals. */
export async function conversationIds(
  d1: D1Database,
  team: string,
  after: string,
  limit: number = CONVERSATIONS,
): Promise<string[]> {
  const { results } = await d1
    .prepare(
      `select id from conversations where tenant_id = ?1 and id > ?2
       union select conversation_id from runs where tenant_id = ?1 and conversation_id > ?2
       union select conversation_id from approvals where tenant_id = ?1 and conversation_id > ?2 order by 1 limit ?3`,
    )
    .bind(team, after, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

export async function teamConversations(
  deps: BackupDeps,
  team: string,
  after: string,
): Promise<{ readonly ids: readonly string[]; readonly isLast: boolean }> {
  const { d1 } = await rowsHome(deps, team);
  const ids = await conversationIds(d1, team, after);
  return { ids, isLast: ids.length < CONVERSATIONS };
}

export async function teamFiles(
  deps: BackupDeps,
  team: string,
  after: string,
): Promise<{ readonly files: readonly TeamFile[]; readonly isLast: boolean }> {
  await rowsHome(deps, team);
  const files = await deps.places(team).files.list(after, FILES);
  return { files, isLast: files.length < FILES };
}
