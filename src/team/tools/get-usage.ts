import * as z from "zod";
import { costBySource } from "../../agent/runs/index.ts";
import { usageReport } from "../../agent/usage/index.ts";
import type { Source } from "../../agent/api/conversation.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { InboxServices } from "./index.ts";
import { dayOf } from "../../kernel/calendar.ts";
import { DAY_MS } from "../../kernel/clock.ts";

const DEFAULT_DAYS = 7;
const MOST_DAYS = 62;
const CENTS = 100;
const UNDER_WAY =
  "In spentUsd and in no day yet: what runs under way, this one too, have cost. A day counts a run once it has ended.";

/** What began a conversation; drafts and outcomes that followed in it count with it. */
const BEGUN_BY: Readonly<Record<Source, string>> = {
  web_chat: "chats of the team",
  sms: "texts people sent us",
  email: "e-mails people sent us",
  team_text: "texts of colleagues",
  team_email: "e-mails of colleagues",
  team_slack: "Slack messages of colleagues",
  schedule: "schedules",
  webhook: "automatic events",
};

export const getUsage = defineTool({
  name: "get_usage",
  title: "Check the usage",
  done: "Checked the usage",
  description:
    "Says what Steward itself has cost: spent this month in US dollars against the budget, for each of the last days how many runs and how much, and for those days together by what began it: texts people sent us, e-mails, chats, schedules. Not what the team pays anybody else.",
  keywords:
    "texts sms email chats schedules share part went into cost spending spent budget money price tokens bill month much expensive runs limit left",
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
    const fromDay = dayOf(clock.now() - (days - 1) * DAY_MS, timeZone);
    const [report, begun] = await Promise.all([
      counters().then((now) => usageReport(db, now, dayOf(clock.now(), timeZone))),
      costBySource(db, { fromDay }),
    ]);
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
        begunBy: begun.map(({ source, runs, costUsd }) => ({
          since: fromDay,
          by: source === null ? "work without a conversation, such as project agents" : BEGUN_BY[source],
          runs,
          costUsd: rounded(costUsd),
        })),
      },
    };
  },
});

function rounded(usd: number): number {
  return Math.round(usd * CENTS) / CENTS;
}
