import { expect, it } from "vitest";
import type { MessagesRequest } from "../../../../sandbox/anthropic/types.ts";
import { answerAlone } from "../../../../sandbox/operator/alone.ts";
import { steward } from "../../../../src/agent/agents/steward.ts";

it("a chat with the product's own instructions is never taken for a question without tools", () => {
  const request = {
    system: [{ type: "text", text: steward.instructions }],
    tools: [{ name: "send_message", input_schema: { type: "object" } }],
    messages: [],
  } as unknown as MessagesRequest;
  expect(answerAlone(request, () => new Float32Array())).toBeNull();
});
