/** Two people wrote at once: theirs, mine, and the text both become. What only one of them changed is in already; for the rest one chooses. */
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { count } from "../../components/words.ts";
import { mergedText, mergeTexts, type Choice, type Clash } from "./merge-texts.ts";
import { useWide } from "./use-wide.ts";

const MergeEditor = lazy(whenReachable(() => import("../../components/editor/merge-editor.tsx")));

interface Props {
  readonly path: string;
  readonly before: string;
  readonly mine: string;
  readonly theirs: string;
  /** Who saved the other version. */
  readonly by: string;
  readonly saving: boolean;
  readonly onSave: (text: string) => void;
  readonly onBack: () => void;
}

const ROOM_FOR_TWO = 900;

export default function MergePane({ path, before, mine, theirs, by, saving, onSave, onBack }: Props) {
  const merge = useMemo(() => mergeTexts(before, mine, theirs), [before, mine, theirs]);
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([]);
  const start = useMemo(() => mergedText(merge, choices), [merge, choices]);
  const [typed, setTyped] = useState<string | null>(null);
  /** Each text that was not typed is a new start for the editor. */
  const [starts, setStarts] = useState(0);
  const wide = useWide(ROOM_FOR_TWO);
  const open = merge.clashes.filter((_, index) => choices[index] === undefined).length;
  const begin = (): void => {
    setTyped(null);
    setStarts(starts + 1);
  };
  const choose = (at: number, choice: Choice): void => {
    setChoices(merge.clashes.map((_, index) => (index === at ? choice : choices[index])));
    begin();
  };
  return (
    <section aria-label="Put both together" className="flex min-h-0 flex-1 flex-col bg-kumo-base">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-kumo-hairline px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-64 text-sm">
          <h2 className="font-semibold">Put both together</h2>
          <p className="text-kumo-subtle">
            {summary(by, merge.taken, merge.clashes.length)}
            {open > 0
              ? ` ${open === 1 ? "Where nothing is chosen, both stay." : "Both stay where nothing is chosen."}`
              : ""}
          </p>
        </div>
        <Button className="touch" disabled={saving} onClick={onBack}>
          Back to my text
        </Button>
        <Button variant="primary" className="touch" loading={saving} onClick={() => onSave(typed ?? start)}>
          Save the result
        </Button>
      </div>
      {merge.clashes.length > 0 ? (
        <ol
          aria-label="Places both changed"
          className="max-h-[40%] shrink-0 overflow-y-auto border-b border-kumo-hairline"
        >
          {merge.clashes.map((clash, index) => (
            <ClashCard
              key={index}
              at={index}
              of={merge.clashes.length}
              clash={clash}
              by={by}
              choice={choices[index]}
              locked={typed !== null}
              onChoose={(choice) => choose(index, choice)}
            />
          ))}
        </ol>
      ) : null}
      <div className="flex shrink-0 items-center justify-between gap-3 border-b border-kumo-hairline bg-kumo-tint px-4 py-1 text-xs text-kumo-subtle">
        {wide ? <span className="flex-1">{by}: as it is saved now</span> : null}
        <span className="flex-1">
          {wide ? "The result: edit it as you like" : `The result, against what ${by} saved`}
        </span>
        {typed === null ? null : (
          <Button size="sm" variant="ghost" className="touch" onClick={begin}>
            Undo my edits of the result
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1">
        <Suspense fallback={<ListSkeleton rows={5} />}>
          <MergeEditor
            key={starts}
            path={path}
            other={theirs}
            otherLabel={`What ${by} saved`}
            text={start}
            label="The result"
            wide={wide}
            onChange={setTyped}
          />
        </Suspense>
      </div>
    </section>
  );
}

function summary(by: string, taken: number, clashes: number): string {
  const theirs =
    taken > 0
      ? `${count(taken, "change")} by ${by} went in by ${taken === 1 ? "itself" : "themselves"}.`
      : "";
  if (clashes === 0)
    return theirs === "" ? "Both versions fit together." : `${theirs} Nothing is in each other’s way.`;
  return `${theirs} You both changed ${clashes === 1 ? "one place" : `${clashes} places`}.`.trim();
}

const CHOICES: readonly (readonly [Choice, (by: string) => string])[] = [
  ["both", () => "Both"],
  ["mine", () => "Mine"],
  ["theirs", (by) => by],
];

function ClashCard({
  at,
  of,
  clash,
  by,
  choice,
  locked,
  onChoose,
}: {
  at: number;
  of: number;
  clash: Clash;
  by: string;
  choice: Choice | undefined;
  locked: boolean;
  onChoose: (choice: Choice) => void;
}) {
  return (
    <li className="border-b border-kumo-hairline px-4 py-2.5 text-sm last:border-b-0">
      <div className="grid gap-2 sm:grid-cols-2">
        <Side title={by} text={clash.theirs} />
        <Side title="Mine" text={clash.mine} />
      </div>
      <fieldset
        disabled={locked}
        aria-label={`Place ${at + 1} of ${of}: which words stay`}
        className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1"
      >
        <span className="text-kumo-subtle">Keep</span>
        {CHOICES.map(([value, words]) => (
          <label key={value} className="touch inline-flex items-center gap-1.5">
            <input
              type="radio"
              name={`clash-${at}`}
              checked={(choice ?? "both") === value}
              onChange={() => onChoose(value)}
              className="size-4 accent-[var(--color-kumo-brand)]"
            />
            {words(by)}
          </label>
        ))}
        {locked ? <span className="text-xs text-kumo-subtle">You edited the result itself.</span> : null}
      </fieldset>
    </li>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-kumo-line">
      <p className="border-b border-kumo-hairline px-2.5 py-1 text-xs font-medium text-kumo-subtle">
        {title}
      </p>
      <p className="max-h-32 overflow-y-auto px-2.5 py-1.5 font-mono text-[13px] whitespace-pre-wrap wrap-anywhere">
        {text === "" ? <span className="font-sans text-kumo-subtle">took it out</span> : text}
      </p>
    </div>
  );
}
