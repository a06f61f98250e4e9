/** STOP: whoever asks not to be texted is heard in whatever words; who asks for something else is not silenced. */
import { describe, expect, it } from "vitest";
import { asksToStop } from "../../../../src/integrations/connections/asks-to-stop.ts";
import { ASKING, HARMLESS } from "./stop-wordings.ts";

const linesOf = (text: string): string[] => text.split("\n");

describe("STOP", () => {
  const asking = Object.entries(ASKING).flatMap(([language, text]) =>
    linesOf(text).map((line) => [language, line] as const),
  );

  it("is heard in every one of two hundred wordings and more, in eight languages and more", () => {
    const missed = asking
      .filter(([, line]) => !asksToStop(line))
      .map(([language, line]) => `${language}: ${line}`);
    expect(missed).toEqual([]);
    expect(new Set(asking.map(([, line]) => line.toLowerCase())).size).toBeGreaterThanOrEqual(200);
    expect(Object.keys(ASKING).length).toBeGreaterThanOrEqual(8);
  });

  it("is heard at the end of a text about something else", () => {
    expect(asksToStop("I moved to Ohio in May and gave the keys to Dana. Please stop texting me.")).toBe(
      true,
    );
    expect(asksToStop("Wrong number!\nNo me escriba más")).toBe(true);
  });

  it("is heard in at most two of a hundred texts that mean something else", () => {
    const harmless = linesOf(HARMLESS);
    const held = harmless.filter((line) => asksToStop(line));
    expect(held.length / harmless.length, held.join("\n")).toBeLessThanOrEqual(0.02);
    expect(new Set(harmless.map((line) => line.toLowerCase())).size).toBeGreaterThanOrEqual(200);
  });
});
