import * as z from "zod";
import { usageReport } from "../../agent/usage/index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { InboxServices } from "./index.ts";
import { dayOf } from "../../kernel/calendar.ts";

const DEFAULT_DAYS = 7;
const MOST_DAYS = 62;
const CENTS = 100;
const UNDER_WAY =
  "In spentUsd and in no day yet: what runs under way, this one too, have cost. A day counts a run once it has ended.";

export const getUsage = defineTool({
  name: "get_usage",
  title: "Check the usage",
  done: "Checked the usage",
  description:
    "Says what Steward itself has cost: spent this month in US dollars against the budget, and for each of the last days how many runs and how much. Not what the team pays anybody else.",
  keywords: "cost spending spent budget money price tokens bill month much expensive runs limit left",
  input: z.strictObject({
    days: z
      .int()
      .min(1)
      .max(MOST_DAYS)
      .optional()
      .describe(`Days to list, today first, no further back than last month; ${DEFAULT_DAYS} if left out`),
  }),
  effect: "read",
  egress: "none",
  brings: "team",
  tellsOutside: true,
  summarize: () => "Checking the usage",
  async run({ days = DEFAULT_DAYS }, { db, counters, clock, timeZone }: InboxServices) {
    const report = await usageReport(db, await counters(), dayOf(clock.now(), timeZone));
    const byDay = Map.groupBy(report.days, ({ day }) => day);
    const inDays = report.days
      .filter(({ day }) => day.startsWith(report.month))
      .reduce((sum, { costUsd }) => sum + costUsd, 0);
    const underWayUsd = rounded(report.spentUsd - inDays);
    const listed = [...byDay].toSorted(([left], [right]) => (left < right ? 1 : -1)).slice(0, days);
    return {
      kind: "ok",
      data: {
        month: report.month,
        spentUsd: rounded(report.spentUsd),
        budgetUsd: rounded(report.budgetUsd),
        leftUsd: rounded(Math.max(0, report.budgetUsd - report.spentUsd)),
        ...(underWayUsd > 0 ? { underWayUsd, underWay: UNDER_WAY } : {}),
        toolCallsLastHour: report.toolCallsLastHour,
        toolCallsPerHour: report.toolCallsPerHour,
        days: listed.map(([day, rows]) => ({
          day,
          runs: rows.reduce((sum, row) => sum + row.runs, 0),
          costUsd: rounded(rows.reduce((sum, row) => sum + row.costUsd, 0)),
        })),
      },
    };
  },
});

function rounded(usd: number): number {
  return Math.round(usd * CENTS) / CENTS;
}
