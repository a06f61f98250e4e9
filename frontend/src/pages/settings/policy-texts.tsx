/** What of the policy is about inbound texts. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Policy } from "../../../../src/protocol/index.ts";
import { backfillsQuery } from "../../api/text-queries.ts";
import { Choice, NumberBox, Sentence } from "./policy-inputs.tsx";
import { Rows, Section } from "./section.tsx";
import { shownWords, wordsOf } from "./words-list.ts";

type Texts = Policy["sms"];

export function TextRules({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) {
  const { sms } = policy;
  const set = (change: Partial<Texts>): void => onChange({ ...policy, sms: { ...sms, ...change } });
  return (
    <Section
      title="Inbound texts"
      lead="When a text starts a run of the agent, and when it cannot wait for one."
    >
      <Rows>
        <Lines sms={sms} onChange={set} />
        <Sentence note="So that three texts in a row are read as one. Nothing is lost meanwhile.">
          Texts are taken together that come within{" "}
          <NumberBox
            label="Seconds in which texts are taken together"
            value={sms.debounceSeconds}
            min={0}
            max={120}
            whole
            onChange={(debounceSeconds) => set({ debounceSeconds })}
          />{" "}
          seconds of each other; the agent starts at the latest after{" "}
          <NumberBox
            label="Seconds until the agent starts at the latest"
            value={sms.debounceMaxSeconds}
            min={0}
            max={600}
            whole
            onChange={(debounceMaxSeconds) => set({ debounceMaxSeconds })}
          />{" "}
          seconds.
        </Sentence>
        <li className="flex flex-col gap-1.5 px-4 py-2.5">
          <div className="flex flex-col gap-1.5">
            <p>
              A text with one of these words rings at once, also at night, and goes the way of the people on
              call:
            </p>
            <WordsBox
              label="Words that make a text urgent"
              value={sms.urgentWords}
              most={100}
              onChange={(urgentWords) => set({ urgentWords })}
            />
          </div>
          <p className="text-xs text-kumo-subtle">
            One a line. “flood” counts in “flooding” too. Empty for none; the agent still judges every text it
            reads.
          </p>
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
    <Sentence note="Texts on other lines are kept and searchable, and start nothing.">
      Runs are started by texts on{" "}
      <Choice
        label="Lines whose texts start runs"
        value={chosen === null ? "outside" : "chosen"}
        options={[
          ["outside", "every line that faces people outside"],
          ["chosen", "these lines alone"],
        ]}
        onChange={(kind) =>
          onChange({ startRunsOnLines: kind === "outside" ? null : lines.map(({ id }) => id) })
        }
      />
      .
      {chosen === null ? null : (
        <span className="flex flex-col">
          {lines.map((line) => (
            <label key={line.id} className="touch flex items-center gap-2 leading-6">
              <input
                type="checkbox"
                checked={chosen.includes(line.id)}
                onChange={(event) =>
                  onChange({
                    startRunsOnLines: event.target.checked
                      ? [...chosen, line.id]
                      : chosen.filter((id) => id !== line.id),
                  })
                }
                className="size-4.5 accent-kumo-brand"
              />
              {line.label} <span className="text-kumo-subtle">{line.shown}</span>
            </label>
          ))}
          {gone.map((id) => (
            <span key={id} className="text-kumo-subtle">
              {id} (not connected any more)
            </span>
          ))}
        </span>
      )}
    </Sentence>
  );
}

/** A list of words, one a line. */
export function WordsBox({
  label,
  value,
  most,
  onChange,
}: {
  label: string;
  value: readonly string[];
  most: number;
  onChange: (words: string[]) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <textarea
      aria-label={label}
      rows={3}
      value={shownWords(typed, value, most)}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(wordsOf(event.target.value, most));
      }}
      onBlur={() => setTyped(null)}
      className="field-sizing-content max-h-56 min-h-18 w-full rounded-md bg-kumo-control px-2.5 py-1.5 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand disabled:opacity-100"
    />
  );
}
