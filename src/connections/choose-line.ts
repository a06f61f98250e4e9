import type { Line } from "./texting.ts";

/**
 * The line a text must leave from: the team's own people are texted from an internal line, everybody else
 * from an external one. Null where there is none.
 */
export function chooseLine(lines: readonly Line[], recipientInternal: boolean): Line | null {
  return lines.find((line) => line.audience === (recipientInternal ? "internal" : "external")) ?? null;
}
