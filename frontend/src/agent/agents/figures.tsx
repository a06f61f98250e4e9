/** How each agent does: time, cost, failures, and what people make of its work. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { AgentFigures, MatterFigures, MatterKind } from "../../../../src/team/api/metrics.ts";
import { agentFiguresQuery } from "../../api/queries.ts";
import { count, duration, money, percent } from "../../components/words.ts";
import { Section } from "../../components/settings/section.tsx";
import type { FigureDays, FiguresParams } from "./figures-params.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const SPANS: readonly (readonly [FigureDays, string])[] = [
  ["1", "Today"],
  ["7", "7 days"],
  ["30", "30 days"],
];
const DEFAULT_DAYS = "7";

export default function AgentFiguresPage() {
  const { days = DEFAULT_DAYS }: FiguresParams = useSearch({ strict: false });
  const query = useQuery(agentFiguresQuery(days));
  const { data } = query;
  return (
    <Section
      title="Agent performance"
      lead="Measured every hour. Admins are notified when an agent fails often, is slow, or makes mistakes."
    >
      <nav aria-label="Time" className="flex flex-wrap gap-2 text-sm">
        {SPANS.map(([span, words]) => (
          <Link
            key={span}
            to="/settings/figures"
            search={{ days: span }}
            aria-current={span === days ? "page" : undefined}
            className="touch inline-flex h-8 items-center rounded-full px-3 ring ring-kumo-line hover:bg-kumo-tint aria-[current]:bg-kumo-info-tint aria-[current]:font-medium aria-[current]:ring-kumo-info"
          >
            {words}
          </Link>
        ))}
      </nav>
      {data === undefined ? <NotLoaded query={query} rows={3} /> : null}
      {data?.items.length === 0 ? (
        <p className="text-kumo-subtle">No data yet. Check back in an hour.</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <ul className="sheet divide-y divide-kumo-hairline">
          {data.items.map((agent) => (
            <AgentRow key={agent.agent} agent={agent} />
          ))}
        </ul>
      ) : null}
      {data && data.matters.length > 0 ? <Matters matters={data.matters} /> : null}
    </Section>
  );
}

const MATTER_WORDS: Readonly<Record<MatterKind, readonly [one: string, many: string, what: string]>> = {
  lead: ["lead", "leads", "E-mail threads started by the lead check."],
  maintenance: [
    "maintenance matter",
    "maintenance matters",
    "Conversations that led to a maintenance issue.",
  ],
  account: ["account", "accounts", "Work on accounts, averaged over all of them."],
};

function Matters({ matters }: { matters: readonly MatterFigures[] }) {
  return (
    <section aria-label="What it costs" className="flex flex-col gap-2">
      <h3 className="font-medium">What it costs</h3>
      <ul className="sheet divide-y divide-kumo-hairline">
        {matters.map(({ kind, matters: some, costUsd, costPerMatterUsd }) => {
          const [one, many, what] = MATTER_WORDS[kind];
          return (
            <li key={kind} className="flex items-baseline justify-between gap-4 px-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">
                  {costPerMatterUsd === null ? sentence(many) : `${money(costPerMatterUsd)} per ${one}`}
                </p>
                <p className="text-xs text-kumo-subtle">{what}</p>
              </div>
              <p className="shrink-0 text-right text-sm text-kumo-subtle tabular-nums">
                {money(costUsd)}
                {some === 0 ? null : ` for ${count(some, one, many)}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function AgentRow({ agent }: { agent: AgentFigures }) {
  const { failed, runs } = agent;
  return (
    <li className="flex flex-col gap-2.5 px-4 py-3.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to="/settings/agents/$name"
          params={{ name: agent.agent }}
          className="font-medium hover:underline"
        >
          {agent.title}
        </Link>
        <span className="text-sm text-kumo-subtle">
          {count(runs, "run")}
          {failed > 0 ? ", " : ""}
          {failed > 0 ? <span className="text-kumo-danger">{failed} failed</span> : null}
        </span>
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4">
        {factsOf(agent).map(([name, value, more]) => (
          <div key={name}>
            <dt className="text-xs text-kumo-subtle">{name}</dt>
            <dd className="tabular-nums">
              {value}
              {more === "" ? null : <span className="block text-xs text-kumo-subtle">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Name, figure, and the line below it. Figures without data are left out. */
function factsOf(agent: AgentFigures): (readonly [string, string, string])[] {
  const { latencyMs, drafts, costPerRunUsd, modelCallsPerRun, confidence, toolCalls, denied } = agent;
  const decided = drafts.unchanged + drafts.edited + drafts.rejected;
  const took = (ms: number | null): string => (ms === null ? "–" : duration(ms));
  const all: (readonly [boolean, string, string, string])[] = [
    [
      latencyMs.p50 !== null,
      "Run time",
      took(latencyMs.p50),
      `95% under ${took(latencyMs.p95)}, 99% under ${took(latencyMs.p99)}`,
    ],
    [agent.costUsd > 0, "Cost", money(agent.costUsd), `${money(costPerRunUsd ?? 0)} per run`],
    [modelCallsPerRun !== null, "Steps per run", (modelCallsPerRun ?? 0).toFixed(1), ""],
    [
      decided > 0,
      "Approved unchanged",
      percent(drafts.unchanged, decided),
      `of ${count(decided, "draft")}; ${drafts.edited} edited, ${drafts.rejected} rejected`,
    ],
    [
      agent.reviewed > 0,
      "Judged correct",
      percent(agent.accepted, agent.reviewed),
      `of ${count(agent.reviewed, "run")} reviewed`,
    ],
    [confidence !== null, "Confidence", percent(confidence ?? 0, 1), "on average"],
    [denied > 0, "Refused by policy", percent(denied, toolCalls), `of ${count(toolCalls, "call")}`],
  ];
  return all.flatMap(([is, name, value, more]) => (is ? [[name, value, more] as const] : []));
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(agentFiguresQuery(DEFAULT_DAYS));
}
