/** Which approvals are texts to a number. Pure. */
import type { Approval } from "../../../../src/approvals/api/approval.ts";

export function goesTo(approval: Approval, number: string): boolean {
  return approval.effects.some(({ document }) => {
    const to = document["to"];
    return typeof to === "object" && to !== null && "number" in to && to["number"] === number;
  });
}

/** The words of a text. */
export function wordsIn({ effects }: Approval): string {
  const text = effects[0]?.document["text"];
  return typeof text === "string" ? text : "";
}

/** A direct text by a person: when undone, it is not an approval to decide. */
const DIRECT = "text_directly";

/** Whether it is this person's own text that was not sent: undone, or overtaken by a message. */
export function isTakenBack(approval: Approval | undefined, userId: string): boolean {
  const isBack = approval?.status === "withdrawn" || approval?.status === "stale";
  return isBack && approval.tool === DIRECT && approval.decidedBy?.id === userId;
}
