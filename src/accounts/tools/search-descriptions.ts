import * as z from "zod";
import {
  accountLine,
  calledStage,
  describedAccounts,
  listAccounts,
  noSuchStage,
  stageSettings,
  stageNamed,
  wordsOfStage,
} from "../index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { localTime } from "../../kernel/local-time.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";

const MOST = 30;

/** Finds accounts by description. */
export const searchDescriptions = defineTool({
  name: "search_descriptions",
  title: "Search what is known of accounts",
  done: "Searched the accounts",
  description:
    "Finds accounts by stage, place, industry, insurance or people: “childcare Texas”, or a stage alone for all of it. Those that fit best first, by their words and by what is meant. With neither: how many are in each stage, and the first of them.",
  keywords: "client customer stage industry location pipeline attributes list all",
  input: z.strictObject({
    description: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe("Such as: bakery Chicago workers compensation"),
    stage: z.string().trim().min(1).max(60).optional().describe("Such as Quoted"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: ({ description, stage }) =>
    `Searching the accounts: ${[description, stage].filter(Boolean).join(", ") || "all"}`,
  async run({ description, stage }, { files, stages, near, timeZone }: AccountServices) {
    const rules = await stages();
    const known = stage === undefined ? null : stageNamed(rules, stage);
    if (stage !== undefined && known === null) return retry(noSuchStage(rules, stage));
    const words = known === null ? undefined : wordsOfStage(known);
    const found =
      description === undefined
        ? (await listAccounts(files.db, { stages: words, limit: MOST + 1 })).items
        : await describedAccounts(files.db, description, { stages: words, near });
    return {
      kind: "list",
      keep: "first",
      more: found.length > MOST,
      ...(description === undefined && stage === undefined
        ? { beside: { stages: await countsOf(files.db) } }
        : {}),
      outside: true,
      items: found.slice(0, MOST).map((row) => {
        const { id, name, location, industry, insuranceTypes, nextSteps, lastContactAt } = accountLine(row);
        return {
          account: id,
          name,
          stage: calledStage(rules, row.stage),
          location: location || null,
          industry: industry || null,
          insurance: insuranceTypes,
          nextSteps,
          lastContact: lastContactAt === null ? null : localTime(lastContactAt, timeZone),
          folder: `accounts/${id}/`,
        };
      }),
    };
  },
});

/** Number of accounts per stage. */
async function countsOf(db: TenantDb): Promise<Record<string, number>> {
  const { stages } = await stageSettings(db);
  return Object.fromEntries(stages.map(({ stage, accounts }) => [stage, accounts]));
}
