/** Conversations in which several members may write, by their ids: threads of a Slack channel, and e-mails to Steward. Pure. */

/** A thread of a channel, as Slack names it. */
interface SlackThread {
  readonly channelId: string;
  readonly threadTs: string;
}

const THREAD = /^slack:([CG][A-Z0-9]+)\.(\d+\.\d+)$/;

/** The id of a thread's conversation. */
export function slackThreadId({ channelId, threadTs }: SlackThread): string {
  return `slack:${channelId}.${threadTs}`;
}

/** The thread a conversation is; null for any other. */
export function slackThreadOf(conversationId: string): SlackThread | null {
  const [, channelId, threadTs] = THREAD.exec(conversationId) ?? [];
  return channelId === undefined || threadTs === undefined ? null : { channelId, threadTs };
}

/** Conversation ID of a thread in which colleagues write to Steward. */
export function memberThread(threadId: string): string {
  return `${MEMBER_THREAD}${threadId}`;
}

const MEMBER_THREAD = "team-email:";

/** Whether a conversation is such a thread, in which several members may write. */
export function isMemberThread(conversationId: string): boolean {
  return conversationId.startsWith(MEMBER_THREAD);
}
