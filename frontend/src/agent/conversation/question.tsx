import { lazy, Suspense } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { Addressee, Question } from "../../../../src/agent/api/conversation-frames.ts";
import type { FormAnswer } from "../../../../src/agent/api/question.ts";
import { Markdown } from "../../components/lazy-markdown.ts";
import { Bar } from "../../components/skeleton.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { useMe } from "../../components/session.tsx";

const QuestionForm = lazy(whenReachable(() => import("./question-form.tsx")));

/** The agent's question, with its options as buttons or its form while it is open. */
export function QuestionCard({
  question,
  options,
  requiredFor,
  to,
  form,
  onAnswer,
}: {
  question: string;
  options: readonly string[];
  requiredFor: string | null;
  /** The person the question is for, unless they are in the conversation. */
  to?: Addressee | undefined;
  /** The open question, for its form. */
  form: Pick<Question, "toolCallId" | "fields" | "minFilled"> | null;
  /** Missing once it is answered. */
  onAnswer?: ((answer: string, values?: FormAnswer) => void) | undefined;
}) {
  const { user } = useMe();
  // Anyone may press an option; free text counts only from the colleague who was asked.
  const isMine = to?.kind !== "colleague" || to.userId === user.id;
  return (
    <section
      aria-label="Question"
      className={`flex max-w-xl flex-col gap-2.5 rounded-xl border bg-kumo-base px-4 py-3 ${onAnswer ? "border-kumo-brand/40" : "border-kumo-line"}`}
    >
      {to ? <For to={to} /> : null}
      <div className="text-base font-medium wrap-anywhere">
        <Suspense fallback={<p className="whitespace-pre-wrap">{question}</p>}>
          <Markdown text={question} />
        </Suspense>
      </div>
      {requiredFor ? <p className="text-sm text-kumo-subtle wrap-anywhere">Reason: {requiredFor}</p> : null}
      {onAnswer && form?.fields !== undefined ? (
        <Suspense fallback={<Bar className="h-40 w-full rounded-lg" />}>
          <QuestionForm
            toolCallId={form.toolCallId}
            fields={form.fields}
            minFilled={form.minFilled}
            onAnswer={onAnswer}
          />
        </Suspense>
      ) : onAnswer ? (
        <div className="flex flex-wrap gap-2">
          {options.map((option, index) => (
            <Button
              key={`${index}-${option}`}
              className="touch h-auto min-h-9 max-w-full shrink py-1.5 text-left whitespace-normal *:min-w-0 *:whitespace-normal"
              onClick={() => onAnswer(option)}
            >
              {option}
            </Button>
          ))}
          {isMine ? (
            <p className="w-full text-xs text-kumo-subtle">
              {options.length > 0 ? "Or answer in your own words below." : "Answer below."}
            </p>
          ) : null}
        </div>
      ) : options.length > 0 ? (
        <p className="text-sm text-kumo-subtle wrap-anywhere">Options: {options.join(" · ")}</p>
      ) : null}
    </section>
  );
}

/** The person it is for was notified. */
function For({ to }: { to: Addressee }) {
  const { user } = useMe();
  if (to.userId === user.id) return <p className="text-sm font-medium text-kumo-link">A question for you</p>;
  const onCall = to.kind === "on_call" && to.userId !== null ? `${to.name}, who’s on call` : to.name;
  return (
    <p className="text-sm text-kumo-subtle">
      For <span className="font-medium text-kumo-default">{onCall}</span> · notified
    </p>
  );
}
