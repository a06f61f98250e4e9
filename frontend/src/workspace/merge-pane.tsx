/** Merge view for concurrent edits: theirs, mine, and the result. One-sided changes are merged automatically; conflicts are chosen. */
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { Radio } from "@cloudflare/kumo/components/radio";
import { ListSkeleton } from "../components/skeleton.tsx";
import { whenReachable } from "../components/when-reachable.ts";
import { count } from "../components/words.ts";
import { mergedText, mergeTexts, type Choice, type Clash } from "./merge-texts.ts";
import { useWide } from "./use-wide.ts";

const MergeEditor = lazy(whenReachable(() => import("../components/editor/merge-editor.tsx")));

interface Props {
  readonly path: string;
  readonly before: string;
  readonly mine: string;
  readonly theirs: string;
  /** The author of the other version. */
  readonly by: string;
  readonly saving: boolean;
  readonly onSave: (text: string) => void;
  readonly onBack: () => void;
}

const ROOM_FOR_TWO = 900;

/** The current result: from the choices, or edited by hand. */
function useResult({ before, mine, theirs }: Pick<Props, "before" | "mine" | "theirs">) {
  const merge = useMemo(() => mergeTexts(before, mine, theirs), [before, mine, theirs]);
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([]);
  const start = useMemo(() => mergedText(merge, choices), [merge, choices]);
  const [typed, setTyped] = useState<string | null>(null);
  /** Each text that was not typed is a new start for the editor. */
  const [starts, setStarts] = useState(0);
  const begin = (): void => {
    setTyped(null);
    setStarts(starts + 1);
  };
  return {
    merge,
    choices,
    start,
    starts,
    typed,
    setTyped,
    begin,
    choose: (at: number, choice: Choice): void => {
      setChoices(merge.clashes.map((_, index) => (index === at ? choice : choices[index])));
      begin();
    },
  };
}

export default function MergePane(props: Props) {
  const { path, theirs, by, saving, onSave, onBack } = props;
  const { merge, choices, start, starts, typed, setTyped, begin, choose } = useResult(props);
  const wide = useWide(ROOM_FOR_TWO);
  const open = merge.clashes.some((_, index) => choices[index] === undefined);
  return (
    <section aria-label="Merge" className="flex min-h-0 flex-1 flex-col bg-kumo-base">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-kumo-hairline px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-64 text-sm">
          <h2 className="font-semibold">Merge</h2>
          <p className="text-kumo-subtle">
            {summary(by, merge.taken, merge.clashes.length)}
            {open ? " Until you choose, both stay." : ""}
          </p>
        </div>
        <Button className="touch" disabled={saving} onClick={onBack}>
          Back to my version
        </Button>
        <Button variant="primary" className="touch" loading={saving} onClick={() => onSave(typed ?? start)}>
          Save result
        </Button>
      </div>
      {merge.clashes.length > 0 ? (
        <ol
          aria-label="Conflicts"
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
      <Labels by={by} wide={wide} onUndo={typed === null ? null : begin} />
      <div className="min-h-0 flex-1">
        <Suspense fallback={<ListSkeleton rows={5} />}>
          <MergeEditor
            key={starts}
            path={path}
            other={theirs}
            otherLabel={`${by}’s version`}
            text={start}
            label="Result"
            wide={wide}
            onChange={setTyped}
          />
        </Suspense>
      </div>
    </section>
  );
}

function Labels({ by, wide, onUndo }: { by: string; wide: boolean; onUndo: (() => void) | null }) {
  return (
    <div className="flex shrink-0 items-center justify-between gap-3 border-b border-kumo-hairline bg-kumo-tint px-4 py-1 text-xs text-kumo-subtle">
      {wide ? <span className="flex-1">{by}’s version, as saved</span> : null}
      <span className="flex-1">{wide ? "Result (editable)" : `Result, compared with ${by}’s version`}</span>
      {onUndo === null ? null : (
        <Button size="sm" variant="ghost" className="touch" onClick={onUndo}>
          Undo my edits to the result
        </Button>
      )}
    </div>
  );
}

function summary(by: string, taken: number, clashes: number): string {
  const theirs = taken > 0 ? `${count(taken, "change")} by ${by} already merged.` : "";
  if (clashes === 0) return theirs === "" ? "Both versions fit together." : `${theirs} No conflicts.`;
  return `${theirs} You both changed ${clashes === 1 ? "one passage" : `${clashes} passages`}.`.trim();
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
      <div className="mt-2">
        <Radio.Group
          orientation="horizontal"
          legend={`Keep (${at + 1} of ${of})`}
          value={choice ?? "both"}
          disabled={locked}
          onValueChange={(value) => onChoose(value as Choice)}
        >
          {CHOICES.map(([value, words]) => (
            <Radio.Item key={value} value={value} label={words(by)} />
          ))}
        </Radio.Group>
        {locked ? <p className="text-xs text-kumo-subtle">You edited the result yourself.</p> : null}
      </div>
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
        {text === "" ? <span className="font-sans text-kumo-subtle">removed it</span> : text}
      </p>
    </div>
  );
}
