import * as z from "zod";
import { dueAccounts, noSuchStage, stageNamed } from "../index.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";

/** Finds accounts due for a follow-up, without a model. */
export const scanFollowups = defineTool({
  name: "scan_followups",
  title: "Find accounts due for a follow-up",
  done: "Looked who is due for a follow-up",
  description:
    "Lists accounts that are due for a follow-up by the team's rules (days without contact, by stage): the most urgent first, each with why and by which way.",
  keywords: "client customer overdue silent days since contact pipeline who to call write remind",
  input: z.strictObject({
    stage: z.string().trim().min(1).max(60).optional().describe("Such as Quoted; every stage if left out"),
    daysThreshold: z
      .int()
      .min(0)
      .max(3650)
      .optional()
      .describe("Days without contact, in place of the rules'"),
    limit: z.int().min(1).max(50).optional().describe("10 if left out"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  shows: "due_accounts",
  summarize: ({ stage }) => `Looking who is due for a follow-up${stage === undefined ? "" : ` (${stage})`}`,
  async run({ stage, daysThreshold, limit = 10 }, { files, stages }: AccountServices) {
    const rules = await stages();
    if (stage !== undefined && stageNamed(rules, stage) === null) return retry(noSuchStage(rules, stage));
    const due = await dueAccounts(files.db, rules, { stage, daysThreshold, limit }, files.clock.now());
    return { kind: "list", items: due.accounts, total: due.total, keep: "first", outside: true };
  },
});
