/** A question of a service that is being connected: one of several, some of several, or what each is for. */
import type { Chosen, SetupQuestion } from "../../../../src/integrations/api/connections.ts";
import { Choice, Tick } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";

type Answer = Chosen[string];

const UNUSED = "";

export function SetupQuestionFields({
  question,
  answer,
  onChange,
}: {
  question: SetupQuestion;
  answer: Answer;
  onChange: (answer: Answer) => void;
}) {
  const { text, most, options, uses } = question;
  if (options.length === 0) return <Notice tone="warning">{text}</Notice>;
  const use = (id: string, chosen: string): void => {
    // Choosing one clears the other.
    const { [id]: _, ...rest }: Answer = most === 1 ? {} : answer;
    onChange(chosen === UNUSED ? rest : { ...rest, [id]: chosen });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 font-medium">{text}</legend>
      {options.map((option) =>
        uses.length === 0 ? (
          <Tick
            key={option.id}
            label={option.label}
            checked={answer[option.id] !== undefined}
            disabled={most > 1 && answer[option.id] === undefined && Object.keys(answer).length >= most}
            onChange={(checked) => use(option.id, checked ? "yes" : UNUSED)}
          />
        ) : (
          <div key={option.id} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {option.label} <span className="text-kumo-subtle">{option.detail}</span>
            </span>
            <Choice
              label={`${option.label}: ${text}`}
              value={answer[option.id] ?? UNUSED}
              options={[
                ...uses.map(({ name, label }) => [name, label] as const),
                [UNUSED, "Not used by Steward"] as const,
              ]}
              onChange={(chosen) => use(option.id, chosen)}
            />
          </div>
        ),
      )}
      {uses.length === 0 && most > 1 && options.length > most ? (
        <p className="text-sm text-kumo-subtle">Up to {most}.</p>
      ) : null}
    </fieldset>
  );
}

/** Whether enough is chosen, and not too much. */
export function isAnswered({ least, most }: SetupQuestion, answer: Answer): boolean {
  const chosen = Object.keys(answer).length;
  return chosen >= least && chosen <= most;
}
