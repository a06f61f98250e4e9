import type { Line } from "./texting.ts";

/** The lines a text may leave from: the team's own people are texted from internal lines, everybody else from external ones. */
export function linesFor<Known extends Pick<Line, "audience">>(
  lines: readonly Known[],
  recipientInternal: boolean,
): readonly Known[] {
  return lines.filter((line) => line.audience === (recipientInternal ? "internal" : "external"));
}

/** The line a text leaves from where nobody chose one of those it may leave from; null where there is none. */
export function chooseLine(lines: readonly Line[], recipientInternal: boolean): Line | null {
  return linesFor(lines, recipientInternal)[0] ?? null;
}
