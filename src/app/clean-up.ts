/** Composition of the nightly clean-up of one tenant. */
import { tenantDb } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import type { Env } from "../platform/env.ts";
import { archiveStore } from "../platform/archive-store.ts";
import { blobQuarantine } from "../platform/file-blobs.ts";
import { cleanUp as cleanUpOf } from "../retention/index.ts";

/** Deletes what no one will ask for again, and archives what is only too old for the database. */
export function cleanUp(env: Env, tenantId: string): Promise<{ readonly summary: string }> {
  const quarantine = blobQuarantine(env.FILES, tenantId);
  const archive = archiveStore(env.FILES, tenantId);
  return cleanUpOf({ db: tenantDb(env, tenantId), clock: systemClock, ids: systemIds, quarantine, archive });
}
