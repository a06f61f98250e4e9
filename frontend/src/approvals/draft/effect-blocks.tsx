/** Parts of an effect drawn as blocks: its body, line diffs, long folded text, and notices. */
import { smsSize } from "../../../../src/messaging/api/sms-size.ts";
import { Notice } from "../../components/notice.tsx";
import { count } from "../../components/words.ts";
import { Comparison } from "./changes.tsx";
import type { Change } from "./edits.ts";
import { FOUND_IN_WORDS, hidesCharacters, lineOf, type ChangedLine, type Leaf } from "./effect-layout.ts";
import { Shown } from "./shown.tsx";

/** A message's look, both when read and when edited: editing happens in place. */
export const BUBBLE_STYLE =
  "w-full rounded-xl rounded-bl-sm border border-kumo-line bg-kumo-recessed px-3.5 py-2.5 text-base whitespace-pre-wrap wrap-anywhere";

interface BodyProps {
  readonly leaf: Leaf;
  readonly change: Change | undefined;
  /** Who made it; missing where no person did. */
  readonly editedBy: string | undefined;
  /** A text message, for which the length matters. */
  readonly isText: boolean;
  readonly onEdit: (() => void) | undefined;
}

export function Body({ leaf, change, editedBy, isText, onEdit }: BodyProps) {
  const size = isText && typeof leaf.value === "string" ? smsSize(leaf.value) : null;
  // A convenience for the mouse and the thumb; the card's Edit button and its key do the same. Selecting words is not asking to edit.
  const edit = (): void => {
    if (window.getSelection()?.isCollapsed !== false) onEdit?.();
  };
  return (
    <figure className="m-0 flex flex-col gap-1">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the Edit button and its key do the same. */}
      <blockquote
        aria-label={leaf.label}
        title={onEdit ? "Click to edit" : undefined}
        onClick={onEdit ? edit : undefined}
        className={`${BUBBLE_STYLE} ${onEdit ? "cursor-text hover:border-kumo-brand/60" : ""}`}
      >
        {change ? <Comparison from={change.from} to={change.to} /> : <Shown leaf={leaf} />}
      </blockquote>
      <figcaption className="flex flex-wrap gap-x-3 text-xs text-kumo-subtle">
        {size ? (
          <span>
            {count(size.characters, "character")} · {count(size.segments, "segment")}
          </span>
        ) : null}
        {change && editedBy ? (
          <span>edited by {editedBy}</span>
        ) : leaf.foundIn ? (
          <span>{FOUND_IN_WORDS[leaf.foundIn]}</span>
        ) : null}
        {change ? (
          <span>
            <ins className="decoration-1 underline-offset-2">added</ins> /{" "}
            <del className="decoration-1">removed</del>
          </span>
        ) : null}
      </figcaption>
      {change && hidesCharacters(leaf) ? (
        <p className="text-sm whitespace-pre-wrap wrap-anywhere">
          As it will be sent: <Shown leaf={leaf} />
        </p>
      ) : null}
    </figure>
  );
}

export function OutsideNotice({ leaf, label }: { leaf: Leaf; label: string }) {
  return (
    <Notice tone="warning" title={label}>
      <span className="whitespace-pre-wrap">
        <Shown leaf={leaf} />
      </span>
    </Notice>
  );
}

export function Preview({ leaf, label }: { leaf: Leaf; label: string }) {
  return (
    <details className="text-sm">
      <summary className="touch inline-flex items-center link">{label}</summary>
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        className="mt-1 max-h-96 overflow-auto rounded-lg bg-kumo-tint p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        <Shown leaf={leaf} />
      </pre>
    </details>
  );
}

const STYLES: Readonly<Record<ChangedLine["kind"], string>> = {
  same: "",
  added: "bg-kumo-success-tint",
  removed: "bg-kumo-danger-tint",
  gap: "bg-kumo-tint text-kumo-subtle",
};
const SIGNS: Readonly<Record<ChangedLine["kind"], string>> = {
  same: " ",
  added: "+",
  removed: "−",
  gap: "…",
};
const SPOKEN: Readonly<Record<ChangedLine["kind"], string>> = {
  same: "",
  added: "Added: ",
  removed: "Removed: ",
  gap: "Unchanged lines are hidden",
};

export function DiffLines({ leaf, label }: { leaf: Leaf; label: string }) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-lg border border-kumo-line bg-kumo-base py-1 font-mono text-xs"
    >
      {leaf.shown.split("\n").map((text, index) => {
        const line = lineOf(leaf, text);
        return (
          <p
            key={index}
            className={`flex gap-2 px-2.5 py-px whitespace-pre-wrap wrap-anywhere ${STYLES[line.kind]}`}
          >
            <span aria-hidden className="w-2 shrink-0 select-none">
              {SIGNS[line.kind]}
            </span>
            <span className={`min-w-0 flex-1 ${line.kind === "removed" ? "line-through decoration-1" : ""}`}>
              {SPOKEN[line.kind] ? <span className="sr-only">{SPOKEN[line.kind]}</span> : null}
              {line.kind === "gap" || line.leaf.shown === "" ? null : <Shown leaf={line.leaf} />}
            </span>
          </p>
        );
      })}
    </div>
  );
}
