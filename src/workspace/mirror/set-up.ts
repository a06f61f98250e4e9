/** Turns the mirror on and off: an admin's standing rule that allows its commits. */
import { sql } from "drizzle-orm";
import { auditStatement, type Actor } from "../../platform/audit/index.ts";
import { mirrorFiles, mirrors, mirrorUnreadable } from "../tables/mirror.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { findMirror } from "./sync.ts";

/** Repository, branch, and whether it is on. */
export interface MirrorSettings {
  readonly connectionId: string;
  readonly repository: string;
  readonly branch: string;
  readonly enabled: boolean;
  /** Undefined: unchanged. */
  readonly withSources?: boolean | undefined;
}

/**
 * Saves the settings. Another repository or branch starts over: both sides are compared file by file, and
 * nothing is lost on either. A running sync of the previous one loses its lease, and can no longer write the
 * base.
 */
export async function setUpMirror(
  { db, clock, ids }: { readonly db: TenantDb; readonly clock: Clock; readonly ids: IdSource },
  settings: MirrorSettings,
  by: Actor,
): Promise<void> {
  const known = await findMirror(db);
  const withSources = settings.withSources ?? known?.withSources ?? false;
  const moved = known?.repository !== settings.repository || known.branch !== settings.branch;
  const updatedAt = isoTime(clock.now());
  const fresh = {
    headSha: null,
    syncedAt: null,
    lookedAt: null,
    problem: null,
    problemAt: null,
  };
  const row = {
    ...settings,
    withSources,
    // Including or excluding sources changes what must be synced.
    ...(withSources === (known?.withSources ?? false) ? {} : { lookedAt: null }),
    enabledBy: by.name,
    updatedAt,
    ...(moved ? { ...fresh, leasedUntil: "" } : { problem: null, problemAt: null }),
  };
  await db.batch([
    ...(moved ? [mirrorFiles, mirrorUnreadable].map((table) => db.remove(table, sql`true`)) : []),
    db
      .insert(mirrors, { ...fresh, leasedUntil: "", ...row })
      .onConflictDoUpdate({ target: mirrors.tenantId, set: row }),
    auditStatement(
      db,
      {
        id: `mirror:${ids.newId()}`,
        actor: by,
        action: "mirror.changed",
        subject: { kind: "mirror", id: settings.repository },
        sentence: `${by.name} turned GitHub sync (${settings.repository}, ${settings.branch}) ${settings.enabled ? "on" : "off"}`,
      },
      clock.now(),
    ),
  ]);
}
