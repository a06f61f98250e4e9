import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type * as z from "zod";
import type { usageSchema } from "../../../../src/team/api/team.ts";
import { usageQuery } from "../../api/queries.ts";
import { money, percent } from "../../components/words.ts";
import { Section } from "../../components/settings/section.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { dayWords, monthWords, projection, usageChart } from "./usage-figures.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Meter } from "../../components/meter.tsx";

export default function UsageSettings() {
  const query = useQuery(usageQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  const month = monthWords(data.month);
  return (
    <>
      <Section title={`Budget for ${month}`} lead={projection(data)}>
        <Budget usage={data} />
      </Section>
      <Section title="By day and agent">
        {data.days.length === 0 ? (
          <p className="text-kumo-subtle">
            Nothing used this month.{" "}
            <Link to="/conversations/new" className="link">
              Ask Steward something
            </Link>
            , and its cost will appear here.
          </p>
        ) : (
          <UsageChart figures={usageChart(data)} title={`Cost by day and agent in ${month}`} />
        )}
      </Section>
      {data.days.length === 0 ? null : (
        <Section title="Details" lead="Runs, tokens, and cost by day, agent, and model.">
          <Figures days={data.days} />
        </Section>
      )}
    </>
  );
}

type Usage = z.output<typeof usageSchema>;

const number = (value: number): string => value.toLocaleString("en-US");

function Budget({ usage }: { usage: Usage }) {
  const { spentUsd, budgetUsd, reservedUsd, toolCallsLastHour, toolCallsPerHour } = usage;
  return (
    <div className="flex flex-col gap-1.5">
      <p>
        <span className="text-2xl font-semibold tracking-tight tabular-nums">{money(spentUsd)}</span> of{" "}
        {money(budgetUsd)} ({percent(spentUsd, budgetUsd)})
        {reservedUsd > 0 ? `, ${money(reservedUsd)} reserved for work in progress` : ""}
      </p>
      <Meter
        label="Share of the monthly budget"
        value={spentUsd}
        max={Math.max(budgetUsd, 0.01)}
        high={budgetUsd * 0.8}
        className="h-2 w-full"
      />
      <p className="text-sm text-kumo-subtle">
        Last hour: {number(toolCallsLastHour)} of {number(toolCallsPerHour)} tool calls.
      </p>
    </div>
  );
}

const COLUMNS: readonly (readonly [string, (day: Usage["days"][number]) => string])[] = [
  ["Day", ({ day }) => dayWords(day)],
  ["Agent", ({ agentTitle }) => agentTitle],
  ["Model", ({ model }) => model],
  ["Runs", ({ runs }) => number(runs)],
  ["Uncached", (day) => number(day.inputTokens + day.cacheWriteTokens)],
  ["Cached", (day) => number(day.cacheReadTokens)],
  ["Output", (day) => number(day.outputTokens)],
  ["Cost", ({ costUsd }) => money(costUsd)],
];
/** The first columns are words, the others numbers. */
const WORDS = 3;

function Figures({ days }: { days: Usage["days"] }) {
  const align = (index: number): string => (index < WORDS ? "" : "text-right");
  return (
    <div className="sheet overflow-x-auto" tabIndex={0} role="group" aria-label="Usage table">
      <table className="w-full text-sm whitespace-nowrap">
        <thead>
          <tr className="border-b border-kumo-line text-left text-xs text-kumo-subtle">
            {COLUMNS.map(([head], index) => (
              <th key={head} scope="col" className={`px-2.5 py-2 font-medium ${align(index)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {days.map((day) => (
            <tr
              key={`${day.day} ${day.agent} ${day.model}`}
              className="border-b border-kumo-hairline last:border-b-0"
            >
              {COLUMNS.map(([head, words], index) => (
                <td key={head} className={`px-2.5 py-1.5 ${align(index)}`}>
                  {words(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(usageQuery);
}
