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

/** What somebody wrote themselves: taken back, it is no one's draft to decide. */
const DIRECT = "text_directly";

/** Whether it is a text of this person's own that did not go out: taken back, or overtaken by what somebody wrote. */
export function isTakenBack(approval: Approval | undefined, userId: string): boolean {
  const isBack = approval?.status === "withdrawn" || approval?.status === "stale";
  return isBack && approval.tool === DIRECT && approval.decidedBy?.id === userId;
}
