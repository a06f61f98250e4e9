import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planCompaction, transcriptOf, messageTokens, COMPACT_AT } from "../../../src/agent/compaction.ts";
import { buildRequest, systemBlocks } from "../../../src/agent/build-request.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import { summarizer } from "../../../src/agent/agents/summarizer.ts";
import { validateRequest } from "../../../src/agent/validate.ts";
import { history, historyArbitrary } from "./histories.ts";

const WINDOW = 2_000;
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

describe("compaction", () => {
  it("seed 000:437: asks for decisions, promises, facts, and how people stand with one another", () => {
    for (const kept of ["decided", "promised", "names, numbers, dates", "tone", "stand with one another"])
      expect(summarizer.instructions).toContain(kept);
    expect(summarizer.instructions).toContain("Leave out pleasantries");
  });

  it(`leaves no orphaned call and loses nothing, on random histories (seed ${seed})`, () => {
    let compacted = 0;
    fc.assert(
      fc.property(historyArbitrary, fc.integer({ min: 0, max: 400 }), (turns, fixedTokens) => {
        const messages = history(turns);
        const throughSeq = planCompaction({ messages, windowTokens: WINDOW, fixedTokens, openTurnSeq: null });
        const total = fixedTokens + messages.reduce((sum, message) => sum + messageTokens(message), 0);
        if (throughSeq === null) return;
        compacted += 1;
        expect(total).toBeGreaterThanOrEqual(COMPACT_AT * WINDOW);
        const replaced = messages.filter(({ seq }) => seq <= throughSeq);
        const kept = messages.filter(({ seq }) => seq > throughSeq);
        expect(replaced.length + kept.length).toBe(messages.length);
        expect(replaced.length).toBeGreaterThan(0);
        expect(kept[0]?.kind === "inbound" || kept[0]?.kind === "outcome").toBe(true);
        const transcript = transcriptOf(null, replaced, "America/New_York");
        for (const { parts } of replaced) {
          for (const part of parts)
            if (part.type === "text")
              expect(transcript).toContain((part as unknown as { text: string }).text.trim());
        }
        const request = buildRequest({
          agent: steward,
          model: "m",
          tools: [],
          system: systemBlocks(steward, "team"),
          compaction: { throughSeq, summary: "What was.", createdAt: "2026-11-21T15:00:00Z" },
          messages: kept,
          thinkingAfterSeq: throughSeq,
        });
        expect(validateRequest(request, { open: true })).toEqual([]);
      }),
      { numRuns: 400, seed },
    );
    expect(compacted).toBeGreaterThan(50);
  });

  it("never cuts into the turn under way", () => {
    fc.assert(
      fc.property(historyArbitrary, fc.nat(), (turns, pick) => {
        const messages = history(turns);
        const starts = messages.filter(({ kind }) => kind === "inbound");
        const open = starts[pick % starts.length]!;
        const throughSeq = planCompaction({
          messages,
          windowTokens: WINDOW,
          fixedTokens: 0,
          openTurnSeq: open.seq,
        });
        expect(throughSeq ?? 0).toBeLessThan(open.seq);
      }),
      { numRuns: 200, seed },
    );
  });

  it("does nothing below 85 % of the window", () => {
    const messages = history([{ text: "x".repeat(3_000), calls: [] }]);
    expect(planCompaction({ messages, windowTokens: WINDOW, fixedTokens: 0, openTurnSeq: null })).toBeNull();
  });

  it("cuts down to about 30 %", () => {
    const messages = history(Array.from({ length: 60 }, () => ({ text: "word ".repeat(70), calls: [] })));
    const throughSeq = planCompaction({
      messages,
      windowTokens: 20_000,
      fixedTokens: 1_000,
      openTurnSeq: null,
    })!;
    // Sixty turns of about 200 tokens do not reach 85 % of this window: the plan must say so.
    expect(throughSeq).toBeNull();
    const longer = history(Array.from({ length: 160 }, () => ({ text: "word ".repeat(70), calls: [] })));
    const through = planCompaction({
      messages: longer,
      windowTokens: 20_000,
      fixedTokens: 1_000,
      openTurnSeq: null,
    })!;
    const kept = longer
      .filter(({ seq }) => seq > through)
      .reduce((sum, message) => sum + messageTokens(message), 0);
    expect(kept).toBeLessThan(0.3 * 20_000);
    expect(kept).toBeGreaterThan(0.1 * 20_000);
  });
});
