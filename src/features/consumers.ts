/** Composition of what reads a tenant's events. A new consumer is one line in `consume`. */
import { accountsConsumer, filingConsumer } from "../accounts/index.ts";
import type { WorkResult } from "../platform/work/index.ts";
import { consumeEvents, type Consumer } from "../platform/events/index.ts";
import { entityConsumer } from "../knowledge/entities/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { searchConsumer } from "../knowledge/search/index.ts";
import { privacyConsumer } from "../agent/privacy/index.ts";
import { feedConsumer } from "../messaging/feed.ts";
import { threadConsumer } from "../messaging/threads/index.ts";
import { beginAccounts } from "../accounts/wiring/begin-accounts.ts";
import { filingDeps, tellOfAccounts } from "../accounts/wiring/account-files.ts";
import { mirrorConsumer } from "../workspace/mirror/open.ts";
import { projectAgentsConsumer } from "../projects/wiring/project-schedules.ts";
import { projectConsumers } from "../projects/wiring/project-consumers.ts";
import { traceConsumers } from "../team/wiring/traces.ts";
import { openFiles } from "../workspace/open-files.ts";
import { indexDeps } from "../knowledge/open.ts";

/** Lets every consumer of a tenant's events read on. */
export async function consume(ctx: TenantContext, untilMs: number): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, logger: ctx.log };
  const threads = threadConsumer(deps.db);
  const consumers: Consumer[] = [
    searchConsumer(indexDeps(ctx)),
    threads,
    // Threads come first: a page that hears of a text reads its thread at once.
    { ...feedConsumer(ctx), after: [threads.name] },
    privacyConsumer(ctx),
    mirrorConsumer(ctx),
    accountsConsumer(openFiles(ctx), async () => {
      await beginAccounts(ctx);
      await tellOfAccounts(ctx)();
    }),
    filingConsumer(filingDeps(ctx), tellOfAccounts(ctx)),
    projectAgentsConsumer(ctx),
    ...projectConsumers(ctx),
    ...traceConsumers(ctx),
  ];
  // It may have much to go through: all others come first.
  const last = { ...entityConsumer(deps), after: consumers.map(({ name }) => name) };
  return consumeEvents(deps, [...consumers, last], untilMs);
}
