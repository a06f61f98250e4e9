/**
 * Reaching people of the team is an effect: once words from outside were read, what a run tells them is quoted and marked as led by those words, and what
 * could lead them on — links, addresses, numbers that are on no record — is taken out. Only a person's own whole sentences pass as they are. Pure.
 */
import type { Asker } from "./call.ts";
import { isOwnWish } from "./schedules/own-words.ts";

/** Notifications a run may send after words from outside, and a conversation in an hour; then one summary. */
export const TOLD_A_RUN = 2;
export const TOLD_AN_HOUR = 6;

/** `scheme://x`, `www.x`, `x.example/path`, an IP address, also with the dot written as a word or in brackets. */
const LINK =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|\bwww\s*\.\s*\S+|\b(?:[\p{L}\p{N}-]+\.)+(?!(?:am|pm)\b)\p{L}{2,24}\b(?:[/?#:]\S*)?|\b\d{1,3}(?:\.\d{1,3}){3}\b(?:[/?#:]\S*)?|\b[\p{L}\p{N}-]+(?:\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?|\sdot\s)[\p{L}\p{N}-]+\S*/giu;
const EMAIL = /[\p{L}\p{N}._%+-]+\s?(?:@|[[(]\s?at\s?[\])])\s?[\p{L}\p{N}.-]+\.\p{L}{2,}/giu;
/** Seven digits or more, however they are grouped. */
const NUMBER = /\+?\p{Nd}(?:[\s().\-–/]{0,2}\p{Nd}){6,}/gu;

const DATE = /^(?:\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)$/;

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

/** Numbers in words, digits alone: what `onRecord` is asked of. */
export function numbersIn(words: string): string[] {
  return [...new Set((words.normalize("NFKC").match(NUMBER) ?? []).map(digitsOf))];
}

/** The words with what could lead on taken out; `onRecord` holds the digits of numbers that may stay. */
export function withoutLeads(words: string, onRecord: ReadonlySet<string>): string {
  return words
    .normalize("NFKC")
    .replace(EMAIL, "[address removed]")
    .replace(LINK, "[link removed]")
    .replace(NUMBER, (number) =>
      onRecord.has(digitsOf(number)) || DATE.test(number) ? number : "[number removed]",
    );
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

function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, "");
}
