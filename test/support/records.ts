/** The Worker's own D1 records, opened while it is stopped: to make time pass for what a crash left behind. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Makes minutes pass for every effect a crash left claimed, as if the stopped Worker were started that much later. Tells how many there were.
 */
export async function letMinutesPass(dataDir: string, minutes: number): Promise<number> {
  const folder = join(dataDir, "worker", "v3", "d1", "miniflare-D1DatabaseObject");
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".sqlite")) continue;
    const db = new DatabaseSync(join(folder, name));
    try {
      const has = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'approvals'").get();
      if (has === undefined) continue;
      const earlier = (column: string): string =>
        `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${minutes} minutes')`;
      const left = db
        .prepare(
          `update effects set ${earlier("claimed_at")}, ${earlier("deadline_at")} where status = 'claimed'`,
        )
        .run();
      db.prepare(`update approvals set ${earlier("due_at")} where status = 'executing'`).run();
      return Number(left.changes);
    } finally {
      db.close();
    }
  }
  throw new Error(`no records in ${folder}`);
}
