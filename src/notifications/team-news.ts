/** What the team hears about background runs and what came in, in words. The words of contacts and of the agent are data: shown as text, cut short. */
import { cutAtWord, type Notice } from "../conversations/index.ts";
import type { Source } from "../protocol/conversation.ts";
import type { RoutedTo } from "../protocol/routing.ts";
import type { NotificationDeps } from "./ports.ts";
import { withoutMarks } from "./without-marks.ts";
import { notifyTeam, settleTeamNews, type TeamNews } from "./team.ts";

type About = Omit<Notice, "kind">;

/** Whose words they are, as a title says it. */
const FROM: Record<Source, (name: string) => string> = {
  sms: (name) => `Text from ${name}`,
  email: (name) => `E-mail from ${name}`,
  schedule: (name) => `Scheduled: ${name}`,
  webhook: (name) => `Event: ${name}`,
  web_chat: (name) => name,
};

/** The same after a colon. */
const WHAT: Record<Source, (name: string) => string> = {
  sms: (name) => `text from ${name}`,
  email: (name) => `e-mail from ${name}`,
  schedule: (name) => `schedule “${name}”`,
  webhook: (name) => `event “${name}”`,
  web_chat: (name) => name,
};

/** News of words no agent has read. Notifies once for them. */
export function unreadNews({ key, source, name, words, said, conversationId }: About): TeamNews {
  return {
    key: `${unreadKey(source)}${key}`,
    about: conversationId,
    title: `Not handled: ${WHAT[source](name)}`,
    body: said === "" ? words : `${words}\n${withoutMarks(said)}`,
    path: pathOf(conversationId),
    urgent: true,
  };
}

/** News of an e-mail that several checks could not read: nothing is known of it but where it lies. */
export function unreadableNews({ mailbox, id }: { readonly mailbox: string; readonly id: string }): TeamNews {
  const key = `email-unreadable:${mailbox}/${id}`;
  return {
    key,
    about: key,
    title: `Not handled: an e-mail in ${mailbox}`,
    body: "Steward couldn’t read it after several tries. Please check the unread e-mails in the mailbox. Steward will keep trying.",
    path: "/schedules",
    urgent: true,
    routedTo: null,
  };
}

/** News of words that cannot wait. `why` says what is wrong. */
export function urgentNews(
  about: {
    readonly id: string;
    readonly source: Source;
    readonly name: string;
    readonly words: string;
    readonly conversationId: string;
    readonly routedTo: RoutedTo | null;
  },
  why: string,
): TeamNews {
  const { id, source, name, words, conversationId, routedTo } = about;
  return {
    key: `${URGENT_KEY}${id}`,
    about: conversationId,
    title: `Urgent: ${why}`,
    body: `${name}, by ${source === "email" ? "e-mail" : "text"}: ${words}`,
    path: pathOf(conversationId),
    urgent: true,
    sameTrouble: URGENT_KEY,
    routedTo,
  };
}

/** Whoever answered has taken it on: no one is asked about what is urgent in a conversation any more. Repeats change nothing. */
export async function settleUrgentNews(
  deps: NotificationDeps,
  conversationId: string,
  resolution: string,
): Promise<void> {
  await settleTeamNews(deps, { about: conversationId, keyPrefix: URGENT_KEY, resolution });
}

/** From here on an urgent draft follows the on-call order itself: the same people are not asked twice. */
export async function settleUrgentDrafted(
  deps: NotificationDeps,
  { urgent, conversationId }: { readonly urgent: boolean; readonly conversationId: string },
): Promise<void> {
  if (urgent) await settleUrgentNews(deps, conversationId, "A draft is waiting for a decision");
}

/** Persisted; e-mails have it too. */
const URGENT_KEY = "sms-urgent:";

/** Notifies the team of what a notice says, or settles what it said before. Repeats notify no one twice. */
export async function tell(deps: NotificationDeps, notice: Notice): Promise<void> {
  const { kind, key, source, name, words, said, conversationId } = notice;
  switch (kind) {
    case "read":
      await settleTeamNews(deps, {
        about: conversationId,
        keyPrefix: unreadKey(source),
        resolution: "Steward read it",
      });
      return;
    case "unread":
      await notifyTeam(deps, unreadNews(notice));
      return;
    case "noisy":
      await notifyTeam(deps, {
        key: `${source}-noisy:${key}`,
        about: conversationId,
        title: `${FROM[source](name)}: maybe an automatic reply`,
        body: `So much came in at once that Steward will read it together in a few minutes.\n${words}`,
        path: pathOf(conversationId),
        urgent: false,
      });
      return;
    case "attention":
      await notifyTeam(deps, {
        key: `${source}-attention:${key}`,
        about: conversationId,
        title: FROM[source](name),
        body: attention(source, words, said),
        path: pathOf(conversationId),
        urgent: false,
      });
      return;
  }
}

/** So much of what came in stands before what the agent says or asks: a phone shows a few lines. */
const WORDS_CHARS = 120;

/** What a schedule says is known to the team; what came of it is the news. */
function attention(source: Source, words: string, said: string): string {
  if (source === "schedule") return said === "" ? words : withoutMarks(said);
  return said === "" ? words : `${cutAtWord(words, WORDS_CHARS)}\nSteward: ${withoutMarks(said)}`;
}

function unreadKey(source: Source): string {
  return `${source}-unread:`;
}

function pathOf(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}`;
}
