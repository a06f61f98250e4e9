import { describe, expect, it } from "vitest";
import { peopleOf, presenceOf } from "../../../../src/agent/conversations/index.ts";
import { clientFrameSchema, presentPersonSchema } from "../../../../src/platform/api/socket.ts";

const page = (userId: string, looking: boolean, editingApprovalId: string | null = null) => ({
  userId,
  name: userId.toUpperCase(),
  presence: { looking, editingApprovalId },
});

describe("who is here", () => {
  it("is one entry a person however many pages are open, in the same order each time", () => {
    const pages = [page("marcus", true), page("dana", false), page("dana", true), page("marcus", true)];
    const people = peopleOf(pages);
    expect(people.map(({ userId, looking }) => [userId, looking])).toEqual([
      ["dana", true],
      ["marcus", true],
    ]);
    expect(peopleOf(pages.toReversed())).toEqual(people);
  });

  it("names each approval a person edits, also from a page that is not in front", () => {
    expect(peopleOf([page("dana", false, "a2"), page("dana", true, "a1")])).toEqual([
      { userId: "dana", name: "DANA", looking: true, editingApprovalId: "a1" },
      { userId: "dana", name: "DANA", looking: true, editingApprovalId: "a2" },
    ]);
  });

  it("leaves out who said nothing, or that they look away", () => {
    expect(peopleOf([{ userId: "dana", name: "D", presence: null }, page("marcus", false)])).toEqual([]);
  });

  it("is bounded", () => {
    const crowd = Array.from({ length: 500 }, (_, index) => page(`u${index}`, true));
    expect(peopleOf(crowd)).toHaveLength(50);
    for (const person of peopleOf(crowd)) presentPersonSchema.parse(person);
  });

  it.each([
    ["an empty edit", { looking: true }, { looking: true, editingApprovalId: null }],
    ["an edit", { looking: false, editingApprovalId: "a" }, { looking: false, editingApprovalId: "a" }],
  ])("takes %s as said", (_, said, meant) => {
    const frame = clientFrameSchema.parse({ type: "presence", ...said });
    expect(frame.type === "presence" && presenceOf(frame)).toEqual(meant);
  });

  it.each([
    { type: "presence" },
    { type: "presence", looking: "yes" },
    { type: "presence", looking: true, userId: "somebody-else" },
    { type: "presence", looking: true, editingApprovalId: "x".repeat(300) },
  ])("refuses %j: no one can speak for others", (frame) => {
    expect(clientFrameSchema.safeParse(frame).success).toBe(false);
  });
});
