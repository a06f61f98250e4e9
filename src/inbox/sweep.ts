/** The guarantee behind the webhook: each minute, what was accepted and not handed on is handed on, and old events are forgotten. */
import { eq } from "drizzle-orm";
import { texts, type SystemDb } from "../db/index.ts";
import { isoTime, msOf, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { formatNumber } from "../kernel/phone.ts";
import { handOn, wordsOf } from "./hand-on.ts";
import type { InboxDeps } from "./ports.ts";

/** Younger texts are still with the request that accepted them. */
const SETTLING_MS = 5_000;
/** A text that could not be handed on for so long is told to a person. */
const UNREAD_MS = 15_000;
const AT_ONCE = 200;
const SIDE_BY_SIDE = 8;
/** Events are known for longer than any sender repeats them (Quo: about 28 hours). */
const KEPT_MS = 30 * 24 * 3_600_000;
const FORGOTTEN_AT_ONCE = 1_000;

/** What the sweep is given. */
export interface SweepDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly depsFor: (tenantId: string) => Promise<InboxDeps>;
}

/** Hands on what waits, the oldest first. One text's failure stops no other. */
export async function sweepInbox(deps: SweepDeps): Promise<void> {
  const nowMs = deps.clock.now();
  const waiting = await deps.system.listWaitingTexts(isoTime(nowMs - SETTLING_MS), AT_ONCE);
  const opened = new Map<string, Promise<InboxDeps>>();
  for (let from = 0; from < waiting.length; from += SIDE_BY_SIDE) {
    const group = waiting.slice(from, from + SIDE_BY_SIDE).map(async ({ tenantId, id }) => {
      const inbox = opened.get(tenantId) ?? deps.depsFor(tenantId);
      opened.set(tenantId, inbox);
      await retry(await inbox, id);
    });
    for (const result of await Promise.allSettled(group)) {
      if (result.status === "rejected") deps.logger.error("inbox.sweep_failed", { error: result.reason });
    }
  }
  await deps.system.forgetInboundEvents(isoTime(nowMs - KEPT_MS), FORGOTTEN_AT_ONCE);
}

async function retry(deps: InboxDeps, textId: string): Promise<void> {
  try {
    await handOn(deps, textId);
  } catch (error) {
    deps.logger.error("inbox.not_handed_on", { tenantId: deps.db.tenantId, error });
    const row = await deps.db.find(texts, eq(texts.id, textId));
    if (row === null || row.direction !== "incoming") return;
    if (deps.clock.now() - msOf(row.receivedAt) < UNREAD_MS) return;
    const name = (await deps.contactOf(row.contactNumber))?.name ?? formatNumber(row.contactNumber);
    await deps.tellUnread({ id: row.id, name, number: row.contactNumber, text: wordsOf(row) });
  }
}
