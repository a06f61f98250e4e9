/**
 * Messages to members count as effects. After outside text was read, what a run tells members is quoted and
 * marked as influenced by it, without links, and without addresses and numbers on no record. The number of such messages is
 * limited per run and hour; after that, one summary is sent. Only a person's own whole sentences are sent
 * unchanged.
 */
import { type Clock, HOUR_MS } from "../../kernel/clock.ts";
import type { TeamNews } from "../../platform/notifier.ts";
import { numbersIn, REMOVED, withoutLeads } from "../../kernel/leads.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Asker } from "./call.ts";
import { isOwnWish } from "../schedules/tools/own-words.ts";
import { repeatedBy } from "./rests-on.ts";

/**
 * Maximum messages to people after untrusted content, per run and per conversation and hour; then one
 * summary.
 */
export const TOLD_A_RUN = 2;
export const TOLD_AN_HOUR = 6;

/** Quotes the text with who influenced it; null if no outsider is known. `onRecord` holds the leads that may stay. */
export function ledWords(words: string, leader: string | null, onRecord: ReadonlySet<string>): string {
  const quoted = withoutLeads(words, onRecord).replaceAll(/[“”"]/g, "’");
  const mark =
    leader === null
      ? "Written after words from outside were read, not checked"
      : `Led by words from outside (${leader}), not checked`;
  return `${mark}: “${quoted}”`;
}

/** Where outside words were read, for people. */
export function leaderWords(
  by: ReturnType<typeof repeatedBy> | undefined,
  onRecord: ReadonlySet<string> = new Set(),
): string | null {
  return by === null || by === undefined
    ? null
    : nameable(by.source.replace(/ \((.*)\)$/, " in $1"), onRecord);
}

/** Text for members, whether it is marked, and whose words it repeats. */
export interface Told {
  readonly words: string;
  readonly isLed: boolean;
  readonly leader: string | null;
}

/** Whether outside text may have led to this call. A call resolved outside its run counts as led. */
export function isLed(asker: Asker | null, words: string): boolean {
  if (asker === null) return true;
  return asker.outsideWords && !isOwnWish(asker, "", words);
}

/**
 * Whether outside text may have led to what members are told. If a member speaks in a conversation among members, only a text
 * that repeats outsiders' words, or has a link, address or number that is on no record, counts as led.
 */
export function isLedNews(asker: Asker | null, words: string, onRecord: ReadonlySet<string>): boolean {
  if (!isLed(asker, words)) return false;
  // Words that a summary alone still holds can't be compared.
  const isKnown =
    asker?.speaker.kind === "user" && asker.heard?.().some((heard) => heard.words !== "") === true;
  return !isKnown || asker.repeats?.(words) !== null || withoutLeads(words, onRecord) !== words;
}

/** The text as members receive it: unchanged, or quoted and attributed to its source. */
export function toldWords(
  asker: Asker | null,
  words: string,
  conversationId: string,
  onRecord: ReadonlySet<string>,
): Told {
  if (!isLedNews(asker, words, onRecord)) return { words, isLed: false, leader: null };
  const heard = asker?.heard?.() ?? [];
  const known = new Set([
    ...onRecord,
    ...numbersIn(conversationId),
    ...heard.flatMap(({ domain }) => (domain === undefined ? [] : [`@${domain}`])),
  ]);
  const own = [...(asker?.said ?? []), ...(asker?.records?.().values ?? [])];
  const repeated = repeatedBy(words, heard, own);
  const leader = repeated === null ? leaderOf(asker, conversationId) : leaderWords(repeated, known);
  return { words: ledWords(words, leader, known), isLed: true, leader };
}

/** The source of the influence, if known. An outside name is shown in isolation. */
function leaderOf(asker: Asker | null, conversationId: string): string | null {
  const { kind, name } = asker?.speaker ?? { kind: "system" as const, name: "" };
  const plain = nameable(name).slice(0, 40);
  if (kind === "contact" && plain !== "") return plain;
  const [, number] = /^sms:(\+\d{7,15})$/.exec(conversationId) ?? [];
  return number === undefined ? null : formatNumber(number);
}

function nameable(name: string, onRecord: ReadonlySet<string> = new Set()): string {
  return withoutLeads(name, onRecord)
    .replaceAll(REMOVED, "")
    .replaceAll(/[^\p{L}\p{M}\p{N} .+·'’-]/gu, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** Key prefix of messages influenced by untrusted content. Persisted. */
const LED = "told-led";
/** Key prefix of questions to people (team-news.ts). */
const QUESTION = "question:";

/** The source of a message: a call of a run, or a run itself. */
export interface ReachSource {
  readonly conversationId: string;
  readonly runId?: string | undefined;
  readonly id: string;
}

/** The key of one influenced notification. */
export function ledKey({ conversationId, runId = "", id }: ReachSource, index = 0): string {
  return `${LED}:${conversationId}:${runId}:${id}:${index}`;
}

/** What reaching people of the team needs. */
export interface ReachServices {
  /** What of a text's leads the team has on record, or this conversation comes from. */
  readonly onRecord: (words: string) => Promise<ReadonlySet<string>>;
  readonly notify: (news: TeamNews) => Promise<unknown>;
  /** Keys of this conversation's messages to people since a time, without prefix. */
  readonly toldSince: (conversationId: string, since: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/**
 * Null if more messages are allowed; else the model's message, and the team is notified once an hour that
 * there is more. Repeats count once.
 */
export async function heldBack(
  { people, urgent }: { readonly people: number; readonly urgent: boolean },
  { conversationId, runId = "", id }: ReachSource,
  { notify, toldSince, clock }: Omit<ReachServices, "onRecord">,
): Promise<string | null> {
  const all = `${LED}:${conversationId}:`;
  const keys = await toldSince(conversationId, new Date(clock.now() - HOUR_MS).toISOString());
  const others = keys.filter((key) => key.startsWith(all) && !key.startsWith(`${all}${runId}:${id}:`));
  // A question to a colleague has its own key, and ends its run.
  const asked = keys.filter((key) => key.startsWith(QUESTION) && key !== `${QUESTION}${id}`);
  const ofRun = others.filter((key) => key.startsWith(`${all}${runId}:`));
  if (ofRun.length + people <= TOLD_A_RUN && others.length + asked.length + people <= TOLD_AN_HOUR)
    return null;
  await notify({
    key: `told-more:${conversationId}:${Math.floor(clock.now() / HOUR_MS)}`,
    about: conversationId,
    title: urgent ? "Urgent: more in a conversation" : "More in a conversation",
    body: "Messages from outside led Steward to tell the team more than it may on its own. Check the conversation.",
    path: `/conversations/${encodeURIComponent(conversationId)}`,
    urgent,
    routedTo: null,
  });
  return "Not sent: after words from outside a run notifies at most twice and a conversation six times an hour. The team was told once to look here; don't try again.";
}
