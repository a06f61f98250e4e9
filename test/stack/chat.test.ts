import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { ChatResponse } from "../../src/agent/api/chat.ts";
import { eventually, signInAs } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { outsideNumbers, says, script, sentTexts } from "../support/scripted.ts";

it("CHAT: a script asks, is asked back, answers, is shown a text and confirms it: one call each, and the text leaves once", async () => {
  await using stack = await ownStack();
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const marker = `chat-${randomUUID().slice(0, 13)}`;
  const [to = ""] = await outsideNumbers(sandboxUrl);
  const uses = (id: string, name: string, input: object) => ({
    stopReason: "tool_use",
    content: [{ type: "tool_use", id: `toolu_${id}_${marker.slice(5).replaceAll("-", "_")}`, name, input }],
  });
  const question = { question: "Which John?", options: ["John Smith", "John Doe"], requiredFor: "the text" };
  const text = "The boiler man comes Friday.";
  await script(sandboxUrl, marker, [
    uses("ask", "ask_user", question),
    uses("send", "send_message", { to, text }),
    says("I drafted a text to John Smith."),
    says("Sent."),
    says("All done."),
  ]);
  const chat = (body: object) => dana.json<ChatResponse>("POST", "/api/chat", body);

  const asked = await chat({ message: `Tell John about the boiler. ${marker}` });
  expect(asked).toMatchObject({ needsClarification: true, clarification: question });
  const { conversationId } = asked;

  const drafted = await chat({ conversationId, message: "John Smith" });
  expect(drafted).toMatchObject({ needsClarification: false, clarification: null, completedActions: [] });
  expect(drafted.pendingActions).toHaveLength(1);
  const [action] = drafted.pendingActions;
  expect(action).toMatchObject({ type: "send_message", effects: [{ params: { text } }] });
  expect(await sentTexts(sandboxUrl)).toEqual([]);

  const body = { conversationId, confirmActions: [action?.id ?? ""], messageId: `yes-${marker}` };
  const done = await eventually("it is sent", async () => {
    const answer = await chat(body);
    return answer.stopped === null ? null : answer;
  });
  expect(done).toMatchObject({
    pendingActions: [],
    refusedActions: [],
    completedActions: [{ status: "done", receipt: { providerId: expect.any(String) as string } }],
  });
  expect(await sentTexts(sandboxUrl)).toEqual([text]);
  expect((await chat(body)).completedActions).toMatchObject([{ status: "done" }]);
  expect(await sentTexts(sandboxUrl)).toEqual([text]);
}, 240_000);
