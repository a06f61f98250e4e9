/**
 * Reaching people of the team is an effect: once words from outside were read, what a run tells them is quoted and marked as led by those words, and what
 * could lead them on — links, addresses, numbers that are on no record — is taken out. It is told so often and no more; then one summary. Only a person's own whole sentences pass as they are.
 */
import type { Clock } from "../../kernel/clock.ts";
import { withoutLeads } from "../../notifications/index.ts";
import type { Tenant } from "../../integrations/tenant/index.ts";
import type { Asker, Call } from "./call.ts";
import { isOwnWish } from "../schedules/tools/own-words.ts";

/** Notifications a run may send after words from outside, and a conversation in an hour; then one summary. */
const TOLD_A_RUN = 2;
const TOLD_AN_HOUR = 6;

/** Words as they may reach people of the team, and whether they are marked. */
export interface Told {
  readonly words: string;
  readonly isLed: boolean;
}

/** Whether somebody outside may have led to what a call tells. A call that is resolved outside its run counts as led. */
export function isLed(asker: Asker | null, words: string): boolean {
  if (asker === null) return true;
  return asker.outsideWords && !isOwnWish(asker, "", words);
}

/** Where something is told from. */
interface ReachedFrom {
  readonly conversationId: string;
  /** Digits of numbers that may stay. */
  readonly onRecord?: ReadonlySet<string>;
}

/** What people are told: as it is, or quoted with who led to it. */
export function toldWords(
  asker: Asker | null,
  words: string,
  { conversationId, onRecord = new Set() }: ReachedFrom,
): Told {
  if (!isLed(asker, words)) return { words, isLed: false };
  const quoted = withoutLeads(words, onRecord).replaceAll(/[“”"]/g, "’");
  return {
    words: `Led by words from outside (${leaderOf(asker, conversationId)}), not checked: “${quoted}”`,
    isLed: true,
  };
}

/** Who led to it, as far as it is known. A name from outside says nothing but itself. */
function leaderOf(asker: Asker | null, conversationId: string): string {
  const { kind, name } = asker?.speaker ?? { kind: "system" as const, name: "" };
  const plain = withoutLeads(name, new Set())
    .replaceAll(/[^\p{L}\p{N} .+'’-]/gu, "")
    .trim()
    .slice(0, 40);
  if (kind === "contact" && plain !== "") return plain;
  const [, number] = /^sms:(\+\d{7,15})$/.exec(conversationId) ?? [];
  return number === undefined ? "something that was read" : `a text from ${number}`;
}

/** What the limit is held by. */
export interface ReachServices {
  readonly notify: Tenant["notify"];
  /** Keys of what this conversation told people since a time, without its prefix. */
  readonly toldSince: (conversationId: string, since: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** Begins the keys of what words from outside led to. Persisted. */
const LED = "told-led";
/** Begins the keys of questions to people (src/notifications/team-news.ts). */
const QUESTION = "question:";
const HOUR_MS = 3_600_000;

/** The key of one notification that words from outside led a call to. */
export function ledKey({ conversationId, runId = "", id }: Call, index = 0): string {
  return `${LED}:${conversationId}:${runId}:${id}:${index}`;
}

/**
 * Null where a call may still tell so many people; else what the model is told, and the team is notified once an hour that there is more. A repeat of the call
 * counts once.
 */
export async function heldBack(
  { people, urgent }: { readonly people: number; readonly urgent: boolean },
  call: Call,
  { notify, toldSince, clock }: ReachServices,
): Promise<string | null> {
  const { conversationId, runId = "", id } = call;
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
