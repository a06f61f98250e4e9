/** Which approvals are texts to a number, or drafts in a thread. Pure. */
import type { Approval, ApprovalRow } from "../../../../src/approvals/api/approval.ts";
import type { ThreadLine } from "../../../../src/messaging/api/threads.ts";

export function goesTo({ numbers = [] }: ApprovalRow, number: string): boolean {
  return numbers.includes(number);
}

/** Whether it is a draft to the other side of a thread. */
export function isDraftIn(
  approval: ApprovalRow,
  thread: Pick<ThreadLine, "channel" | "number" | "conversationId">,
): boolean {
  return thread.channel === "email"
    ? approval.conversationId === thread.conversationId
    : goesTo(approval, thread.number);
}

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
