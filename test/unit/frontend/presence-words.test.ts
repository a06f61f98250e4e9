import { describe, expect, it } from "vitest";
import { othersLooking, editingWords, shortNames } from "../../../frontend/src/components/presence/words.ts";

const person = (
  userId: string,
  name: string,
  more: { looking?: boolean; editingApprovalId?: string } = {},
) => ({ userId, name, looking: more.looking ?? false, editingApprovalId: more.editingApprovalId ?? null });

describe("presence in words", () => {
  it("uses first names, and whole ones where two people share the first", () => {
    expect(shortNames(["Marcus Hale", "Priya Raman"])).toEqual(["Marcus", "Priya"]);
    expect(shortNames(["Marcus Hale", "Marcus Webb", "Marcus Hale"])).toEqual(["Marcus Hale", "Marcus Webb"]);
  });

  it("names who else looks, never oneself, never who is elsewhere", () => {
    const people = [
      person("me", "Dana Whitfield", { looking: true }),
      person("m", "Marcus Hale", { looking: true }),
      person("p", "Priya Raman"),
    ];
    expect(othersLooking(people, "me")).toBe("Marcus");
    expect(othersLooking(people.slice(0, 1), "me")).toBeNull();
  });

  it("says who edits which card, and only that one", () => {
    const people = [
      person("m", "Marcus Hale", { editingApprovalId: "appr_1" }),
      person("p", "Priya Raman", { editingApprovalId: "appr_1" }),
      person("me", "Dana Whitfield", { editingApprovalId: "appr_2" }),
    ];
    expect(editingWords(people, "appr_1", "me")).toBe("Marcus and Priya are editing this");
    expect(editingWords(people, "appr_2", "me")).toBeNull();
    expect(editingWords(people.slice(0, 1), "appr_1", "me")).toBe("Marcus is editing this");
  });
});
