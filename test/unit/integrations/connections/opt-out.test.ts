import { describe, expect, it } from "vitest";
import { choiceIn, optsOut } from "../../../../src/integrations/connections/index.ts";

const text = (id: string, words: string, at: string, direction: "incoming" | "outgoing" = "incoming") => ({
  id,
  direction,
  from: "+14125550142",
  to: "+14125550100",
  text: words,
  at,
});

describe("a contact's word on being texted", () => {
  it.each([
    ["STOP", true],
    [" Stop.\n", true],
    ["opt-out!", true],
    ["STOPALL", true],
    ["UNSTOP", false],
    ["Start", false],
    ["stop by at nine", null],
    ["please start the heater", null],
    ["", null],
  ])("of %j is %s", (words, optedOut) => {
    expect(optsOut(words)).toBe(optedOut);
  });

  it("is the newest by the provider's time, whatever order texts come in; of two at once, the one that ends", () => {
    const stop = text("AC2", "STOP", "2026-11-20T10:00:00.000Z");
    const start = text("AC1", "START", "2026-11-20T09:00:00Z");
    expect(choiceIn([stop, start])).toEqual({
      optedOut: true,
      asked: null,
      at: "2026-11-20T10:00:00.000Z",
    });
    expect(choiceIn([start, stop])?.optedOut).toBe(true);
    expect(choiceIn([stop, { ...start, at: "2026-11-20T10:00:00Z" }])?.optedOut).toBe(true);
    expect(choiceIn([text("AC3", "STOP", stop.at, "outgoing"), start])?.optedOut).toBe(false);
    expect(choiceIn([text("AC4", "hello", stop.at)])).toBeNull();
  });
});
