/** Composition of what reads a tenant's events. A new consumer is one line in `consume`. */
import { accountsConsumer, filingConsumer } from "../accounts/index.ts";
import type { WorkResult } from "../platform/work/index.ts";
import { tenantDb } from "../platform/db/index.ts";
import { consumeEvents, type Consumer } from "../platform/events/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { entityConsumer } from "../knowledge/entities/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { searchConsumer } from "../knowledge/search/index.ts";
import { threadConsumer } from "../messaging/threads/index.ts";
import { beginAccounts } from "../accounts/wiring/begin-accounts.ts";
import { filingDeps, tellOfAccounts } from "../accounts/wiring/account-files.ts";
import { feedConsumer, privacyConsumer } from "../platform/wiring/feed.ts";
import { mirrorConsumer } from "../workspace/mirror/open.ts";
import { projectAgentsConsumer } from "../projects/wiring/project-schedules.ts";
import { projectConsumers } from "../projects/wiring/project-consumers.ts";
import { traceConsumers } from "../team/wiring/traces.ts";
import { openFiles } from "../workspace/open-files.ts";
import { indexDeps } from "../knowledge/open.ts";

/** Lets every consumer of a tenant's events read on. */
export async function consume(env: Env, tenantId: string, untilMs: number): Promise<WorkResult> {
  const deps = { db: tenantDb(env, tenantId), clock: systemClock, logger: systemLogger };
  const threads = threadConsumer(deps.db);
  const consumers: Consumer[] = [
    searchConsumer(indexDeps(env, tenantId)),
    threads,
    // Threads come first: a page that hears of a text reads its thread at once.
    { ...feedConsumer(env, tenantId), after: [threads.name] },
    privacyConsumer(env, tenantId),
    mirrorConsumer(env, tenantId),
    accountsConsumer(openFiles(env, tenantId), async () => {
      await beginAccounts(env, tenantId);
      await tellOfAccounts(env, tenantId)();
    }),
    filingConsumer(filingDeps(env, tenantId), tellOfAccounts(env, tenantId)),
    projectAgentsConsumer(env, tenantId),
    ...projectConsumers(env, tenantId),
    ...traceConsumers(env, tenantId),
  ];
  // It may have much to go through: all others come first.
  const last = { ...entityConsumer(deps), after: consumers.map(({ name }) => name) };
  return consumeEvents(deps, [...consumers, last], untilMs);
}
