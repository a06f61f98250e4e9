/** The part of the policy on incoming texts. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Policy } from "../../../../src/team/api/policy.ts";
import { backfillsQuery } from "../../messaging/text-queries.ts";
import { Choice, TextArea, Tick } from "../../components/form.tsx";
import { NumberBox, Sentence } from "./policy-inputs.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { shownWords, wordsOf } from "../../components/settings/words-list.ts";

type Texts = Policy["sms"];

export function TextRules({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) {
  const { sms } = policy;
  const set = (change: Partial<Texts>): void => onChange({ ...policy, sms: { ...sms, ...change } });
  return (
    <Section title="Incoming texts" lead="When Steward responds, and which texts can’t wait.">
      <Rows>
        <Lines sms={sms} onChange={set} />
        <Sentence note="From the number they’ve verified under Members. Steward replies to them directly. Texts to anyone else still need approval.">
          <Tick
            label="Members can text Steward on a team line and get answers there"
            spoken="Members can text Steward on a team line"
            checked={sms.answerColleagues}
            onChange={(answerColleagues) => set({ answerColleagues })}
          />
        </Sentence>
        <Sentence note="So three texts in a row are read as one. Nothing is lost.">
          Wait{" "}
          <NumberBox
            label="Seconds to wait for another text"
            value={sms.debounceSeconds}
            min={0}
            max={120}
            whole
            onChange={(debounceSeconds) => set({ debounceSeconds })}
          />{" "}
          seconds for another text, and{" "}
          <NumberBox
            label="Seconds to wait at most"
            value={sms.debounceMaxSeconds}
            min={0}
            max={600}
            whole
            onChange={(debounceMaxSeconds) => set({ debounceMaxSeconds })}
          />{" "}
          seconds at most, before Steward responds.
        </Sentence>
        <li className="flex flex-col gap-1.5 px-4 py-2.5">
          <WordsBox
            title="Urgent messages notify people right away, even at night, and follow the on-call order. Steward judges every text and e-mail; one with these words is always urgent"
            label="Words that make a message urgent"
            value={sms.urgentWords}
            most={100}
            onChange={(urgentWords) => set({ urgentWords })}
          />
          <p className="text-xs text-kumo-subtle">One per line. “flood” also matches “flooding”.</p>
        </li>
      </Rows>
    </Section>
  );
}

function Lines({ sms, onChange }: { sms: Texts; onChange: (change: Partial<Texts>) => void }) {
  const { data } = useQuery(backfillsQuery);
  const chosen = sms.startRunsOnLines;
  const lines = (data?.items ?? []).flatMap((item) => item.lines);
  const known = new Set(lines.map(({ id }) => id));
  const gone = (chosen ?? []).filter((id) => !known.has(id));
  return (
    <Sentence note="Texts to other lines are kept and searchable, but start nothing.">
      Respond to texts on{" "}
      <Choice
        label="Lines Steward responds on"
        value={chosen === null ? "outside" : "chosen"}
        options={[
          ["outside", "every public line"],
          ["chosen", "these lines only"],
        ]}
        onChange={(kind) =>
          onChange({ startRunsOnLines: kind === "outside" ? null : lines.map(({ id }) => id) })
        }
      />
      .
      {chosen === null ? null : (
        <span className="flex flex-col">
          {lines.map((line) => (
            <Tick
              key={line.id}
              label={
                <>
                  {line.label} <span className="text-kumo-subtle">{line.shown}</span>
                </>
              }
              spoken={`${line.label} ${line.shown}`}
              checked={chosen.includes(line.id)}
              onChange={(on) =>
                onChange({
                  startRunsOnLines: on ? [...chosen, line.id] : chosen.filter((id) => id !== line.id),
                })
              }
            />
          ))}
          {gone.map((id) => (
            <span key={id} className="text-kumo-subtle">
              {id} (no longer connected)
            </span>
          ))}
        </span>
      )}
    </Sentence>
  );
}

/** A list of words, one per line. */
export function WordsBox({
  title,
  label,
  value,
  most,
  onChange,
}: {
  /** Visible title; without it `label` is announced only. */
  title?: string;
  label: string;
  value: readonly string[];
  most: number;
  onChange: (words: string[]) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      {title === undefined ? null : <p>{title}:</p>}
      <TextArea
        aria-label={label}
        rows={3}
        value={shownWords(typed, value, most)}
        onChange={(words) => {
          setTyped(words);
          onChange(wordsOf(words, most));
        }}
        onBlur={() => setTyped(null)}
        className="max-h-56 min-h-18 w-full"
      />
    </>
  );
}
