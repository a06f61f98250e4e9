/** IDs of conversations with several members: Slack threads, and e-mail threads with Steward. Pure. */

/** A thread of a channel, in Slack's terms. */
interface SlackThread {
  readonly channelId: string;
  readonly threadTs: string;
}

const THREAD = /^slack:([CG][A-Z0-9]+)\.(\d+\.\d+)$/;

export function slackThreadId({ channelId, threadTs }: SlackThread): string {
  return `slack:${channelId}.${threadTs}`;
}

/** The Slack thread of a conversation; null if there is none. */
export function slackThreadOf(conversationId: string): SlackThread | null {
  const [, channelId, threadTs] = THREAD.exec(conversationId) ?? [];
  return channelId === undefined || threadTs === undefined ? null : { channelId, threadTs };
}

/** Conversation ID of an e-mail thread in which members write to Steward. */
export function memberThread(threadId: string): string {
  return `${MEMBER_THREAD}${threadId}`;
}

const MEMBER_THREAD = "team-email:";

/** Whether a conversation is such an e-mail thread. */
export function isMemberThread(conversationId: string): boolean {
  return conversationId.startsWith(MEMBER_THREAD);
}
