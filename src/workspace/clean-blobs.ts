/**
 * Deletes contents that no version refers to, left by crashed or losing writes and by both sides of the
 * mirror. Contents in use are never deleted, whatever is written concurrently:
 *
 * 1. An unreferenced blob is copied into quarantine under the day's name, where readers still find it, and
 *    only then removed from its place. A writer who saw it in place and commits later still finds its content.
 * 2. A blob quarantined a week ago is restored if it is referenced by now, and deleted otherwise. A write
 *    takes minutes: a writer who saw the blob in place committed long before; a later one has stored the blob
 *    again.
 */
import { sql } from "drizzle-orm";
import { mirrorFiles } from "./tables/mirror.ts";
import { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { dayOf } from "../kernel/calendar.ts";
import { type Clock, DAY_MS } from "../kernel/clock.ts";
import type { BlobQuarantine, StoredBlob } from "../platform/file-blobs.ts";

/** Younger blobs may belong to a write in progress. */
const GRACE_DAYS = 1;
const QUARANTINE_DAYS = 7;
/** Listings per night, a thousand blobs each. */
const PAGES = 20;
/** Blobs moved per night, several storage calls each. */
const MOVED = 500;

/** The result of one night. */
interface BlobCleanUp {
  readonly quarantined: number;
  readonly restored: number;
  readonly dropped: number;
}

/**
 * Cleans once. `from` is the hash to start at, chosen at random so that a large workspace is eventually
 * covered. Idempotent.
 */
export async function cleanBlobs(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  quarantine: BlobQuarantine,
  from: string,
): Promise<BlobCleanUp> {
  const nowMs = clock.now();
  const later = await settleQuarantine(db, quarantine, dayOf(nowMs - QUARANTINE_DAYS * DAY_MS, "UTC"));
  const unheld = await listUnheld(db, quarantine, from, nowMs - GRACE_DAYS * DAY_MS);
  for (const { sha256 } of unheld) await quarantine.add({ sha256, day: dayOf(nowMs, "UTC") });
  return { ...later, quarantined: unheld.length };
}

async function settleQuarantine(
  db: TenantDb,
  quarantine: BlobQuarantine,
  lastDay: string,
): Promise<{ restored: number; dropped: number }> {
  const due = (await quarantine.list()).filter(({ day }) => day <= lastDay);
  const held = await heldOf(db, due);
  const back = due.filter(({ sha256 }) => held.has(sha256)).slice(0, MOVED);
  const gone = due.filter(({ sha256 }) => !held.has(sha256));
  for (const blob of back) await quarantine.restore(blob);
  await quarantine.drop(gone);
  return { restored: back.length, dropped: gone.length };
}

/** Unreferenced blobs stored before a time, searched from a hash around to it again. */
async function listUnheld(
  db: TenantDb,
  quarantine: BlobQuarantine,
  from: string,
  beforeMs: number,
): Promise<StoredBlob[]> {
  const unheld = new Map<string, StoredBlob>();
  let after = from;
  let around = from === "";
  for (let page = 0; page < PAGES && unheld.size < MOVED; page++) {
    const { items, more } = await quarantine.stored(after);
    const old = items.filter(({ storedAt }) => storedAt < beforeMs);
    const held = await heldOf(db, old);
    for (const blob of old) if (!held.has(blob.sha256)) unheld.set(blob.sha256, blob);
    after = items.at(-1)?.sha256 ?? "";
    if (!more) {
      if (around) break;
      around = true;
      after = "";
    } else if (around && after >= from && from !== "") break;
  }
  return [...unheld.values()].slice(0, MOVED);
}

/** Which of these contents are referenced by a version, a head or the mirror's base. */
async function heldOf(db: TenantDb, blobs: readonly { readonly sha256: string }[]): Promise<Set<string>> {
  if (blobs.length === 0) return new Set();
  const wanted = JSON.stringify([...new Set(blobs.map(({ sha256 }) => sha256))]);
  const found = await Promise.all(
    [workspaceVersions, workspaceFiles, mirrorFiles].map((table) =>
      db
        .pick(
          { sha256: table.sha256 },
          table,
          sql`${table.sha256} in (select value from json_each(${wanted}))`,
        )
        .groupBy(table.sha256),
    ),
  );
  return new Set(found.flat().map(({ sha256 }) => String(sha256)));
}
