import { describe, expect, it } from "vitest";
import {
  buildRequest,
  contextTail,
  type PromptSource,
  systemBlocks,
} from "../../../src/agent/build-request.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import { effectiveInstructions } from "../../../src/agent/api/agent.ts";
import { outputForm } from "../../../src/agent/output.ts";
import { cachedTokens, promptParts, type PromptFacts } from "../../../src/agent/prompt-view.ts";
import type { LogMessage } from "../../../src/agent/conversations/index.ts";
import { promptPartSchema } from "../../../src/agent/api/agent.ts";

const TAIL = "<context>\nNow: noon\n</context>";
function message(seq: number, role: "user" | "assistant", text: string, context: string | null): LogMessage {
  const author = role === "user" ? { kind: "user", name: "Dana" } : { kind: "agent", name: "Steward" };
  const base = { id: `m${seq}`, seq, role, parts: [{ type: "text", text }], author, context, queued: false };
  return {
    ...base,
    kind: "inbound",
    runId: "t",
    createdAt: "2026-11-21T10:00:00Z",
  } as unknown as LogMessage;
}
const source = (change: Partial<PromptSource> = {}): PromptSource => ({
  agent: steward,
  model: "claude-sonnet-5-5",
  tools: [{ name: "search_contacts", description: "d", input_schema: { type: "object" } }],
  system: systemBlocks(steward, "<team>\nAlder\n</team>"),
  compaction: null,
  messages: [
    message(1, "user", "Hello", TAIL),
    message(2, "assistant", "Hi", null),
    message(3, "user", "And?", TAIL),
  ],
  thinkingAfterSeq: 0,
  ...change,
});
const facts = (change: Partial<PromptFacts> = {}): PromptFacts => ({
  summarized: false,
  tailStored: true,
  nextTail: "next",
  warm: true,
  sentMessages: 1,
  ...change,
});

/** The request's own texts, in the order the model reads them. */
function bytesOf(request: ReturnType<typeof buildRequest>): string {
  const blocks = request.messages.flatMap(({ content }) => content as { type: string; text?: string }[]);
  const texts = [...request.system, ...blocks].map((block) => (block as { text?: string }).text ?? "");
  return [JSON.stringify(request.tools), ...texts].join("");
}

describe("the prompt, part by part", () => {
  const summary = { throughSeq: 0, summary: "Dana said much.", createdAt: "2026-11-21T09:00:00Z" };

  it.each([
    ["plain", source(), facts()],
    ["with a summary", source({ compaction: summary }), facts({ summarized: true })],
  ])("holds every text of the request and nothing else: %s", (_, given, known) => {
    const request = buildRequest(given);
    const shown = promptParts(request, known).map((part) =>
      part.messages === undefined
        ? part.text
        : part.messages
            .flatMap(({ text }) => (JSON.parse(text) as { text: string }[]).map((block) => block.text))
            .join(""),
    );
    expect(shown.join("")).toBe(bytesOf(request));
  });

  it("comes in the order the model reads it, each with its count, within the contract", () => {
    const parts = promptParts(buildRequest(source({ compaction: summary })), facts({ summarized: true }));
    expect(parts.map(({ kind }) => kind)).toEqual([
      "tools",
      "instructions",
      "tenant",
      "summary",
      "history",
      "context",
    ]);
    for (const part of parts) {
      promptPartSchema.parse(part);
      expect(part.tokens).toBeGreaterThan(0);
    }
    expect(parts.find(({ kind }) => kind === "context")?.text).toBe(TAIL);
  });

  it("says which parts the last call left in the cache: what it sent, while it is warm", () => {
    const warm = promptParts(buildRequest(source()), facts());
    expect(warm.map(({ kind, cached }) => [kind, cached])).toEqual([
      ["tools", true],
      ["instructions", true],
      ["tenant", true],
      ["history", false],
      ["context", false],
    ]);
    expect(warm[3]?.messages?.map(({ cached }) => cached)).toEqual([true, false, false]);
    const cold = promptParts(buildRequest(source()), facts({ warm: false }));
    expect(cold.some(({ cached }) => cached)).toBe(false);
    expect(cachedTokens(cold)).toBe(0);
    expect(cachedTokens(warm)).toBeGreaterThan(0);
  });

  it("shows what a next message would carry where none waits for an answer", () => {
    const messages = [message(1, "user", "Hello", TAIL), message(2, "assistant", "Hi", null)];
    const nextTail = contextTail({
      nowMs: 0,
      timeZone: "UTC",
      speaker: { kind: "user", name: "Dana" },
      source: "web_chat",
    });
    const parts = promptParts(buildRequest(source({ messages })), facts({ tailStored: false, nextTail }));
    expect(parts.at(-1)).toMatchObject({ kind: "context", text: nextTail, cached: false, breakpoint: false });
  });

  it("does not change the request it takes apart", () => {
    const request = buildRequest(source({ compaction: summary }));
    const before = JSON.stringify(request);
    promptParts(request, facts({ summarized: true }));
    expect(JSON.stringify(request)).toBe(before);
  });
});

describe("a team's instructions", () => {
  it.each([
    ["built_in", "ignored", "BUILT IN"],
    ["extend", "  Call us Alder. ", "BUILT IN\n\n<team_instructions>\nCall us Alder.\n</team_instructions>"],
    ["replace", "Only this.", "Only this."],
    ["extend", "   ", "BUILT IN"],
    ["replace", "", "BUILT IN"],
  ] as const)("%s %j", (mode, text, effective) => {
    expect(effectiveInstructions("BUILT IN", mode, text)).toBe(effective);
  });

  it("that replace the built-in ones keep the form their answers are held to, once", () => {
    const form = outputForm({
      type: "object",
      properties: { urgent: { type: "boolean" } },
      required: ["urgent"],
    });
    expect(effectiveInstructions(`You triage.\n\n${form}`, "replace", "Only gas.")).toBe(
      `Only gas.\n\n${form}`,
    );
    const copied = `Only gas.\n\n${form}\nNo more.`;
    expect(effectiveInstructions(`You triage.\n\n${form}`, "replace", copied)).toBe(copied);
  });
});
