/** What the team is told about contacts' texts, in words. The words of contacts and of the agent are data: shown as text, cut short. */
import type { Notice } from "../conversations/index.ts";
import { notifyTeam, settleTeamNews, type NotificationDeps, type TeamNews } from "../notifications/index.ts";

const UNREAD = "sms-unread:";

type About = Omit<Notice, "kind">;

/** News of a text no agent has read. Rings once a text. */
export function unreadNews({ key, name, words, said, conversationId }: About): TeamNews {
  return {
    key: `${UNREAD}${key}`,
    about: conversationId,
    title: `Unread by the agent: SMS from ${name}`,
    body: said === "" ? words : `${words}\n${said}`,
    path: pathOf(conversationId),
    urgent: true,
  };
}

/** Tells the team what a notice says, or settles what it was told before. Repeats ring nobody twice. */
export async function tell(deps: NotificationDeps, notice: Notice): Promise<void> {
  const { kind, key, name, words, said, conversationId } = notice;
  switch (kind) {
    case "read":
      await settleTeamNews(deps, {
        about: conversationId,
        keyPrefix: UNREAD,
        resolution: "The agent has read it",
      });
      return;
    case "unread":
      await notifyTeam(deps, unreadNews(notice));
      return;
    case "noisy":
      await notifyTeam(deps, {
        key: `sms-noisy:${key}`,
        about: conversationId,
        title: `SMS from ${name}: perhaps an automatic reply`,
        body: `So many texts came in that the agent waits some minutes and then reads them together.\n${words}`,
        path: pathOf(conversationId),
        urgent: false,
      });
      return;
    case "attention":
      await notifyTeam(deps, {
        key: `sms-attention:${key}`,
        about: conversationId,
        title: `SMS from ${name}`,
        body: said === "" ? words : `${words}\nSteward: ${said}`,
        path: pathOf(conversationId),
        urgent: false,
      });
      return;
  }
}

function pathOf(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}
