import { describe, expect, it } from "vitest";
import {
  cachedTokens,
  cacheWords,
  promptSentence,
  readable,
  sharePercent,
  tokensWords,
} from "../../../frontend/src/agent/prompt/prompt-words.ts";
import { stateWords, isPressing } from "../../../frontend/src/notifications/notification-words.ts";
import type { PromptPart } from "../../../src/agent/api/agent.ts";

const part = (more: Partial<PromptPart>): PromptPart => ({
  kind: "instructions",
  title: "Instructions",
  text: "x",
  tokens: 100,
  breakpoint: true,
  cached: true,
  ...more,
});
const said = (tokens: number, cached: boolean) => ({
  role: "user" as const,
  text: "[]",
  tokens,
  breakpoint: false,
  cached,
});

describe("a prompt in words", () => {
  it("says of each part what comes from the cache, of the history message by message", () => {
    expect(cacheWords(part({}))).toBe("cached");
    expect(cacheWords(part({ cached: false }))).toBe("uncached");
    const history = part({ kind: "history", cached: false, messages: [said(30, true), said(10, false)] });
    expect(cacheWords(history)).toBe("partly cached");
    expect(cachedTokens(history)).toBe(30);
    expect(cacheWords(part({ kind: "history", messages: [] }))).toBe("uncached");
  });

  it("says estimates as estimates", () => {
    expect(tokensWords(1240)).toBe("about 1,240 tokens");
    expect(tokensWords(0)).toBe("empty");
  });

  it("sums up how full the window is and what is uncached", () => {
    const view = {
      conversationId: "c",
      agent: "steward",
      agentTitle: "Steward",
      model: "m",
      maxTokens: 1,
      windowTokens: 40_000,
      totalTokens: 4000,
      cachedTokens: 3000,
      counting: "estimate" as const,
      parts: [],
      context: "next" as const,
      epochLoadedAt: "2026-11-21T10:00:00Z",
      newerWaiting: false,
      summarizedMessages: 0,
    };
    expect(promptSentence(view)).toBe(
      "About 4,000 tokens, 10% of the 40,000-token window. About 3,000 tokens would come from the model’s cache; 1,000 are uncached.",
    );
    expect(promptSentence({ ...view, cachedTokens: 0 })).toContain("None of it");
  });

  it("shows JSON readably and everything else as it is", () => {
    expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(readable("plain {")).toBe("plain {");
    expect(sharePercent(1, 10_000)).toBe(1);
  });
});

describe("a notification in words", () => {
  const open = {
    urgent: true,
    resolvedAt: null,
    resolution: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    escalations: 0,
  };

  it("presses only while it is urgent, open and taken by no one", () => {
    expect(isPressing(open)).toBe(true);
    expect(isPressing({ ...open, acknowledgedAt: "2026-11-21T10:00:00Z" })).toBe(false);
    expect(isPressing({ ...open, resolvedAt: "2026-11-21T10:00:00Z" })).toBe(false);
    expect(isPressing({ ...open, urgent: false })).toBe(false);
  });

  it("says in order who was asked, who took it and what became of it", () => {
    expect(
      stateWords({
        ...open,
        escalations: 2,
        acknowledgedAt: "2026-11-21T10:00:00Z",
        acknowledgedBy: "Tom Okafor",
        resolvedAt: "2026-11-21T10:05:00Z",
        resolution: "Approved by Tom Okafor",
      }),
    ).toEqual(["2 people on call notified", "Tom Okafor is on it", "Approved by Tom Okafor"]);
  });
});
