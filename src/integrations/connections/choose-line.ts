import type { Line, TextMessage } from "./texting.ts";

/**
 * The lines a text may leave from: the team's own people are texted from internal lines, everybody else from external ones. The one the newest text of
 * the thread (oldest first) was on comes first, so that people are answered from the number they wrote to.
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
