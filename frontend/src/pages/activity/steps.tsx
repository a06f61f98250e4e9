/** Steps of a run, each with what is on record of it. */
import type * as z from "zod";
import type { runTraceSchema } from "../../../../src/protocol/index.ts";
import { pretty } from "../../components/json-text.ts";
import { duration } from "../../components/words.ts";
import { stepWords } from "./run-words.ts";

const KINDS = { model: "Model call", tool: "Tool", hook: "Hook" } as const;

export function Steps({ steps }: Pick<z.infer<typeof runTraceSchema>, "steps">) {
  return (
    <ol className="sheet overflow-hidden">
      {steps.map((step) => (
        <li key={step.id} className="border-b border-kumo-hairline last:border-b-0">
          <details>
            <summary
              className={`touch flex flex-wrap items-baseline gap-x-3 px-4 hover:bg-kumo-tint ${step.kind === "hook" ? "py-1 pl-8 text-sm" : "py-2 font-medium"}`}
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
        </li>
      ))}
      {steps.length === 0 ? <li className="px-4 py-3 text-sm text-kumo-subtle">No steps recorded.</li> : null}
    </ol>
  );
}
