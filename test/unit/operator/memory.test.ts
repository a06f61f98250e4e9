import { describe, expect, it } from "vitest";
import type { Block, Message, ToolDefinition } from "../../../sandbox/anthropic/types.ts";
import { readMemoryWish } from "../../../sandbox/operator/memory-words.ts";
import { operate } from "../../../sandbox/operator/operator.ts";
import { modelTools } from "../../../src/tools/model-tools.ts";
import { NOW } from "./conversation.ts";

const TOOLS = modelTools([
  "search_contacts",
  "list_messages",
  "send_message",
  "ask_user",
  "write_file",
  "append_file",
  "read_file",
  "search_files",
  "move_file",
]) as unknown as ToolDefinition[];
const SYSTEM = [
  "<memory>\nMEMORY.md, kept by the team and you.\n# Rules\n- Rent is due on the 1st and late from the 6th on.\n</memory>",
  "<files>\nThe workspace:\nMEMORY.md\nareas/\n  heating.md\n  keys-and-access.md\ndaily_notes/\n  2026-03-18_x.md\n</files>",
].join("\n");

/** Runs a turn to its end; `answer` plays the tools. */
function turn(words: string, answer: (tool: string, input: Record<string, string>) => unknown) {
  const messages: Message[] = [{ role: "user", content: [{ type: "text", text: words }] }];
  const calls: { tool: string; input: Record<string, string> }[] = [];
  for (let step = 0; step < 8; step++) {
    const request = {
      model: "m",
      max_tokens: 1,
      system: [{ type: "text", text: SYSTEM }],
      tools: TOOLS,
      messages,
      stream: false,
    };
    const content = operate(request, { now: () => NOW }).content.map((block, index): Block =>
      block.type === "tool_use" ? { id: `t${step}${index}`, ...block } : block,
    );
    messages.push({ role: "assistant", content });
    const uses = content.filter(({ type }) => type === "tool_use");
    if (uses.length === 0)
      return {
        calls,
        said: content.map((block) => (block.type === "text" ? String(block["text"]) : "")).join("\n"),
      };
    const results = uses.map((use): Block => {
      const input = use["input"] as Record<string, string>;
      calls.push({ tool: String(use["name"]), input });
      return {
        type: "tool_result",
        tool_use_id: use["id"],
        content: JSON.stringify(answer(String(use["name"]), input)),
      };
    });
    messages.push({ role: "user", content: results });
  }
  throw new Error("the turn did not end");
}

const found = (content: unknown[]) => ({
  format: "verbatim",
  itemCount: content.length,
  returnedCount: content.length,
  content,
});

describe("remembering", () => {
  it.each([
    ["Remember that the master key is with Tom", "The master key is with Tom", "areas/keys-and-access.md"],
    ["please note: the heating at Wren Court hums", "The heating at Wren Court hums", "areas/heating.md"],
    ["Remember that Gus Hartmann is the new janitor", "Gus Hartmann is the new janitor", "areas/notes.md"],
    ["Remember: never text Mr. Stahl before 9", "Never text Mr. Stahl before 9", "MEMORY.md"],
  ])("%s", (words, fact, path) => {
    const { calls, said } = turn(words, () => found([{ path, done: "added" }]));
    expect(calls).toEqual([{ tool: "append_file", input: { path, text: `- ${fact}` } }]);
    expect(said).toContain(`Noted in ${path}`);
  });

  it("says so where it could not be written", () => {
    const { said } = turn("Remember that x is y", () => ({
      status: "failed",
      message: "The workspace is full.",
    }));
    expect(said).toContain("I could not note it: The workspace is full.");
  });

  it("takes no reminder and no question for something to keep", () => {
    for (const words of ["remind me to call Walt", "Remember to call Walt", "Do you remember Walt?", "note?"])
      expect(readMemoryWish(words), words).toBeNull();
  });
});

describe("knowing", () => {
  it("quotes the files with the place, asking for fewer words where all find nothing", () => {
    const { calls, said } = turn("What do you know about the boiler at Cedar Hollow?", (_, { query }) =>
      query === "hollow"
        ? found([
            { path: "areas/heating.md", line: 4, text: "- **1120 Cedar Hollow Rd**: the boiler is new" },
          ])
        : found([]),
    );
    expect(calls.map(({ tool }) => tool)).toEqual(["search_files", "search_files", "search_files"]);
    expect(calls[0]?.input["query"]).toBe("boiler cedar hollow");
    expect(said).toContain("the boiler is new” (areas/heating.md, line 4)");
  });

  it("honours MEMORY.md, which it has at hand", () => {
    const { said } = turn("When is rent due?", () => found([]));
    expect(said).toContain("“Rent is due on the 1st and late from the 6th on.” (MEMORY.md)");
  });

  it("says that nothing is known, and stays with its honest answer for what is no question", () => {
    expect(turn("what do we know about dragons?", () => found([])).said).toContain(
      "found nothing about dragons",
    );
    expect(turn("Paint the fence green", () => found([])).said).toContain("I am the scripted stand-in");
  });
});
