import { describe, expect, it } from "vitest";
import { filled, fit, matching, type Command } from "../../../frontend/src/components/palette/commands.ts";

const command = (title: string, more: Partial<Command> = {}): Command => ({
  id: title,
  title,
  run: () => undefined,
  ...more,
});

describe("the palette's commands", () => {
  it("fits when every typed word begins a word of the command, accents and case aside", () => {
    expect(fit(command("Text message to José Álvarez"), "alva jose")).toBeGreaterThan(0);
    expect(fit(command("Usage", { words: "cost money budget" }), "BUDG")).toBeGreaterThan(0);
    expect(fit(command("Usage", { words: "cost money budget" }), "budget team")).toBe(0);
    expect(fit(command("Usage"), "sage")).toBe(0);
  });

  it("puts titles that begin so first, then titles, then further words, and keeps the order of equals", () => {
    const all = [
      command("Devices", { words: "team phones" }),
      command("Our team"),
      command("Team"),
      command("Team two"),
    ];
    expect(matching(all, "team", 9).map(({ title }) => title)).toEqual([
      "Team",
      "Team two",
      "Our team",
      "Devices",
    ]);
    expect(matching(all, "team", 2)).toHaveLength(2);
    expect(matching(all, "", 9)).toEqual(all);
  });

  it("leaves out empty groups", () => {
    expect(
      filled([
        { label: "a", items: [] },
        { label: "b", items: [command("x")] },
      ]),
    ).toHaveLength(1);
  });
});
