/**
 * Messages that untrusted content may have influenced reach members quoted, marked, without links or unknown
 * numbers, and rate-limited; beyond the limit one summary is sent. All messages Steward sends to people on
 * its own (tool calls, reports, replies) go through here.
 */
import { among, type TenantDb } from "../platform/db/index.ts";
import { contactKeys } from "../messaging/tables/contacts.ts";
import type { Clock } from "../kernel/clock.ts";
import { numbersIn, withoutLeads } from "./leads.ts";
import type { TeamNews } from "./team.ts";

/**
 * Maximum messages to people after untrusted content, per run and per conversation and hour; then one
 * summary.
 */
export const TOLD_A_RUN = 2;
export const TOLD_AN_HOUR = 6;

/** Quotes the text with who influenced it. `onRecord` holds the digits of numbers that may stay. */
export function ledWords(words: string, leader: string, onRecord: ReadonlySet<string>): string {
  const quoted = withoutLeads(words, onRecord).replaceAll(/[“”"]/g, "’");
  return `Led by words from outside (${leader}), not checked: “${quoted}”`;
}

/** The influence if no outsider is known. */
export const READ_BEFORE = "something that was read";

/** Digits of the numbers in a text that belong to contacts. */
export async function numbersOnRecord(db: TenantDb, words: string): Promise<ReadonlySet<string>> {
  const found = numbersIn(words).map(
    (digits) => [digits, `+${digits.length === 10 ? "1" : ""}${digits}`] as const,
  );
  if (found.length === 0) return new Set();
  const asked = found.map(([, number]) => number);
  const rows = await db.pick({ key: contactKeys.key }, contactKeys, among(contactKeys.key, asked));
  const known = new Set(rows.map(({ key }) => key));
  return new Set(found.flatMap(([digits, number]) => (known.has(number) ? [digits] : [])));
}

/** Key prefix of messages influenced by untrusted content. Persisted. */
const LED = "told-led";
/** Key prefix of questions to people (team-news.ts). */
const QUESTION = "question:";
const HOUR_MS = 3_600_000;

/** The source of a message: a call of a run, or a run itself. */
export interface Teller {
  readonly conversationId: string;
  readonly runId?: string | undefined;
  readonly id: string;
}

/** The key of one influenced notification. */
export function ledKey({ conversationId, runId = "", id }: Teller, index = 0): string {
  return `${LED}:${conversationId}:${runId}:${id}:${index}`;
}

/** Dependencies of the limit. */
export interface ReachServices {
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
  { conversationId, runId = "", id }: Teller,
  { notify, toldSince, clock }: ReachServices,
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
