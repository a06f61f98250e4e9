/** The clock's work inside workerd, asked for by name instead of waited for. */
import { runCron } from "../../src/platform/clock.ts";
import { findKind } from "../../src/platform/work/kinds.ts";
import { contextOf } from "../../src/platform/context.ts";
import type { Env } from "../../src/platform/env.ts";
import type { WorkName, WorkResult } from "../../src/platform/work/index.ts";
import { testDeployment } from "./context.ts";
import { testEnv } from "./worker.ts";

const BUDGET_MS = 30_000;
const JUDGED_MS = 6_000;
/** How long what is awaited may take by itself. */
const UNAIDED_MS = 20_000;
const TICK_EVERY_MS = 5_000;
/** Within the limit of a test, so that it fails with the words of what did not hold. */
const GIVEN_UP_MS = 110_000;
const LOOK_EVERY_MS = 40;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Does a kind of work for a tenant as its message would. Throws what the work throws. */
export function workOf(
  kind: WorkName,
  tenantId: string,
  { key = "", env = testEnv as Env } = {},
): Promise<WorkResult> {
  const work = findKind(kind);
  if (work === null) throw new TypeError(`there is no work ${kind}`);
  return work.run(contextOf(env).tenant(tenantId), {
    tenantId,
    keys: key === "" ? [] : [key],
    untilMs: Date.now() + BUDGET_MS,
  });
}

/** Dispatches everything that was accepted, of all tenants, as the messages that were sent for it would. */
export async function dispatchAll(): Promise<void> {
  const waiting = async <Row>(sql: string): Promise<Row[]> =>
    (await testEnv.DB.prepare(sql).all<Row>()).results;
  const texts = await waiting<{ tenant: string; key: string }>(
    "select distinct tenant_id as tenant, contact_number as key from texts where state = 'received' order by at",
  );
  for (const { tenant, key } of texts) await workOf("inbox.sweep", tenant, { key });
  const mails = await waiting<{ tenant: string; key: string }>(
    "select distinct tenant_id as tenant, thread_id as key from mails where state = 'received' order by at",
  );
  for (const { tenant, key } of mails) await workOf("mail.sweep", tenant, { key });
  const slack = await waiting<{ tenant: string; key: string }>(
    "select distinct tenant_id as tenant, user_id as key from slack_inbox where state = 'received'",
  );
  for (const { tenant, key } of slack) await workOf("slack.sweep", tenant, { key });
  const told = await waiting<{ tenant: string }>(
    "select distinct tenant_id as tenant from inbound_events where state = 'received'",
  );
  for (const { tenant } of told) await workOf("knowledge.told", tenant);
  const judged = await waiting<{ tenant: string; key: string }>(
    "select tenant_id as tenant, id as key from urgency_checks",
  );
  // Some may be with the messages that were sent for them; with a model that is down the patterns have decided by then.
  const decided = async (): Promise<void> => {
    await Promise.all(judged.map(({ tenant, key }) => workOf("inbox.judge", tenant, { key })));
    const untilMs = Date.now() + JUDGED_MS;
    while (Date.now() < untilMs && (await waiting("select id from urgency_checks limit 1")).length > 0)
      await pause(50);
  };
  await Promise.race([decided(), pause(JUDGED_MS)]);
  const calls = await waiting<{ tenant: string }>(
    "select distinct tenant_id as tenant from calls where due_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
  );
  for (const { tenant } of calls) await workOf("texts.calls", tenant);
  const news = await waiting<{ tenant: string }>(
    "select distinct tenant_id as tenant from events where open = 1",
  );
  for (const { tenant } of news) await workOf("events.consume", tenant);
}

/**
 * Waits until `look` no longer throws. If that takes long, ticks the cron as production does: on a busy machine a provider may
 * answer after the time limit, and only the cron starts the retry.
 */
export async function eventually<Value>(look: () => Promise<Value>): Promise<Value> {
  const begunMs = Date.now();
  for (let tickMs = begunMs + UNAIDED_MS; ;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() - begunMs > GIVEN_UP_MS) throw error;
    }
    if (Date.now() >= tickMs) {
      await runCron(testDeployment());
      tickMs = Date.now() + TICK_EVERY_MS;
    }
    await pause(LOOK_EVERY_MS);
  }
}
