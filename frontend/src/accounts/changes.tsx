/** What an entry changed: each field with the old value struck through and the new one after it. */
import type { AccountChange } from "../../../src/accounts/api/accounts.ts";
import { Folded } from "../components/folded.tsx";
import { ArrowRightIcon } from "../components/icons.ts";
import { useNow } from "../components/now.ts";
import { useZone } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { clockTime, dayName, withoutEmphasis } from "../components/words.ts";
import { changedPieces, FIELD_WORDS } from "./account-words.ts";

export function Changes({ changes }: { changes: readonly AccountChange[] }) {
  const zone = useZone();
  const now = useNow();
  const when = (at: string): string => `${dayName(at, now, zone)}, ${clockTime(at, zone)}`;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {changes.map((change, index) => {
        const pieces = changedPieces(change, when);
        return (
          <div key={index} className="contents">
            <dt className="text-kumo-subtle">{FIELD_WORDS[change.field]}</dt>
            <dd className="min-w-0">
              <OldToNew old={pieces.old} new={pieces.new} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** On one line if both are short, else stacked. */
function OldToNew({ old, new: next }: { old: readonly string[]; new: readonly string[] }) {
  const [before, after] = [old[0] ?? "", next[0] ?? ""];
  const isShort = old.length < 2 && next.length < 2 && before.length + after.length < 80;
  if (!isShort)
    return (
      <div className="flex flex-col gap-0.5">
        {old.map((piece) => (
          <Old key={piece} words={piece} />
        ))}
        {next.map((piece) => (
          <New key={piece} words={piece} />
        ))}
        {next.length === 0 ? <Removed /> : null}
      </div>
    );
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5">
      {before === "" ? null : (
        <>
          <Old words={before} />
          <ArrowRightIcon aria-hidden className="size-3.5 shrink-0 text-kumo-subtle" />
          <span className="sr-only">became</span>
        </>
      )}
      {after === "" ? <Removed /> : <New words={after} />}
    </span>
  );
}

function Old({ words }: { words: string }) {
  return (
    <del className="text-kumo-subtle decoration-1 wrap-anywhere">{withoutEmphasis(clipped(words, 400))}</del>
  );
}

function New({ words }: { words: string }) {
  return (
    <ins className="whitespace-pre-wrap no-underline wrap-anywhere">
      <Folded text={words} chars={400} lines={6}>
        {(shown) => withoutEmphasis(clipped(shown, shown.length))}
      </Folded>
    </ins>
  );
}

function Removed() {
  return <span className="text-kumo-subtle">empty</span>;
}
