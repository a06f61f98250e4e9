/** The agent's steps: one line that expands to every call and its result. Rendered when first opened. */
import { useState } from "react";
import type { ToolStep } from "../../../../src/agent/api/conversation-frames.ts";
import { Folded, Plain } from "../../components/folded.tsx";
import { CaretRightIcon } from "../../components/icons.ts";
import { pretty } from "../../components/json-text.ts";
import { count, duration } from "../../components/words.ts";
import { foldedWords } from "./step-words.ts";
import type { StepItem } from "./thread-items.ts";

const STATUS_WORDS: Readonly<Record<ToolStep["status"], string>> = {
  running: "running",
  ok: "done",
  retry: "retried",
  failed: "failed",
  awaiting_approval: "needs approval",
  denied: "not allowed",
  asked: "asked you",
};

const MAX_SHOWN = { chars: 20_000, lines: 500 };

function Block({ title, text, cutChars = 0 }: { title: string; text: string; cutChars?: number }) {
  return (
    <div>
      <p className="text-xs text-kumo-subtle">{title}</p>
      <pre
        tabIndex={0}
        className="mt-0.5 max-h-64 overflow-auto rounded-lg bg-kumo-tint p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        <Folded text={text} {...MAX_SHOWN}>
          {(shown) => <Plain text={shown} />}
        </Folded>
      </pre>
      {cutChars > 0 ? (
        <p className="text-xs text-kumo-subtle">…and {count(cutChars, "more character")}.</p>
      ) : null}
    </div>
  );
}

function StepDetails({ step }: { step: StepItem }) {
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap gap-x-2 text-sm">
        <span className="font-medium">{step.title}</span>
        {step.summary ? <span className="wrap-anywhere">{step.summary}</span> : null}
        <span className="text-kumo-subtle">
          {STATUS_WORDS[step.status]}
          {step.durationMs === null ? "" : `, ${duration(step.durationMs)}`}
        </span>
      </p>
      <Block title="Input" text={pretty(step.input)} />
      {step.result === null ? null : (
        <Block title="Result" text={pretty(step.result)} cutChars={step.cutChars} />
      )}
    </li>
  );
}

interface StepsProps {
  readonly steps: readonly StepItem[];
  readonly thinking: string;
  readonly tookMs: number | null;
  /** Called when a step is opened; long results load only then. */
  readonly onOpen: () => void;
}

export function Steps({ steps, thinking, tookMs, onOpen }: StepsProps) {
  const words = steps.length > 0 ? foldedWords(steps) : "Thinking";
  const running = steps.some((step) => step.status === "running");
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group text-sm"
      onToggle={(event) => {
        if (!event.currentTarget.open) return;
        setOpened(true);
        onOpen();
      }}
    >
      <summary className="touch inline-flex max-w-full items-center gap-1.5 rounded-md py-0.5 text-kumo-subtle hover:text-kumo-default">
        <CaretRightIcon aria-hidden className="size-3.5 shrink-0 transition-transform group-open:rotate-90" />
        <span className="min-w-0 wrap-anywhere">
          {words}
          {running ? "…" : tookMs === null ? "" : `, ${duration(tookMs)}`}
        </span>
      </summary>
      {opened ? (
        <div className="mt-2 mb-1 flex flex-col gap-3 border-l-2 border-kumo-line pl-3">
          {thinking ? <Thinking text={thinking} /> : null}
          {steps.length > 0 ? (
            <ol className="flex flex-col gap-3">
              {steps.map((step) => (
                <StepDetails key={step.toolCallId} step={step} />
              ))}
            </ol>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

export function Thinking({ text }: { text: string }) {
  return (
    <div>
      <p className="text-xs text-kumo-subtle">Thinking</p>
      <p
        className="max-h-64 overflow-y-auto text-sm whitespace-pre-wrap text-kumo-subtle wrap-anywhere"
        tabIndex={0}
      >
        <Folded text={text} {...MAX_SHOWN}>
          {(shown) => <Plain text={shown} />}
        </Folded>
      </p>
    </div>
  );
}
