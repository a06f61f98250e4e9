/** Conversations that are threads of a channel in Slack, by their ids. Pure. */

/** A thread, as Slack names it. */
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
