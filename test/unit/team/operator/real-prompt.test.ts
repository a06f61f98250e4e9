import { expect, it } from "vitest";
import type { MessagesRequest } from "../../../../sandbox/anthropic/types.ts";
import { answerAlone } from "../../../../sandbox/operator/alone.ts";
import { steward } from "../../../../src/agent/agents/steward.ts";
import { writingAssistant } from "../../../../src/projects/agents/writing-assistant.ts";
import { mailSummarizer, mailSummarySchema } from "../../../../src/messaging/agents/mail-summarizer.ts";

it("a chat with the product's own instructions is never taken for a question without tools", () => {
  const request = {
    system: [{ type: "text", text: steward.instructions }],
    tools: [{ name: "send_message", input_schema: { type: "object" } }],
    messages: [],
  } as unknown as MessagesRequest;
  expect(answerAlone(request, () => new Float32Array())).toBeNull();
});

it("seed 002:477: of an item it names people, companies and places, none of which is taken for another", () => {
  const request = {
    system: [{ type: "text", text: mailSummarizer.instructions }],
    tools: [],
    messages: [
      {
        role: "user",
        content: [
          {
            type: "text",
            text: "<item>\nPressure drop\n\nBoiler 2 at Maple Court fell overnight, writes Anneke Visser of Allegheny Plumbing.\n</item>",
          },
        ],
      },
    ],
  } as unknown as MessagesRequest;
  const { names } = mailSummarySchema.parse(
    JSON.parse(answerAlone(request, () => new Float32Array()) ?? "null"),
  );
  expect(names.map(({ type, name }) => [type, name])).toEqual([
    ["topic", "Maple Court"],
    ["person", "Anneke Visser"],
    ["company", "Allegheny Plumbing"],
  ]);
});

it("seed 004:856: a status report says where the tasks stand", () => {
  const records = [
    "Task: Paint | in progress | high | Tom Okafor | due 2026-11-30 | so since 2026-11-28",
    "Task: Locks | completed | medium | completed 2026-11-20",
    "Task: Photos | created | medium | so since 2026-11-18",
  ];
  const request = {
    system: [{ type: "text", text: writingAssistant.instructions }],
    tools: [],
    messages: [
      {
        role: "user",
        content: [
          {
            type: "text",
            text: `It is the status report of “Turnover”.\n${records.join("\n")}\n<text>\n\n</text>`,
          },
        ],
      },
    ],
  } as unknown as MessagesRequest;
  expect(answerAlone(request, () => new Float32Array())).toBe(
    "Done: Locks.\nIn progress: Paint.\nNot started: Photos.",
  );
});
