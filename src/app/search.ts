/** Composition of search and of the other consumers of events. A new kind of thing to find is one line in `searchSources`, a new consumer one in `consume`. */
import type { WorkResult } from "../clock/index.ts";
import { dbFor } from "../db/index.ts";
import { consumeEvents, type Consumer } from "../events/index.ts";
import { mailSource, numberOwners, textSource } from "../inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { searchObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import { systemLogger } from "../platform/logger.ts";
import type { SearchRpc } from "../protocol/objects.ts";
import { indexLeftOver, searchConsumer, type IndexDeps, type SearchSources } from "../search/index.ts";
import { callSource } from "../texts/index.ts";
import { noteSource, threadConsumer } from "../threads/index.ts";
import { fileSource } from "../workspace/index.ts";
import { contactsByNumber } from "./contacts-by-number.ts";
import { feedConsumer } from "./feed.ts";
import { mirrorConsumer } from "./mirror.ts";
import { wakeSoon } from "./queues.ts";

/** Where the index of a tenant is read from. */
export function searchSources(env: Env, tenantId: string): SearchSources {
  const db = dbFor(env.DB, tenantId);
  const owners = numberOwners((numbers) => contactsByNumber(env, tenantId, numbers));
  return {
    email: mailSource(db),
    sms: textSource(db, owners),
    call: callSource(db, owners),
    note: noteSource(db, owners),
    file: fileSource({ db, blobs: fileBlobs(env.FILES, tenantId) }),
  };
}

/** The tenant's index. */
export async function searchObject(env: Env, tenantId: string): Promise<SearchRpc> {
  return env.SEARCH.getByName(await searchObjectName(tenantId));
}

/** Lets every consumer of a tenant's events read on. */
export async function consume(env: Env, tenantId: string, untilMs: number): Promise<WorkResult> {
  const deps = { db: dbFor(env.DB, tenantId), clock: systemClock, logger: systemLogger };
  const index: IndexDeps = {
    db: deps.db,
    now: () => systemClock.now(),
    sources: searchSources(env, tenantId),
    put: async (items) => void (await (await searchObject(env, tenantId)).index(tenantId, items)),
    drop: async (refs) => (await searchObject(env, tenantId)).remove(tenantId, refs),
  };
  await indexLeftOver(index);
  // Pages that are told of a text find its thread brought up to date.
  const inbox: Consumer[] = [threadConsumer(deps.db), feedConsumer(env, tenantId)];
  const consumers = [searchConsumer(index), ...inbox, mirrorConsumer(env, tenantId)];
  return consumeEvents(deps, consumers, untilMs);
}

/** The same within a second or so: a burst is read in one go. */
export function consumeSoon(env: Env, tenantId: string): Promise<void> {
  return wakeSoon(env, { tenantId, kind: "events.consume" });
}
