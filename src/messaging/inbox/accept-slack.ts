/**
 * Durable acceptance of Slack messages and button presses: stored once, by Slack's event ID, before
 * acknowledgment.
 */
import { slackInbox, type SlackPress } from "../tables/slack.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { AcceptedWork } from "./accept.ts";
import type { InboxDeps } from "./ports.ts";

/** A message to the app or a button press, as the channel parsed it. */
export interface SlackInbound {
  /** Identical for every redelivery. */
  readonly id: string;
  readonly kind: "mention" | "direct" | "command" | "press";
  readonly workspaceId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly ts: string | null;
  readonly threadTs: string | null;
  /** The author's own words. */
  readonly text: string;
  /** Quoted or shared content written by others. */
  readonly quoted: string;
  readonly press: SlackPress | null;
}

/** Idempotent; a repeat creates no work. */
export async function acceptSlack(
  { db, clock }: Pick<InboxDeps, "db" | "clock">,
  connectionId: string,
  inbound: SlackInbound,
): Promise<readonly AcceptedWork[]> {
  const added = await db
    .insert(slackInbox, {
      ...inbound,
      connectionId,
      receivedAt: isoTime(clock.now()),
      state: "received",
      attempts: 0,
    })
    .onConflictDoNothing()
    .returning({ id: slackInbox.id });
  return added.length === 0 ? [] : [{ kind: "slack.sweep", key: inbound.userId, words: null }];
}
