import * as z from "zod";
import { defineTool } from "../define-tool.ts";

/** Delegates a task to another agent, which uses its own tools. */
export const delegate = defineTool({
  name: "delegate",
  title: "Hand a task to another agent",
  done: "Handed a task to another agent",
  description:
    "Hands a task to one of the agents in <agents> and waits for its answer. It knows nothing of this conversation but what you looked up this turn (ten things, 500 characters each): say in the task what is " +
    "wanted, and in context what else it should know. What it proposes is proposed here, and what it asks is asked here.",
  keywords: "specialist hand over task email document agent summarize thread extract fields tasks from mail",
  input: z.strictObject({
    agent: z.string().trim().min(1).max(100).describe("Its name, as in <agents>"),
    task: z.string().trim().min(1).max(8_000).describe("What it is to do or find out"),
    context: z
      .string()
      .trim()
      .max(20_000)
      .optional()
      .describe("Facts, quotes and numbers it needs, with where they come from"),
    context_ids: z
      .array(z.string().trim().min(1).max(400))
      .max(10)
      .optional()
      .describe("Links or ids of what you found that it should have; all of this turn's if left out"),
    readOnly: z.boolean().optional().describe("It may look and draft only"),
  }),
  // Delegating changes nothing itself; each call of the other agent is judged separately.
  effect: "read",
  egress: "none",
  shows: "handed_on",
  summarize: ({ agent }) => `Handing a task to ${agent}`,
  async run(task, _services, { delegate: handOver }) {
    if (handOver === undefined)
      return {
        kind: "failed",
        message: "You cannot hand this on: work on it yourself, or say what is missing.",
      };
    await handOver(task);
    return { kind: "ok", data: null };
  },
});
