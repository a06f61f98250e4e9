/** The reply to a script after its actions are done (seed 002:1981): each action with its link, even if the agent added nothing. */
import { expect, it } from "vitest";
import type { TurnStanding } from "../../../src/agent/api/objects.ts";
import { chatAnswer } from "../../../src/agent/routes/chat-answer.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";

function saying(text: string): TurnStanding {
  const message = { id: "m1", parts: [{ type: "text", text }] };
  return {
    stop: { reason: "end_turn", problem: null },
    answer: message,
    question: null,
  } as unknown as TurnStanding;
}

const receipt = (summary: string, link: string | null) => ({
  providerId: "1",
  at: "2026-11-24T10:00:00.000Z",
  summary,
  link,
});
const DONE = {
  id: "a1",
  status: "done",
  tool: "prepare_task_creation",
  title: "2 new tasks",
  arguments: {},
  effects: [
    {
      kind: "task.create",
      title: "one",
      document: {},
      receipt: receipt("Created “Fix the gate”", "https://tasks.example/1"),
      problem: null,
    },
    {
      kind: "task.create",
      title: "two",
      document: {},
      receipt: receipt("Created “Call Ana”", null),
      problem: null,
    },
    { kind: "task.create", title: "three", document: {}, receipt: null, problem: null },
  ],
} as unknown as Approval;

const answer = (text: string, completed: readonly Approval[]): string =>
  chatAnswer("c1", [saying(text)], { pending: [], completed, refused: [], isOpen: false }).response;

it("receipts stand where the agent had nothing to say, and its own words otherwise", () => {
  expect(answer("[NO_ACTION_NEEDED]", [DONE])).toBe(
    "Created “Fix the gate” https://tasks.example/1\nCreated “Call Ana”",
  );
  expect(answer("[NO_ACTION_NEEDED] All were known.", [DONE])).toBe("All were known.");
  expect(answer("Both are made.", [DONE])).toBe("Both are made.");
  expect(answer("[NO_ACTION_NEEDED]", [])).toBe("");
});
