import type { Line, TextMessage } from "./texting.ts";

/**
 * Lines a text may be sent from: internal lines for the team, external lines for everyone else. The line of the thread's newest text
 * (`thread` is oldest first) comes first, so people get the reply from the number they wrote to.
 */
export function linesFor<Known extends Pick<Line, "audience" | "number">>(
  lines: readonly Known[],
  recipientInternal: boolean,
  thread: readonly Pick<TextMessage, "direction" | "from" | "to">[],
): readonly Known[] {
  const allowed = lines.filter(({ audience }) => audience === (recipientInternal ? "internal" : "external"));
  const used = thread.map(({ direction, from, to }) => (direction === "incoming" ? to : from));
  const newest = used.findLast((number) => allowed.some((line) => line.number === number));
  return allowed.toSorted((left, right) => Number(right.number === newest) - Number(left.number === newest));
}
