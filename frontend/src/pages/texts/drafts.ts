/** Which approvals are texts to a number. Pure. */
import type { Approval } from "../../../../src/protocol/index.ts";

export function goesTo(approval: Approval, number: string): boolean {
  return approval.effects.some(({ document }) => {
    const to = document["to"];
    return typeof to === "object" && to !== null && "number" in to && to["number"] === number;
  });
}
