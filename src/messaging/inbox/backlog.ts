/**
 * Admission control: the amount of accepted work waiting per team, checked in the background and cached
 * briefly. Above one hour's capacity, deliveries are refused before anything is stored; their senders retry,
 * and accepted work is processed in time.
 */
import { sql } from "drizzle-orm";
import { inboundEvents, texts } from "../tables/inbox.ts";
import { slackInbox } from "../tables/slack.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";

/**
 * Capacity of one isolate per hour, at four a second (docs/capacity.md). Also the maximum index rows read per
 * table.
 */
const MAX_WAITING = 14_400;
/** How long a check is cached. */
const LOOK_MS = 10_000;
/** Maximum teams cached. */
const TEAMS = 1_000;

/** One per isolate. */
export class Backlog {
  readonly #clock: Clock;
  readonly #looks = new Map<string, { readonly isFull: boolean; readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the last check found too much work waiting. No I/O; unknown counts as no. */
  isFull(tenantId: string): boolean {
    const look = this.#looks.get(tenantId);
    return look !== undefined && look.isFull && this.#clock.now() < look.untilMs;
  }

  /**
   * Checks, unless checked recently. One statement, which reads as many index rows as are waiting, up to the
   * limit.
   */
  async look(db: TenantDb): Promise<void> {
    const { tenantId } = db;
    const last = this.#looks.get(tenantId);
    if (last !== undefined && this.#clock.now() < last.untilMs) return;
    this.#note(tenantId, false);
    const beyond = [texts, slackInbox, inboundEvents].map(
      (table) =>
        sql`exists (select 1 from ${table} where ${table.tenantId} = ${tenantId} and ${table.state} = 'received' limit 1 offset ${MAX_WAITING})`,
    );
    // An aggregate returns a row even if there is nothing to count.
    const isFull = sql<number>`count(*) = 0 and (${sql.join(beyond, sql` or `)})`;
    const [look] = await db.pick({ isFull: isFull.as("is_full") }, texts, sql`0`);
    this.#note(tenantId, look?.isFull === 1);
  }

  #note(tenantId: string, isFull: boolean): void {
    this.#looks.delete(tenantId);
    for (const oldest of this.#looks.keys()) if (this.#looks.size >= TEAMS) this.#looks.delete(oldest);
    this.#looks.set(tenantId, { isFull, untilMs: this.#clock.now() + LOOK_MS });
  }
}
