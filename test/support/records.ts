/** The Worker's own D1 records, opened while it is stopped: to make time pass for what a crash left behind. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Runs statements on the records of a stopped Worker. */
export async function changeRecords(dataDir: string, change: (db: DatabaseSync) => void): Promise<void> {
  const folder = join(dataDir, "worker", "v3", "d1", "miniflare-D1DatabaseObject");
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".sqlite")) continue;
    const db = new DatabaseSync(join(folder, name));
    try {
      const has = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'approvals'").get();
      if (has === undefined) continue;
      change(db);
      return;
    } finally {
      db.close();
    }
  }
  throw new Error(`no records in ${folder}`);
}
