/** The Worker's own D1 records, opened while it is stopped: to make time pass for what a crash left behind. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Makes minutes pass for every effect a crash left claimed, as if the stopped Worker were started that much later. Tells how many there were.
 */
export function letMinutesPass(dataDir: string, minutes: number): Promise<number> {
  return inRecords(dataDir, (db) => {
    const earlier = (column: string): string =>
      `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${minutes} minutes')`;
    const left = db
      .prepare(
        `update effects set ${earlier("claimed_at")}, ${earlier("deadline_at")} where status = 'claimed'`,
      )
      .run();
    db.prepare(`update approvals set ${earlier("due_at")} where status = 'executing'`).run();
    return Number(left.changes);
  });
}

/** Rules that were earned, declined and lost, as if people had decided so often. */
export function countDecisions(dataDir: string, tenantId: string): Promise<void> {
  const at = new Date().toISOString();
  return inRecords(dataDir, (db) => {
    const insert = db.prepare(
      `insert into earned_tallies (id, tenant_id, agent, tool, recipients, recent, decided, first_at, last_at, examples, samples, state, state_at, because, rests_until, round)
       values (?, ?, 'steward', ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, 1)`,
    );
    const rows = [
      ["send_email", "contact", "1".repeat(40), "", "declined", "An admin declined it.", 90],
      ["send_email", "colleague", "1".repeat(60), "11", "in_force", null, 0],
      [
        "create_task",
        "no_one",
        `${"1".repeat(40)}00`,
        "00",
        "taken_back",
        "Of the last 2 checks, 2 were edited.",
        92,
      ],
    ] as const;
    for (const [tool, recipients, recent, samples, state, because, rest] of rows) {
      const id = `earned_${tool}_${recipients}`;
      insert.run(
        id,
        tenantId,
        tool,
        recipients,
        recent,
        recent.length,
        at,
        at,
        samples,
        state,
        at,
        because,
        rest,
      );
    }
  });
}

/** Ends every lease and claim a crash left on the agent's schedules, as if time had passed. Tells how many there were of each. */
export function endLeases(dataDir: string): Promise<{ readonly leased: number; readonly claimed: number }> {
  return inRecords(dataDir, (db) => {
    const open = "from schedules where kind = 'agent' and slot_at is not null";
    const claims = db.prepare(`select claim_id is not null as claimed ${open}`).all();
    db.prepare(
      "update schedules set due_at = '2026-01-01T00:00:00.000Z' where kind = 'agent' and slot_at is not null",
    ).run();
    const claimed = claims.filter((row) => row["claimed"] === 1).length;
    return { leased: claims.length - claimed, claimed };
  });
}

/** Makes a schedule due for a slot that lies in the past, unless it is at one. Tells whether it was. */
export function missSlot(dataDir: string, scheduleId: string, slotAt: string): Promise<boolean> {
  return inRecords(dataDir, (db) => {
    const set = db
      .prepare(
        "update schedules set next_at = ?, due_at = ? where id = ? and slot_at is null and next_at > ?",
      )
      .run(slotAt, slotAt, scheduleId, new Date().toISOString());
    return Number(set.changes) === 1;
  });
}

/** How long a Worker that was just killed may still hold its files. */
export const LET_GO_MS = 5_000;

async function inRecords<Answer>(dataDir: string, work: (db: DatabaseSync) => Answer): Promise<Answer> {
  const folder = join(dataDir, "worker", "v3", "d1", "miniflare-D1DatabaseObject");
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".sqlite")) continue;
    const db = new DatabaseSync(join(folder, name), { timeout: LET_GO_MS });
    try {
      const has = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'approvals'").get();
      if (has !== undefined) return work(db);
    } finally {
      db.close();
    }
  }
  throw new Error(`no records in ${folder}`);
}
