/**
 * What words from outside may have led to reaches people of the team quoted, marked, without what could lead them on, and only so often; then one summary.
 * Whatever Steward says to people by itself (a tool's call, a report, an answer) goes this way.
 */
import { among, type TenantDb } from "../platform/db/index.ts";
import { contactKeys } from "../messaging/tables/contacts.ts";
import type { Clock } from "../kernel/clock.ts";
import { numbersIn, withoutLeads } from "./leads.ts";
import type { TeamNews } from "./team.ts";

/** What a run may tell people after words from outside, and a conversation in an hour; then one summary. */
export const TOLD_A_RUN = 2;
export const TOLD_AN_HOUR = 6;

/** Words quoted with who led to them. `onRecord` holds the digits of numbers that may stay. */
export function ledWords(words: string, leader: string, onRecord: ReadonlySet<string>): string {
  const quoted = withoutLeads(words, onRecord).replaceAll(/[“”"]/g, "’");
  return `Led by words from outside (${leader}), not checked: “${quoted}”`;
}

/** Who led to something where nobody outside is known to. */
export const READ_BEFORE = "something that was read";

/** Digits of the numbers in words that are a contact's. */
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

/** Begins the keys of what words from outside led to. Persisted. */
const LED = "told-led";
/** Begins the keys of questions to people (team-news.ts). */
const QUESTION = "question:";
const HOUR_MS = 3_600_000;

/** What tells people something: a call of a run, or a run itself. */
export interface Teller {
  readonly conversationId: string;
  readonly runId?: string | undefined;
  readonly id: string;
}

/** The key of one notification that words from outside led to. */
export function ledKey({ conversationId, runId = "", id }: Teller, index = 0): string {
  return `${LED}:${conversationId}:${runId}:${id}:${index}`;
}

/** What the limit is held by. */
export interface ReachServices {
  readonly notify: (news: TeamNews) => Promise<unknown>;
  /** Keys of what this conversation told people since a time, without its prefix. */
  readonly toldSince: (conversationId: string, since: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/**
 * Null where so many people may still be told; else what the model is told, and the team is notified once an hour that there is more. A repeat of the same
 * counts once.
 */
export async function heldBack(
  { people, urgent }: { readonly people: number; readonly urgent: boolean },
  { conversationId, runId = "", id }: Teller,
  { notify, toldSince, clock }: ReachServices,
): Promise<string | null> {
  const all = `${LED}:${conversationId}:`;
  const keys = await toldSince(conversationId, new Date(clock.now() - HOUR_MS).toISOString());
  const others = keys.filter((key) => key.startsWith(all) && !key.startsWith(`${all}${runId}:${id}:`));
  // A question to a colleague has a key of its own, and ends its run.
  const asked = keys.filter((key) => key.startsWith(QUESTION) && key !== `${QUESTION}${id}`);
  const ofRun = others.filter((key) => key.startsWith(`${all}${runId}:`));
  if (ofRun.length + people <= TOLD_A_RUN && others.length + asked.length + people <= TOLD_AN_HOUR)
    return null;
  await notify({
    key: `told-more:${conversationId}:${Math.floor(clock.now() / HOUR_MS)}`,
    about: conversationId,
    title: urgent ? "Urgent: more in a conversation" : "More in a conversation",
    body: "Words from outside led Steward to tell the team more than it may by itself. Look into the conversation.",
    path: `/conversations/${encodeURIComponent(conversationId)}`,
    urgent,
    routedTo: null,
  });
  return "Not sent: after words from outside a run notifies at most twice and a conversation six times an hour. The team was told once to look here; don't try again.";
}
