/**
 * News for the team about background runs and incoming messages. Words of contacts and of the agent are data:
 * shown as text, truncated.
 */
import { cutAtWord, type Notice } from "../agent/conversations/index.ts";
import type { Source } from "../agent/api/conversation.ts";
import type { RoutedTo } from "../platform/api/notification-kinds.ts";
import type { Addressee, Question } from "../agent/api/conversation-frames.ts";
import type { NotificationDeps } from "./ports.ts";
import { withoutLeads } from "../kernel/leads.ts";
import { withoutMarks } from "./without-marks.ts";
import { heldBack, leaderWords, ledKey, ledWords } from "../agent/tools/reach.ts";
import { findOnRecord } from "./on-record.ts";
import { newsKeysSince, notifyTeam, settleTeamNews } from "./team.ts";
import { type TeamNews } from "../platform/notifier.ts";

type About = Omit<Notice, "kind">;

/** The author, as used in titles. */
const FROM: Record<Source, (name: string) => string> = {
  sms: (name) => `Text from ${name}`,
  email: (name) => `E-mail from ${name}`,
  schedule: (name) => `Scheduled: ${name}`,
  webhook: (name) => `Event: ${name}`,
  web_chat: (name) => name,
  team_text: (name) => name,
  team_slack: (name) => name,
  team_email: (name) => name,
};

/** The same, after a colon. */
const WHAT: Record<Source, (name: string) => string> = {
  sms: (name) => `text from ${name}`,
  email: (name) => `e-mail from ${name}`,
  schedule: (name) => `schedule “${name}”`,
  webhook: (name) => `event “${name}”`,
  web_chat: (name) => name,
  team_text: (name) => name,
  team_slack: (name) => name,
  team_email: (name) => name,
};

/** Channels in which a colleague talks with Steward. */
const OWN_TALK: ReadonlySet<Source> = new Set(["web_chat", "team_text", "team_email"]);

/** News of a message no agent has read. One notification for all of them. */
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

/** News of an e-mail that several checks could not read: only its mailbox is known. */
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

/** News of an opt-out request in a sender's own words, for a person to review. */
export function askedToStopNews({
  id,
  name,
  number,
  asked,
}: {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly asked: string;
}): TeamNews {
  return {
    key: `asked-to-stop:${id}`,
    about: `asked-to-stop:${number}`,
    title: `${name} asked not to be texted`,
    body: `“${withoutMarks(asked)}”\nNothing is sent to them until one of you has reviewed it and allowed texting.`,
    path: `/texts/${encodeURIComponent(number)}?at=${encodeURIComponent(id)}`,
    urgent: false,
  };
}

/** News of a text that may be an opt-out request: nothing is sent until a person has reviewed it. */
export function maybeAskedToStopNews(asked: Parameters<typeof askedToStopNews>[0]): TeamNews {
  return {
    ...askedToStopNews(asked),
    title: `Did ${asked.name} ask not to be texted?`,
    body: `“${withoutMarks(asked.asked)}”\nIt may be meant that way. Nothing is sent to them until one of you has reviewed it and allowed texting.`,
  };
}

/** News of a colleague's Slack message that could not be delivered to the agent. */
export function unheardNews({ id, text }: { readonly id: string; readonly text: string }): TeamNews {
  const key = `slack-unheard:${id}`;
  return {
    key,
    about: key,
    title: "Not handled: a message in Slack",
    body: `${text}\nSteward couldn’t read it yet. It will keep trying.`,
    path: "/settings/connections",
    urgent: false,
    routedTo: null,
  };
}

/** News of an urgent message. `why` is the problem. */
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
    title: `Urgent: ${withoutLeads(why, new Set())}`,
    body: `${name}, by ${source === "email" ? "e-mail" : "text"}: ${words}`,
    path: pathOf(conversationId),
    urgent: true,
    sameTrouble: URGENT_KEY,
    routedTo,
  };
}

/** Ends the escalation of urgent messages in a conversation after a person has answered. Idempotent. */
export async function settleUrgentNews(
  deps: NotificationDeps,
  conversationId: string,
  resolution: string,
): Promise<void> {
  await settleTeamNews(deps, { about: conversationId, keyPrefix: URGENT_KEY, resolution });
}

/** Ends it because an urgent draft follows the on-call order itself: the same people are not asked twice. */
export async function settleUrgentDrafted(
  deps: NotificationDeps,
  { urgent, conversationId }: { readonly urgent: boolean; readonly conversationId: string },
): Promise<void> {
  if (urgent) await settleUrgentNews(deps, conversationId, "A draft is waiting for a decision");
}

/** Persisted; used for e-mails too. */
const URGENT_KEY = "sms-urgent:";

/** Notifies the team of a notice, or resolves earlier ones. Idempotent. */
export async function publishNotice(deps: NotificationDeps, notice: Notice): Promise<void> {
  const { kind, key, source, name, words, conversationId } = notice;
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
    case "asked":
      if (notice.asks !== undefined)
        await notifyTeam(deps, questionNews(notice, notice.asks.question, notice.asks.to));
      return;
    case "answered":
      await settleTeamNews(deps, {
        about: conversationId,
        keyPrefix: ASKED_KEY,
        except: (notice.stillAsked ?? []).map((key) => `${ASKED_KEY}${key}`),
        resolution: notice.byTeam === true ? `Answered by ${name}` : "The conversation has moved on",
      });
      return;
    case "noisy":
      await notifyTeam(deps, {
        key: `${source}-noisy:${key}`,
        about: conversationId,
        title: `${FROM[source](name)}: maybe an automatic reply`,
        body: `So much came in at once that Steward will read it all together in a few minutes.\n${words}`,
        path: pathOf(conversationId),
        urgent: false,
      });
      return;
    case "attention":
      await tellOutcome(deps, notice);
      return;
    case "replied":
      return;
    case "unfinished":
      if (notice.askedBy !== undefined) await notifyTeam(deps, unfinishedNews(notice, notice.askedBy));
      return;
  }
}

/**
 * Notifies about a run's outcome. A scheduled run's report that untrusted content may have influenced is
 * quoted and limited like all such messages.
 */
async function tellOutcome(deps: NotificationDeps, notice: Notice): Promise<void> {
  const { conversationId, key: runId, source, said, isLed = false } = notice;
  const { db, clock } = deps;
  const onRecord = await findOnRecord(db, said, conversationId);
  if (source !== "schedule" || !isLed || said === "") {
    await notifyTeam(deps, attentionNews(notice, onRecord));
    return;
  }
  const words = ledWords(withoutMarks(said), leaderWords(notice.ledBy, onRecord), onRecord);
  const news = attentionNews({ ...notice, said: words }, onRecord);
  const reachedFrom = { conversationId, runId, id: "report" };
  const held = await heldBack({ people: 1, urgent: news.urgent }, reachedFrom, {
    notify: (more) => notifyTeam(deps, more),
    toldSince: (about, since) => newsKeysSince(db, about, since),
    clock,
  });
  if (held === null) await notifyTeam(deps, { ...news, key: ledKey(reachedFrom) });
}

/** News of a run's outcome. `onRecord` holds what may stay where it came from outside. Urgent messages stay urgent: the notice replaces the earlier one. */
export function attentionNews(notice: Omit<Notice, "kind">, onRecord: ReadonlySet<string>): TeamNews {
  const { key, source, name, words, conversationId, urgent = false, brokenOff = false } = notice;
  const said = FROM_OUTSIDE.has(source) ? withoutLeads(notice.said, onRecord) : notice.said;
  const how = [...(urgent ? ["urgent"] : []), ...(brokenOff ? ["not finished"] : [])].join(" and ");
  const title = `${how.charAt(0).toUpperCase()}${how.slice(1)}: ${WHAT[source](name)}`;
  const body = brokenOff ? `${cutAtWord(words, WORDS_CHARS)}\n${BROKEN_OFF}` : attention(source, words, said);
  return {
    key: `${source}-attention:${key}`,
    about: conversationId,
    title: how === "" ? FROM[source](name) : title,
    body: brokenOff && said !== "" ? `${body}\nSteward: ${withoutMarks(said)}` : body,
    path: pathOf(conversationId),
    urgent,
  };
}

/** News for the person whose request failed. */
export function unfinishedNews({ key, words, said, conversationId }: About, askedBy: Addressee): TeamNews {
  return {
    key: `unfinished:${key}`,
    about: conversationId,
    title: `Not finished: ${cutAtWord(words, ABOUT_CHARS)}`,
    body: said === "" ? "Steward couldn’t finish. Open the conversation to try again." : withoutMarks(said),
    path: pathOf(conversationId),
    urgent: false,
    routedTo:
      askedBy.userId === null
        ? null
        : {
            userId: askedBy.userId,
            name: askedBy.name,
            mode: "only",
            othersAfterMinutes: OTHERS_AFTER_MINUTES,
            personal: true,
            because: "You asked",
          },
  };
}

/** Channels of outsiders, who may have influenced what is said. */
const FROM_OUTSIDE: ReadonlySet<Source> = new Set(["sms", "email", "webhook"]);

const BROKEN_OFF = "Steward couldn’t finish, and no draft is waiting. Please take a look.";

/** Persisted. */
const ASKED_KEY = "question:";

/** Everyone can read them: in the notification center, and on their devices if the addressee has none. */
const ASKS: Record<Addressee["kind"], (name: string) => string> = {
  colleague: (name) => `Steward has a question for ${name}`,
  on_call: () => "Urgent: Steward has a question for whoever’s on call",
  team: () => "Steward has a question for the team",
};
/** If the person on call does not answer within this time, everyone is asked. */
const OTHERS_AFTER_MINUTES = 10;

/** A question to a person who may not be looking: their devices first, or only theirs. Pure. */
export function questionNews(
  { key, name, words, source, conversationId }: About,
  { question, options, to: named }: Question,
  to: Addressee,
): TeamNews {
  const about = OWN_TALK.has(source)
    ? `From ${name}’s conversation “${cutAtWord(words, ABOUT_CHARS)}”`
    : FROM[source](name);
  return {
    key: `${ASKED_KEY}${key}`,
    about: conversationId,
    title: ASKS[to.kind](to.name),
    body: [withoutMarks(question), options.join(" · "), about].filter((line) => line !== "").join("\n"),
    path: pathOf(conversationId),
    urgent: to.kind === "on_call",
    routedTo:
      to.userId === null
        ? null
        : {
            userId: to.userId,
            name: to.name,
            // With an outsider waiting, colleagues are asked too if the addressee doesn't answer.
            mode:
              named?.kind === "colleague" || (to.kind === "colleague" && OWN_TALK.has(source))
                ? "only"
                : "first",
            othersAfterMinutes: OTHERS_AFTER_MINUTES,
            because: "Steward’s question",
          },
  };
}

/** Maximum characters of a conversation's title. */
const ABOUT_CHARS = 80;

/** Maximum characters of the incoming message before the agent's words: phones show only a few lines. */
const WORDS_CHARS = 120;

/** The team knows a schedule's prompt; only the outcome is news. */
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
