import type { OutcomePart, Part } from "./api/message.ts";

/** Who decided on what became of a draft; undefined where no one did. */
export function deciderOf(parts: readonly Part[]): string | undefined {
  return parts
    .flatMap((part) => (part.type === "outcome" ? ((part as OutcomePart).decidedBy ?? []) : []))
    .at(-1);
}
