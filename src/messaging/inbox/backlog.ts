/**
 * How much accepted work of a team waits, looked at behind the answers and remembered briefly. Past what an hour can take its deliveries are refused
 * before anything is stored: their senders repeat them, and what was accepted is worked on in time.
 */
import { sql } from "drizzle-orm";
import { inboundEvents, texts } from "../tables/inbox.ts";
import { slackInbox } from "../tables/slack.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";

/** What one isolate takes in an hour, at four a second (docs/capacity.md). Also the most index rows a look reads of a table. */
const MAX_WAITING = 14_400;
/** How long a look is believed. */
const LOOK_MS = 10_000;
/** Teams remembered. */
const TEAMS = 1_000;

/** One per isolate. */
export class Backlog {
  readonly #clock: Clock;
  readonly #looks = new Map<string, { readonly isFull: boolean; readonly untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the last look found too much waiting. Asks nothing; unknown is no. */
  isFull(tenantId: string): boolean {
    const look = this.#looks.get(tenantId);
    return look !== undefined && look.isFull && this.#clock.now() < look.untilMs;
  }

  /** Looks, unless it was looked a moment ago. One statement; reads as many index rows as wait, up to the bound. */
  async look(db: TenantDb): Promise<void> {
    const { tenantId } = db;
    const last = this.#looks.get(tenantId);
    if (last !== undefined && this.#clock.now() < last.untilMs) return;
    this.#note(tenantId, false);
    const beyond = [texts, slackInbox, inboundEvents].map(
      (table) =>
        sql`exists (select 1 from ${table} where ${table.tenantId} = ${tenantId} and ${table.state} = 'received' limit 1 offset ${MAX_WAITING})`,
    );
    // An aggregate answers a row also where there is none to count.
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
