/** Searches every place for data of a team. Read-only. */
import { teamTables } from "../../platform/db/move-rows.ts";
import type { BackupDeps } from "./ports.ts";

export interface Found {
  /** For example `DB.texts`, `files`, `search object`. */
  readonly where: string;
  readonly count: number;
}

/** Statements per call. */
const TABLES = 20;

/**
 * What exists of the team; empty for a deleted one. Its certificates, which name it by ID, are not included.
 */
export async function searchTeam(deps: BackupDeps, team: string): Promise<Found[]> {
  const found: Found[] = [];
  const note = (where: string, count: number): void => void (count > 0 && found.push({ where, count }));
  const tables = [
    ...teamTables().map(({ name }) => ({ name, column: "tenant_id" })),
    // Not the lease under which the clock deletes.
    { name: "work_leases", column: "kind <> 'teams.delete' and tenant_id" },
    { name: "tenant_homes", column: "tenant_id" },
    { name: "tenants", column: "id" },
  ];
  for (const [database, d1] of deps.databases)
    for (let at = 0; at < tables.length; at += TABLES) {
      const some = tables.slice(at, at + TABLES);
      const counts = await d1.batch<{ n: number }>(
        some.map(({ name, column }) =>
          d1.prepare(`select count(*) as n from \`${name}\` where ${column} = ?`).bind(team),
        ),
      );
      some.forEach(({ name }, place) => note(`${database}.${name}`, counts[place]?.results[0]?.n ?? 0));
    }
  const places = deps.places(team);
  note("files", (await places.files.list("", 1_000)).length);
  const sum = (left: Readonly<Record<string, number>>): number =>
    Object.values(left).reduce((all, rows) => all + rows, Object.keys(left).length);
  note("team object", sum(await (await places.tenant()).left()));
  note("search object", sum(await (await places.search()).left()));
  note("vector object", sum(await (await places.vectors()).left()));
  return found;
}
