import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { usageQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { agentWords, money, percent } from "../../components/words.ts";
import { Section } from "./section.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { dayWords, monthWords, projection, usageChart } from "./usage-figures.ts";

export default function UsageSettings() {
  const { data, error, isPending, refetch } = useQuery(usageQuery);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <ListSkeleton />;
  const number = (value: number): string => value.toLocaleString("en-US");
  return (
    <>
      <Section title={`Budget of ${monthWords(data.month)}`} lead={projection(data)}>
        <div className="flex flex-col gap-1.5">
          <p>
            <span className="text-xl font-semibold tabular-nums">{money(data.spentUsd)}</span> of{" "}
            {money(data.budgetUsd)} ({percent(data.spentUsd, data.budgetUsd)})
            {data.reservedUsd > 0 ? `, ${money(data.reservedUsd)} reserved for work going on` : ""}
          </p>
          <meter
            aria-label="Share of the monthly budget"
            className="h-2.5 w-full"
            min={0}
            max={Math.max(data.budgetUsd, 0.01)}
            high={data.budgetUsd * 0.8}
            optimum={0}
            value={Math.min(data.spentUsd, data.budgetUsd)}
          />
          <p className="text-sm text-kumo-subtle">
            In the last hour: {number(data.toolCallsLastHour)} of {number(data.toolCallsPerHour)} tool calls.
          </p>
        </div>
      </Section>
      <Section title="By day and agent">
        {data.days.length === 0 ? (
          <p className="text-kumo-subtle">
            Nothing was used this month.{" "}
            <Link to="/conversations/new" className="text-kumo-link underline underline-offset-2">
              Ask Steward something
            </Link>
            , and its cost stands here.
          </p>
        ) : (
          <UsageChart
            figures={usageChart(data)}
            title={`Cost by day and agent in ${monthWords(data.month)}`}
          />
        )}
      </Section>
      <Section title="The figures, by day, agent and model">
        {data.days.length === 0 ? (
          <p className="text-kumo-subtle">None yet.</p>
        ) : (
          <div
            className="overflow-x-auto rounded-xl border border-kumo-line bg-kumo-base"
            tabIndex={0}
            role="group"
            aria-label="Usage table"
          >
            <table className="w-full text-sm whitespace-nowrap">
              <thead>
                <tr className="border-b border-kumo-line text-left text-xs text-kumo-subtle">
                  {["Day", "Agent", "Model", "Runs", "Tokens in", "Cached", "Tokens out", "Cost"].map(
                    (head, index) => (
                      <th
                        key={head}
                        scope="col"
                        className={`px-3 py-2 font-medium ${index > 2 ? "text-right" : ""}`}
                      >
                        {head}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {data.days.map((day) => (
                  <tr
                    key={`${day.day} ${day.agent} ${day.model}`}
                    className="border-b border-kumo-hairline last:border-b-0"
                  >
                    <td className="px-3 py-1.5">{dayWords(day.day)}</td>
                    <td className="px-3 py-1.5">{agentWords(day.agent)}</td>
                    <td className="px-3 py-1.5">{day.model}</td>
                    <td className="px-3 py-1.5 text-right">{number(day.runs)}</td>
                    <td className="px-3 py-1.5 text-right">
                      {number(day.inputTokens + day.cacheWriteTokens)}
                    </td>
                    <td className="px-3 py-1.5 text-right">{number(day.cacheReadTokens)}</td>
                    <td className="px-3 py-1.5 text-right">{number(day.outputTokens)}</td>
                    <td className="px-3 py-1.5 text-right">{money(day.costUsd)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
    </>
  );
}
