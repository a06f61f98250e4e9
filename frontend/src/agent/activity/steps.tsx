/** The steps of a run with their recorded details. */
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { pretty } from "../../components/json-text.ts";
import { duration } from "../../components/words.ts";
import { stepWords } from "./run-words.ts";

type Step = z.infer<typeof runTraceSchema>["steps"][number];

const KINDS = { model: "Model call", tool: "Tool", hook: "Hook" } as const;

/** Hooks that follow each other are one line that opens: there are several around each call of a tool. */
function grouped(steps: readonly Step[]): (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.kind === "hook" && last?.[0]?.kind === "hook") last.push(step);
    else groups.push([step]);
  }
  return groups;
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="sheet overflow-hidden">
      {grouped(steps).map((group) => (
        <li key={group[0]?.id} className="border-b border-kumo-hairline last:border-b-0">
          {group[0]?.kind === "hook" ? <Hooks steps={group} /> : null}
          {group[0] !== undefined && group[0].kind !== "hook" ? <OneStep step={group[0]} /> : null}
        </li>
      ))}
      {steps.length === 0 ? <li className="px-4 py-3 text-sm text-kumo-subtle">No steps recorded.</li> : null}
    </ol>
  );
}

const SUMMARY = "touch flex flex-wrap items-baseline gap-x-3 hover:bg-kumo-tint";

function Hooks({ steps }: { steps: readonly Step[] }) {
  return (
    <details>
      <summary className={`${SUMMARY} py-1 pr-4 pl-8 text-xs text-kumo-subtle`}>
        <span className="w-16 shrink-0">Hooks</span>
        <span className="min-w-0 flex-1 truncate">{steps.map(({ title }) => title).join(", ")}</span>
      </summary>
      {steps.map((step) => (
        <OneStep key={step.id} step={step} />
      ))}
    </details>
  );
}

function OneStep({ step }: { step: Step }) {
  return (
    <details>
      <summary
        className={`${SUMMARY} px-4 ${step.kind === "hook" ? "py-1 pl-12 text-sm" : "py-2 font-medium"}`}
      >
        <span className="w-20 shrink-0 text-xs font-normal text-kumo-subtle">{KINDS[step.kind]}</span>
        <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{step.title}</span>
        <span className="text-xs font-normal text-kumo-subtle">
          {stepWords(step.status)} · {duration(step.durationMs)}
        </span>
      </summary>
      <pre
        tabIndex={0}
        className="max-h-96 overflow-auto bg-kumo-recessed px-4 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {pretty(step.detail)}
      </pre>
    </details>
  );
}
