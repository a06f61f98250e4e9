import * as z from "zod";
import { defineTool } from "../define-tool.ts";

/** Asks the person in the conversation; the turn waits for the answer. */
export const askUser = defineTool({
  name: "ask_user",
  title: "Ask a question",
  done: "Asked a question",
  description:
    "Asks the colleague in this conversation one question and waits for the answer. Use it when something needed is missing or several people " +
    "could be meant. Offer the likely answers as options. Never asks anybody outside the team.",
  input: z.strictObject({
    question: z.string().trim().min(1).max(1000).describe("One clear question"),
    options: z
      .array(z.string().trim().min(1).max(200))
      .min(1)
      .max(8)
      .optional()
      .describe("Likely answers, each usable as it is"),
    requiredFor: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe("What cannot go on without the answer"),
  }),
  effect: "read",
  egress: "none",
  summarize: () => "Asking a question",
  asks: ({ question, options, requiredFor }) => ({
    question,
    options: options ?? [],
    requiredFor: requiredFor ?? null,
  }),
});
