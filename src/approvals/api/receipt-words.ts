/** What was really done, in one line that is the same wherever it stands. Pure. */
import { inSentence } from "../../platform/api/in-sentence.ts";
import type { Approval, Effect } from "./approval.ts";

type Said = Pick<Approval, "effects">;

/** `Sent`, `Created`, `Done`: only for an effect with a receipt. */
export function doneWord({ effects }: Said): string {
  const words = [...new Set(effects.map((effect) => effect.words.done))];
  return words.length === 1 ? (words[0] ?? "Done") : "Done";
}

/** `Sent to Maria Lopez`, `Undelivered: the address doesn’t exist`, `Sent: 3 text messages`. */
export function receiptWords({ effects, title }: Pick<Approval, "effects" | "title">): string {
  const returned = effects.find(({ receipt }) => receipt?.returned !== undefined)?.receipt?.returned;
  if (returned !== undefined) return `Undelivered: ${returned}`;
  const [only, ...others] = effects;
  if (only?.receipt && others.length === 0) return sentTo(only) ?? only.receipt.summary;
  return `${doneWord({ effects })}: ${inSentence(title)}`;
}

/** `Sent to Maria Lopez` from the title `Reply to Maria Lopez`; null if it isn't a message. */
function sentTo({ title, words }: Effect): string | null {
  const [, whom] = words.message === null ? [] : (/ to (.+)$/.exec(title) ?? []);
  return whom === undefined ? null : `${words.done} to ${whom}`;
}

/** When the last part of it was done; null if nothing was. */
export function receiptTime({ effects }: Said): string | null {
  return (
    effects
      .flatMap(({ receipt }) => receipt?.at ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
