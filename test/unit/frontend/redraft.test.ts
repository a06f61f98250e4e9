import { describe, expect, it } from "vitest";
import { redraftOf } from "../../../frontend/src/approvals/draft/redraft.ts";
import { approvalRowOf } from "../../support/approval-of.ts";

const stale = approvalRowOf({ id: "old", status: "stale", createdAt: "2026-11-21T10:00:00.000Z" });
const later = { createdAt: "2026-11-21T10:05:00.000Z" };

describe("the draft that took an old one's place", () => {
  it("is the newest later one for the same person in the same conversation", () => {
    const second = approvalRowOf({ id: "second", status: "stale", ...later });
    const third = approvalRowOf({ id: "third", createdAt: "2026-11-21T10:09:00.000Z" });
    expect(redraftOf(stale, [third, stale, second])?.id).toBe("third");
  });

  it.each([
    ["an earlier one", approvalRowOf({ id: "x", createdAt: "2026-11-21T09:00:00.000Z" })],
    ["one for somebody else", approvalRowOf({ id: "x", ...later, target: "Tom Okafor" })],
    ["one of another conversation", approvalRowOf({ id: "x", ...later, conversationId: "c-2" })],
    ["one of another tool", approvalRowOf({ id: "x", ...later, tool: "create_contact" })],
    ["itself", stale],
  ])("is not %s", (_, other) => {
    expect(redraftOf(stale, [other])).toBeNull();
  });
});
