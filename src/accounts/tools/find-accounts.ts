import * as z from "zod";
import {
  accountLine,
  calledStage,
  listAccounts,
  noSuchStage,
  stageNamed,
  stageSettings,
  wordsOfStage,
} from "../index.ts";
import { localTime } from "../../kernel/local-time.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";

export const findAccounts = defineTool({
  name: "find_accounts",
  title: "Look through the accounts",
  done: "Looked through the accounts",
  description:
    "Finds customers' accounts by name, place, industry, kind of insurance or person, or all of a stage: number, stage, next steps and last contact. " +
    "get_account reads one whole.",
  keywords:
    "client customer insured policy pipeline stage quote bound lead submission account book of business",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Words such as: dental Lakeview. All if left out"),
    stage: z.string().trim().max(100).optional().describe("Such as Quoted"),
    after: z.string().max(500).optional().describe("For the next page: what the page before gave as next"),
    limit: z.int().min(1).max(50).optional().describe("Most accounts to return; 20 if left out"),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ query, stage }) =>
    ["Looking through the accounts", query ?? stage].filter(Boolean).join(": "),
  async run({ query, stage, after, limit = 20 }, { files, timeZone, stages }: AccountServices) {
    const rules = await stages();
    const known = stage === undefined ? null : stageNamed(rules, stage);
    if (stage !== undefined && known === null) return retry(noSuchStage(rules, stage));
    const words = known === null ? undefined : wordsOfStage(known);
    const page = await listAccounts(files.db, { q: query, stages: words, cursor: after, limit });
    return {
      kind: "ok",
      outside: true,
      data: {
        ...(page.items.length === 0 ? { hint: "No account fits. Try fewer or other words." } : {}),
        ...(query === undefined && stage === undefined && after === undefined
          ? { stages: await countsByStage(files.db) }
          : {}),
        ...(page.nextCursor === null ? {} : { next: page.nextCursor }),
        items: page.items.map((row) => {
          const { id, name, location, industry, insuranceTypes, nextSteps, lastContactAt, problem } =
            accountLine(row);
          return {
            account: id,
            name,
            stage: calledStage(rules, row.stage),
            ...(location === "" ? {} : { location }),
            ...(industry === "" ? {} : { industry }),
            insurance: insuranceTypes,
            nextSteps,
            ...(lastContactAt === null ? {} : { lastContact: localTime(lastContactAt, timeZone) }),
            ...(problem === null ? {} : { problem: `Its history doesn't prove it: ${problem}` }),
          };
        }),
      },
    };
  },
});

/** How many accounts are in each stage, of all. */
async function countsByStage(db: TenantDb): Promise<string[]> {
  const { stages } = await stageSettings(db);
  return stages.flatMap(({ stage, accounts }) => (accounts === 0 ? [] : [`${stage}: ${accounts}`]));
}
