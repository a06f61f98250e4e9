/** What the drill writes into the records while the app is down: when each team's look and reminder are due. */
import { DatabaseSync } from "node:sqlite";
import type { DemoTenant } from "../../../sandbox/world/company.ts";
import { LET_GO_MS } from "../../support/records.ts";
import { recordsFile } from "../growth/grow-team.ts";
import { markerOf, reminderOf, type Planned } from "./team.ts";

/** Teams that have no check of their e-mail yet. The app must be down. */
export function waitingForSetUp(dataDir: string): number {
  const database = new DatabaseSync(recordsFile(dataDir), { timeout: LET_GO_MS });
  try {
    const row = database
      .prepare(
        "select count(*) as count from tenants where not exists (select 1 from schedules where tenant_id = tenants.id and name = 'mail.general')",
      )
      .get();
    return Number(row?.["count"]);
  } finally {
    database.close();
  }
}

/** Spreads what each team has to do evenly, a third of the time apart from each other within a team. The app must be down. */
export function plan(
  dataDir: string,
  teams: readonly DemoTenant[],
  beginMs: number,
  spanMs: number,
): Planned[] {
  const at = (index: number, share: number): number =>
    Math.round(beginMs + ((index / teams.length + share) % 1) * spanMs);
  const planned = teams.map((team, index) => ({
    team,
    textAtMs: at(index, 0),
    lookAtMs: at(index, 1 / 3),
    reminderAtMs: at(index, 2 / 3),
  }));
  const database = new DatabaseSync(recordsFile(dataDir), { timeout: LET_GO_MS });
  try {
    database.exec("begin");
    // Of each team's own looks only the one that is measured falls into this time.
    database.exec(
      "update schedules set status = 'paused', next_at = null, due_at = null, slot_at = null where kind = 'system'",
    );
    const look = database.prepare(
      "update schedules set status = 'active', next_at = ?1, due_at = ?1, claim_id = null, attempts = 0 where tenant_id = ?2 and name = 'mail.general'",
    );
    const remind = database.prepare(
      "insert into schedules (tenant_id, id, kind, title, instruction, cadence, status, next_at, due_at, created_by) values (?1, ?2, 'agent', 'Reminder', ?3, ?4, 'active', ?5, ?5, ?6)",
    );
    for (const { team, lookAtMs, reminderAtMs } of planned) {
      const reminderAt = new Date(reminderAtMs).toISOString();
      look.run(new Date(lookAtMs).toISOString(), team.id);
      const cadence = JSON.stringify({ type: "once", at: reminderAt });
      const author = JSON.stringify({
        kind: "user",
        id: team.people[0]?.id,
        name: team.people[0]?.firstName,
      });
      remind.run(team.id, reminderOf(team), markerOf(team, "reminder"), cadence, reminderAt, author);
    }
    database.exec("commit");
  } finally {
    database.close();
  }
  return planned;
}
