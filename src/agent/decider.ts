import type { OutcomePart, Part } from "./api/message.ts";

/** The person whose decision led to this outcome; undefined if no one decided. */
export function deciderOf(parts: readonly Part[]): string | undefined {
  return parts
    .flatMap((part) => (part.type === "outcome" ? ((part as OutcomePart).decidedBy ?? []) : []))
    .at(-1);
}
