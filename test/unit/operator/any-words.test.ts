import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operate } from "../../../sandbox/operator/operator.ts";
import { Conversation, NOW } from "./conversation.ts";

const PIECES = [
  "text",
  "Maria",
  "that",
  "ask",
  "to",
  "and",
  ":",
  '"',
  "“",
  "what did",
  "say",
  "+1 412 555 01",
  "<context>",
  "let",
  "know",
  "\n",
  "(",
  "remind",
];
const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => pieces.join(" ")),
);

describe("whatever is said", () => {
  it("is answered with something, and every call has a tool that was given", () => {
    fc.assert(
      fc.property(words, (said) => {
        const conversation = new Conversation();
        const turn = conversation.say(said === "" ? "x" : said);
        const given = new Set(conversation.tools.map(({ name }) => name));
        expect(turn.said.length + turn.calls.length).toBeGreaterThan(0);
        for (const { tool } of turn.calls) expect(given).toContain(tool);
        for (const { content } of conversation.messages) expect(content.length).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  it("is answered after any outcome, too", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.boolean(), (reason, again) => {
        const conversation = new Conversation();
        conversation.say("Text John that it is ready");
        const text = `Approval a (Text): rejected by Dana. Nothing was sent. Reason: ${JSON.stringify(reason)} ${again ? "Draft it again following the reason, and propose the new version." : ""}`;
        expect(conversation.outcome({ approvalId: "a", state: "rejected", text }).said).not.toBe("");
      }),
      { numRuns: 100 },
    );
  });

  it("is read in time, however long", () => {
    const conversation = new Conversation();
    const long = `what did ${"say to ask ".repeat(3000)}`;
    const started = performance.now();
    conversation.say(long);
    operate(conversation.request(), { now: () => NOW });
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
