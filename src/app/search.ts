/**
 * Composition of search: where each kind of thing is read from, and the tenant's index behind its RPC. A new kind of thing is one line in
 * `searchSources`; whoever writes such a thing adds `queueForSearch` to its batch and calls `indexSoon` behind it.
 */
import { waitUntil } from "cloudflare:workers";
import { dbFor, systemDb } from "../db/index.ts";
import { mailSource, textSource, type NumberOwner } from "../inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { searchObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import { systemLogger } from "../platform/logger.ts";
import type { SearchRpc } from "../protocol/objects.ts";
import { emptyOutbox, type OutboxDeps, type SearchSources } from "../search/index.ts";
import { callSource } from "../texts/index.ts";
import { fileSource } from "../workspace/index.ts";
import { contactsByNumber } from "./contacts-by-number.ts";

/** Tenants looked after in one minute. */
const TENANTS_AT_ONCE = 50;
/** Pages of the outbox emptied at once; the rest is the next minute's. */
const PAGES_AT_ONCE = 20;

/** Where the index of a tenant is read from. */
export function searchSources(env: Env, tenantId: string): SearchSources {
  const db = dbFor(env.DB, tenantId);
  return {
    email: mailSource(db),
    sms: textSource(db, () => numberOwners(env, tenantId)),
    call: callSource(db, () => numberOwners(env, tenantId)),
    file: fileSource({ db, blobs: fileBlobs(env.FILES, tenantId) }),
  };
}

/** The tenant's index. */
export async function searchObject(env: Env, tenantId: string): Promise<SearchRpc> {
  return env.SEARCH.getByName(await searchObjectName(tenantId));
}

/** Indexes what waits in the tenant's outbox, behind whatever is being done. Never throws; what it misses, the clock indexes. */
export function indexSoon(env: Env, tenantId: string): void {
  waitUntil(indexWaiting(env, tenantId));
}

/** The cron's part: what still waits, of all tenants. */
export async function indexAllWaiting(env: Env): Promise<void> {
  const tenants = await systemDb(env.DB).listUnindexedTenants(TENANTS_AT_ONCE);
  await Promise.all(tenants.map((tenantId) => indexWaiting(env, tenantId)));
}

/** Indexes what waits in the tenant's outbox. Never throws. */
export async function indexWaiting(env: Env, tenantId: string): Promise<void> {
  const deps: OutboxDeps = {
    db: dbFor(env.DB, tenantId),
    now: () => systemClock.now(),
    sources: searchSources(env, tenantId),
    put: async (items) => {
      await (await searchObject(env, tenantId)).index(tenantId, items);
    },
    drop: async (refs) => (await searchObject(env, tenantId)).remove(tenantId, refs),
  };
  try {
    for (let page = 0; page < PAGES_AT_ONCE; page++) if (!(await emptyOutbox(deps))) return;
  } catch (error) {
    systemLogger.warn("search.not_indexed", { tenantId, error });
  }
}

async function numberOwners(env: Env, tenantId: string): Promise<(number: string) => NumberOwner | null> {
  const contactOf = await contactsByNumber(env, tenantId);
  return (number) => {
    const contact = contactOf(number);
    return contact === null
      ? null
      : { name: contact.name, keywords: `${contact.role ?? ""} ${contact.company ?? ""}` };
  };
}
