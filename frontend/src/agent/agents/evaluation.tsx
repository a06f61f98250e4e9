/** How right the agents of this release are on their golden sets, over time. */
import { useQuery, queryOptions } from "@tanstack/react-query";
import {
  type EvaluationRecord,
  type EvaluationResult,
  evaluationRecordSchema,
} from "../../../../src/team/api/evaluation.ts";
import { count } from "../../components/words.ts";
import { Section } from "../../components/settings/section.tsx";
import { dayWords } from "../../team/settings/usage-figures.ts";
import {
  setsByGroup,
  shareOf,
  valueWords,
  type FigureOverTime,
  type SetOverTime,
} from "./evaluation-record.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { endpoint } from "../../../../src/platform/api/endpoint.ts";
import { call } from "../../api/call.ts";

const WARNS = "rounded-full bg-kumo-warning-tint px-2 text-xs font-medium text-kumo-warning";
const ASK_MODEL = "npm run eval -- --live --record";

export default function EvaluationPage() {
  const query = useQuery(evaluationQuery);
  const { data } = query;
  return (
    <Section
      title="Evaluation"
      lead="How accurate this release’s agents are, measured on test sets with known answers before the release."
    >
      {data === undefined ? <NotLoaded query={query} /> : <Sets record={data} />}
    </Section>
  );
}

function Sets({ record }: { record: EvaluationRecord }) {
  const groups = setsByGroup(record);
  const sets = groups.flatMap(([, some]) => some);
  const unmeasured = sets.filter((one) => one.unmeasured).length;
  const changed = sets.filter(({ figures }) => figures.some((one) => one.changed.length > 0)).length;
  return (
    <>
      {sets.length === 0 ? <p className="text-kumo-subtle">This release has no test sets.</p> : null}
      {unmeasured > 0 || changed > 0 ? (
        <p className="rounded-lg bg-kumo-tint px-4 py-3 text-sm">
          {unmeasured > 0
            ? `${count(unmeasured, "set")} of ${sets.length}: never measured with a model. `
            : null}
          {changed > 0 ? `${count(changed, "set")}: not measured since the prompt changed. ` : null}
          With a model’s key, <code className="wrap-anywhere">{ASK_MODEL}</code> measures them.
        </p>
      ) : null}
      {groups.map(([group, some]) => (
        <section key={group} aria-label={group} className="flex flex-col gap-2">
          <h3 className="font-medium">{group}</h3>
          <ul className="sheet divide-y divide-kumo-hairline">
            {some.map((one) => (
              <SetRow key={one.set.set} one={one} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function SetRow({ one: { set, figures, unmeasured } }: { one: SetOverTime }) {
  return (
    <li className="flex flex-col gap-2.5 px-4 py-3.5">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="font-medium">{set.title}</span>
          {unmeasured ? <span className={WARNS}>Never measured with a model</span> : null}
        </p>
        <p className="text-sm text-kumo-subtle">A case is right when {set.right.replaceAll("'", "’")}.</p>
      </div>
      {figures.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {figures.map((figure) => (
            <Figure key={figure.newest.mode + figure.name} figure={figure} />
          ))}
        </ul>
      ) : null}
      {figures.length > 0 ? <AllResults title={set.title} figures={figures} /> : null}
    </li>
  );
}

/** The newest value with its threshold, and the history. */
function Figure({ figure: { what, results, newest, changed } }: { figure: FigureOverTime }) {
  const { unit, value, line, right, cases, model, prompts, at } = newest;
  const holds = value >= line;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="min-w-0 flex-1 basis-full sm:basis-44">
        {what}
        {changed.length > 0 ? <span className={`${WARNS} ml-2`}>The prompt changed since</span> : null}
        <span className="block text-xs text-kumo-subtle">
          {dayWords(at)}
          {model === null ? null : ` · ${model}`}
          <Prompts prompts={prompts} />
        </span>
      </span>
      <Sparkline results={results} />
      <span className="ml-auto w-36 text-right tabular-nums">
        <span className={holds ? "font-medium" : "font-medium text-kumo-danger"}>
          {valueWords(unit, value)}
          {holds ? null : ", below the line"}
        </span>
        <span className="block text-xs text-kumo-subtle">
          {right} of {cases} right · line {valueWords(unit, line)}
        </span>
      </span>
    </li>
  );
}

/** Versions of the instructions. */
function Prompts({ prompts }: { prompts: EvaluationResult["prompts"] }) {
  return Object.entries(prompts).map(([agent, digest]) => (
    <span key={agent}>
      {" · "}
      <span title={`Instructions of ${agent}: ${digest}`}>
        prompt <code>{digest.slice(0, 7)}</code>
      </span>
    </span>
  ));
}

const WIDE = 96;
const HIGH = 28;
const EDGE = 3;

/** Each result a step, the line dashed. The table below it says the same. */
function Sparkline({ results }: { results: FigureOverTime["results"] }) {
  const x = (at: number): number =>
    results.length === 1 ? WIDE - EDGE : EDGE + (at * (WIDE - 2 * EDGE)) / (results.length - 1);
  const y = (unit: EvaluationResult["unit"], value: number): number =>
    EDGE + (1 - shareOf(unit, value)) * (HIGH - 2 * EDGE);
  const points = results.map(({ unit, value }, at) => [x(at), y(unit, value)] as const);
  const lines = results.map(({ unit, line }, at) => [x(at), y(unit, line)] as const);
  const [last] = points.slice(-1);
  const [level] = lines.slice(-1);
  return (
    <svg viewBox={`0 0 ${WIDE} ${HIGH}`} width={WIDE} height={HIGH} aria-hidden className="shrink-0">
      <polyline
        points={(lines.length === 1 ? [[EDGE, level?.[1]], level] : lines).join(" ")}
        fill="none"
        strokeDasharray="3 3"
        className="stroke-kumo-line"
      />
      <polyline points={points.join(" ")} fill="none" strokeWidth="1.5" className="stroke-kumo-brand" />
      {last === undefined ? null : <circle cx={last[0]} cy={last[1]} r="2.5" className="fill-kumo-brand" />}
    </svg>
  );
}

/** Newest first. */
function AllResults({ title, figures }: { title: string; figures: readonly FigureOverTime[] }) {
  const rows = figures
    .flatMap(({ what, results }) => results.map((result) => ({ what, result })))
    .toReversed()
    .toSorted((one, other) => other.result.at.localeCompare(one.result.at));
  return (
    <details>
      <summary className="touch inline-flex items-center text-sm link">All results ({rows.length})</summary>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`All results of ${title}`}>
        <table className="w-full text-sm whitespace-nowrap">
          <thead className="text-left text-xs text-kumo-subtle">
            <tr>
              {["Day", "Measured", "Result", "Line", "Right", "Model", "Prompt"].map((name) => (
                <th key={name} scope="col" className="py-1.5 pr-4 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(({ what, result: { at, unit, value, line, right, cases, model, prompts } }, index) => (
              <tr key={index} className="border-t border-kumo-hairline">
                <td className="py-1.5 pr-4">{at}</td>
                <td className="py-1.5 pr-4">{what}</td>
                <td className="py-1.5 pr-4">{valueWords(unit, value)}</td>
                <td className="py-1.5 pr-4">{valueWords(unit, line)}</td>
                <td className="py-1.5 pr-4">
                  {right} of {cases}
                </td>
                <td className="py-1.5 pr-4">{model ?? "None"}</td>
                <td className="py-1.5 pr-4">
                  {Object.entries(prompts).map(([agent, digest]) => (
                    <code key={agent} title={`Instructions of ${agent}: ${digest}`} className="mr-2">
                      {digest.slice(0, 7)}
                    </code>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The record of evaluation: a file of the deployment. */
const recordFile = endpoint({
  method: "GET",
  path: "/evaluation.json",
  output: evaluationRecordSchema,
  access: "public",
});

const evaluationQuery = queryOptions({
  queryKey: ["evaluation"],
  queryFn: ({ signal }) => call(recordFile, { signal }),
});
