/**
 * Reaching people of the team is an effect: once words from outside were read, what a run tells them is quoted and marked as led by those words, and what
 * could lead them on — links, addresses, numbers that are on no record — is taken out. It is limited by run and hour; beyond that, one summary is sent. Only a person's own whole sentences pass as they are.
 */
import { ledWords, READ_BEFORE, withoutLeads } from "../../notifications/index.ts";
import type { Asker } from "./call.ts";
import { isOwnWish } from "../schedules/tools/own-words.ts";

export { heldBack, ledKey } from "../../notifications/index.ts";

/** Words as they may reach people of the team, and whether they are marked. */
export interface Told {
  readonly words: string;
  readonly isLed: boolean;
}

/** Whether outside text may have led to this call. A call resolved outside its run counts as led. */
export function isLed(asker: Asker | null, words: string): boolean {
  if (asker === null) return true;
  return asker.outsideWords && !isOwnWish(asker, "", words);
}

/** The call that tells people something. */
interface ReachedFrom {
  readonly conversationId: string;
  /** Digits of numbers that may stay. */
  readonly onRecord?: ReadonlySet<string>;
}

/** The words as people receive them: unchanged, or quoted and attributed to who led to them. */
export function toldWords(
  asker: Asker | null,
  words: string,
  { conversationId, onRecord = new Set() }: ReachedFrom,
): Told {
  if (!isLed(asker, words)) return { words, isLed: false };
  return { words: ledWords(words, leaderOf(asker, conversationId), onRecord), isLed: true };
}

/** Who led to it, as far as it is known. A name from outside says nothing but itself. */
function leaderOf(asker: Asker | null, conversationId: string): string {
  const { kind, name } = asker?.speaker ?? { kind: "system" as const, name: "" };
  const plain = withoutLeads(name, new Set())
    .replaceAll(/[^\p{L}\p{M}\p{N} .+'’-]/gu, "")
    .trim()
    .slice(0, 40);
  if (kind === "contact" && plain !== "") return plain;
  const [, number] = /^sms:(\+\d{7,15})$/.exec(conversationId) ?? [];
  return number === undefined ? READ_BEFORE : `a text from ${number}`;
}
