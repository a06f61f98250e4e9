import * as z from "zod";
import {
  accountLine,
  accountRules,
  calledStage,
  listAccounts,
  noSuchStage,
  stageNamed,
  stageSettings,
  valuesAsked,
  wordsOfStage,
} from "../index.ts";
import { dayOf } from "../../kernel/calendar.ts";
import { localTime } from "../../kernel/local-time.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { AccountServices } from "./index.ts";
import { DAY_MS } from "../../kernel/clock.ts";

export const findAccounts = defineTool({
  name: "find_accounts",
  title: "Look through the accounts",
  done: "Looked through the accounts",
  description:
    "Finds customers' accounts by name, place, industry, kind of insurance or person, all of a stage, or by a field of the team's own such as renewal date, premium or carrier: " +
    "number, stage, next steps, fields and last contact. " +
    "get_account reads one whole.",
  keywords:
    "list renew renews renewal policies clients client customer insured policy pipeline stage quote bound lead submission account book of business",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Words such as: dental Lakeview. All if left out"),
    stage: z.string().trim().max(100).optional().describe("Such as Quoted"),
    field: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe(
        "One of the team's own fields, such as Renewal date: sorted by it, and filtered by from, to or within",
      ),
    order: z.enum(["asc", "desc"]).optional().describe("Of the field's values; asc if left out"),
    within: z.int().min(1).max(1_000).optional().describe("For a date: from today, so many days"),
    from: z.string().trim().min(1).max(100).optional().describe("Its least value, as 2027-03-01 or 10000"),
    to: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Its greatest value; the same as from for one value"),
    after: z.string().max(500).optional().describe("For the next page: what the page before gave as next"),
    limit: z.int().min(1).max(50).optional().describe("Most accounts to return; 20 if left out"),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ query, stage }) =>
    ["Looking through the accounts", query ?? stage].filter(Boolean).join(": "),
  async run({ query, stage, field, after, limit = 20, ...asked }, { files, timeZone }: AccountServices) {
    const { stages: rules, fields } = await accountRules(files.db);
    const nowMs = files.clock.now();
    const by = valuesAsked(fields, { ...asked, sort: field }, (days) =>
      dayOf(nowMs + days * DAY_MS, timeZone),
    );
    if (typeof by === "string") return retry(by);
    if (by !== undefined && query !== undefined) return retry("Give words or a field, not both.");
    const known = stage === undefined ? null : stageNamed(rules, stage);
    if (stage !== undefined && known === null) return retry(noSuchStage(rules, stage));
    const words = known === null ? undefined : wordsOfStage(known);
    const page = await listAccounts(files.db, { q: query, stages: words, by, cursor: after, limit });
    return {
      kind: "ok",
      outside: true,
      data: {
        ...(page.items.length === 0 ? { hint: "No account fits. Try fewer or other words." } : {}),
        ...(query === undefined && stage === undefined && after === undefined
          ? {
              stages: await countsByStage(files.db),
              ...(fields.length === 0 ? {} : { fields: fields.map(({ name, kind }) => `${name} (${kind})`) }),
            }
          : {}),
        ...(page.nextCursor === null ? {} : { next: page.nextCursor }),
        items: page.items.map((row) => {
          const { id, name, location, industry, insuranceTypes, details, nextSteps, lastContactAt, problem } =
            accountLine(row);
          return {
            account: id,
            name,
            stage: calledStage(rules, row.stage),
            ...(location === "" ? {} : { location }),
            ...(industry === "" ? {} : { industry }),
            insurance: insuranceTypes,
            ...(details.length === 0 ? {} : { details }),
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
