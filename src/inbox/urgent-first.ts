/**
 * An urgent text waits behind no other: while more comes in than is handed on, it goes before all that is in line, so that people are rung as soon as
 * at rest. The line may meet it all the same; handing on may be repeated.
 */
import { handOn } from "./hand-on.ts";
import type { InboxDeps } from "./ports.ts";
import type { InboundText } from "./types.ts";
import { urgentWord } from "./urgent.ts";

/** A storm of urgent texts is worked through in line, which leaves room for the answers. */
const AT_ONCE = 2;
/** One that shows no end for so long has died with its request. */
const DEAD_MS = 5_000;

/** Hands a text on at once if it is urgent, with the team's own `words`; any other is left to the line. Answers whether it did. */
export type UrgentFirst = (
  deps: { readonly inbox: InboxDeps; readonly words: () => Promise<readonly string[]> },
  text: Pick<InboundText, "id" | "direction" | "text">,
) => Promise<boolean>;

/** The way past the line of one isolate. */
export function createUrgentFirst(): UrgentFirst {
  const underWay = new Map<string, number>();
  return async ({ inbox, words }, { id, direction, text }) => {
    if (direction !== "incoming" || urgentWord(text, await words()) === null) return false;
    const nowMs = inbox.clock.now();
    for (const [other, untilMs] of underWay) if (untilMs <= nowMs) underWay.delete(other);
    if (underWay.size >= AT_ONCE) return false;
    underWay.set(id, nowMs + DEAD_MS);
    try {
      await handOn(inbox, id);
      return true;
    } finally {
      underWay.delete(id);
    }
  };
}
