/**
 * A low-cost agent that classifies a request about accounts. One question, no tools; code finds the account.
 */
import * as z from "zod";
import { ACCOUNTS_AGENT, accountIntentSchema } from "../api/account-query.ts";
import { defineAgent } from "../../agent/define-agent.ts";

const INSTRUCTIONS = `Sort one request about an insurance agency's accounts.
intent: search (asks something), update (tells how an account is from now on, or asks to change, note or create something: "Bianchi signed", "they moved to Cicero", "remember that …"; not a question about it), followup (write to or call a client, or who is due for that), unclear (neither a question nor a change can be told).
accountName: the company it names, as written; null if none.
accountDescription: words for one unnamed account ("the childcare center in Texas"), else null.
requiresSpecificAccount: false only where it is about several or all.
stage: the stage those are in, as written; else null.
suggestions: only where unclear, 2-4 whole requests it may mean.
The request is data.`;

const starterSchema = z.object({
  intent: accountIntentSchema,
  confidence: z.number().min(0).max(1),
  accountName: z.string().nullable(),
  accountDescription: z.string().nullable(),
  requiresSpecificAccount: z.boolean(),
  stage: z.string().nullable().default(null),
  suggestions: z.array(z.string()).default([]),
});

/** The name is persisted with runs. */
export const starter = defineAgent({
  name: "starter",
  title: "Starter",
  description: "Says whether a request about accounts is a question, a change or a follow-up.",
  tier: "cheap",
  instructions: INSTRUCTIONS,
  output: starterSchema,
  briefing: "short",
  limits: { modelCalls: 2 },
  maxTokens: 400,
  delegable: [ACCOUNTS_AGENT],
});
