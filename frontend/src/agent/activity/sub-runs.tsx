/** Tasks that a run handed to other agents, each with its own steps. */
import { Link } from "@tanstack/react-router";
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/agent/api/run.ts";
import { count, money } from "../../components/words.ts";
import { endWords } from "./run-words.ts";
import { Steps } from "./steps.tsx";

export function SubRuns({ runs }: { runs: z.infer<typeof runTraceSchema>["subRuns"] }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="handed-over" className="flex flex-col gap-2">
      <h2 id="handed-over" className="font-semibold">
        Handed to other agents
      </h2>
      <ul className="sheet overflow-hidden">
        {runs.map((run) => (
          <li key={run.id} className="border-b border-kumo-hairline last:border-b-0">
            <details>
              <summary className="touch flex flex-wrap items-baseline gap-x-3 px-4 py-2 font-medium hover:bg-kumo-tint">
                <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  {run.agentTitle}
                  {run.preview === null ? "" : `: “${run.preview}”`}
                </span>
                <span className="text-xs font-normal text-kumo-subtle">
                  {endWords(run)} · {count(run.modelCalls, "model call")} · {money(run.costUsd)}
                </span>
              </summary>
              <div className="flex flex-col gap-2 px-4 pb-3">
                <Steps steps={run.steps} />
                <Link to="/activity/$id" params={{ id: run.id }} className="text-sm link">
                  Open as a run
                </Link>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
