/** The month's spending: bars by day and agent, the budget line, and where the month is heading. Pure. */
import type * as z from "zod";
import type { usageSchema } from "../../../../src/team/api/team.ts";
import { money, percent } from "../../components/words.ts";

type Usage = z.output<typeof usageSchema>;

export interface DayBar {
  /** `2026-11-21`. */
  readonly day: string;
  readonly totalUsd: number;
  /** In the order of `agents`, stacked; nothing for agents that did not work that day. */
  readonly pieces: readonly { readonly agent: string; readonly costUsd: number; readonly fromUsd: number }[];
  /** Still ahead. */
  readonly ahead: boolean;
}

export interface UsageChart {
  /** Their titles. */
  readonly agents: readonly string[];
  readonly bars: readonly DayBar[];
  /** Top of the scale, dollars. */
  readonly topUsd: number;
  /** The budget spread evenly, dollars a day; null without a budget. */
  readonly evenUsd: number | null;
  /** Whether the budget line fits the scale; otherwise it is mentioned above the chart. */
  readonly lineFits: boolean;
}

/** A budget line so far above the bars would flatten them to nothing. */
const MAX_LINE_RATIO = 4;

/** A round number at or above: 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}

export function usageChart(usage: Pick<Usage, "days" | "calendar" | "budgetUsd">): UsageChart {
  const spent = new Map<string, number>();
  for (const { agentTitle, costUsd } of usage.days)
    spent.set(agentTitle, (spent.get(agentTitle) ?? 0) + costUsd);
  const agents = [...spent.entries()].sort(([, left], [, right]) => right - left).map(([agent]) => agent);
  const bars = usage.calendar.map(({ day, costUsd, totalUsd }): DayBar => {
    const rows = usage.days.filter((row) => row.day === day);
    const pieces = agents
      .map((agent) => ({
        agent,
        costUsd: rows.filter((row) => row.agentTitle === agent).reduce((sum, row) => sum + row.costUsd, 0),
      }))
      .filter((piece) => piece.costUsd > 0)
      .map((piece, index, all) => ({
        ...piece,
        fromUsd: all.slice(0, index).reduce((sum, below) => sum + below.costUsd, 0),
      }));
    return { day, totalUsd: costUsd, pieces, ahead: totalUsd === null };
  });
  const most = Math.max(0, ...bars.map((bar) => bar.totalUsd));
  const evenUsd =
    usage.budgetUsd > 0 && usage.calendar.length > 0 ? usage.budgetUsd / usage.calendar.length : null;
  const lineFits = evenUsd !== null && (most === 0 || evenUsd <= most * MAX_LINE_RATIO);
  return {
    agents,
    bars,
    topUsd: roundUp(Math.max(most, lineFits && evenUsd !== null ? evenUsd : 0)),
    evenUsd,
    lineFits,
  };
}

const PACE_DAYS = 7;
const DAYS_NEEDED = 3;

/** The projected month-end usage at the current pace, in a sentence. */
export function projection(usage: Pick<Usage, "calendar" | "spentUsd" | "budgetUsd">): string {
  const past = usage.calendar.filter((day) => day.totalUsd !== null);
  const ahead = usage.calendar.length - past.length;
  if (usage.spentUsd === 0) return "Nothing spent this month.";
  const since = past.findIndex((day) => day.runs > 0 || day.costUsd > 0);
  const active = since < 0 ? [] : past.slice(since);
  if (usage.budgetUsd > 0 && usage.spentUsd >= usage.budgetUsd)
    return "The budget is spent. Steward stops until an admin raises it or the month ends.";
  if (ahead === 0) return "Today is the last day of the month.";
  if (active.length < DAYS_NEEDED) return "Too early to forecast.";
  const recent = active.slice(-PACE_DAYS);
  const pace = recent.reduce((sum, day) => sum + day.costUsd, 0) / recent.length;
  const end = usage.spentUsd + pace * ahead;
  const start = `At the pace of the last ${recent.length} days, the month will end at about ${money(end)}`;
  if (usage.budgetUsd <= 0) return `${start}.`;
  if (end <= usage.budgetUsd) {
    return `${start}, ${percent(end, usage.budgetUsd)} of the budget.`;
  }
  const daysLeft = Math.max(1, Math.ceil((usage.budgetUsd - usage.spentUsd) / pace));
  const day = usage.calendar[past.length - 1 + daysLeft]?.day;
  return `At the pace of the last ${recent.length} days, the budget will run out ${day ? `on ${dayWords(day)}` : "before the month ends"}.`;
}

/** `November 9`, of a calendar day that has no zone. */
export function dayWords(day: string): string {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" }).format(
    Date.UTC(year, month - 1, date),
  );
}

/** `November 2026` of `2026-11`. */
export function monthWords(month: string): string {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.UTC(year, number - 1, 1),
  );
}
