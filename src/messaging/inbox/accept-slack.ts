/** Durable acceptance of what people say and press in Slack: on disk once, by Slack's own id, before it is acknowledged. */
import { slackInbox, type SlackPress } from "../tables/slack.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { AcceptedWork } from "./accept.ts";
import type { InboxDeps } from "./ports.ts";

/** What somebody said to the app or pressed, as its channel read it. */
export interface SlackInbound {
  /** The same for every repeat. */
  readonly id: string;
  readonly kind: "mention" | "direct" | "command" | "press";
  readonly workspaceId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly ts: string | null;
  readonly threadTs: string | null;
  /** Their own words. */
  readonly text: string;
  /** What they quote or share, which others wrote. */
  readonly quoted: string;
  readonly press: SlackPress | null;
}

/** Takes it; a repeat changes nothing and asks for no work. */
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
