/** One effect, every leaf of it, in the place a person looks for it. */
import type { Approval, Effect } from "../../../../src/protocol/index.ts";
import { Time } from "../time.tsx";
import { count } from "../words.ts";
import { compareWords, type Change } from "./edits.ts";
import { FOUND_IN_WORDS, hidesCharacters, layoutEffect, type Leaf } from "./effect-layout.ts";
import { Shown } from "./shown.tsx";
import { FileEffect } from "./file-effect.tsx";
import { Technical } from "./technical.tsx";

export function FoundIn({ leaf }: { leaf: Leaf }) {
  if (!leaf.foundIn) return null;
  return (
    <span className="inline-flex items-center rounded-full bg-kumo-tint px-2 py-px text-xs text-kumo-subtle">
      {FOUND_IN_WORDS[leaf.foundIn]}
      {leaf.foundIn === "contacts" ? " ✓" : ""}
    </span>
  );
}

/** What a person or an edit changed, word by word. */
export function Comparison({ from, to }: { from: string; to: string }) {
  return (
    <span className="whitespace-pre-wrap wrap-anywhere">
      {compareWords(from, to).map((piece, index, all) => {
        if (piece.kind === "removed") {
          return (
            <del key={index} className="bg-kumo-danger-tint text-kumo-danger decoration-1">
              {piece.text}
            </del>
          );
        }
        if (piece.kind === "added") {
          return (
            <ins
              key={index}
              className={`bg-kumo-success-tint text-kumo-success underline decoration-1 underline-offset-2 ${all.length === 2 && all[0]?.kind === "removed" ? "block" : ""}`}
            >
              {piece.text}
            </ins>
          );
        }
        return piece.text;
      })}
    </span>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-x-3 text-sm">
      <dt className="pt-px text-kumo-subtle">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function ChangedMark({ change }: { change: Change | undefined }) {
  if (!change) return null;
  return <span className="block text-xs text-kumo-subtle">changed from “{change.from || "nothing"}”</span>;
}

function People({
  leaves,
  changeOf,
}: {
  leaves: readonly Leaf[];
  changeOf: (leaf: Leaf) => Change | undefined;
}) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        {leaves.map((leaf, index) => (
          <span key={leaf.path} className={`whitespace-pre-wrap ${index === 0 ? "font-medium" : ""}`}>
            {leaf.path.endsWith("/number") ? <PhoneNumber leaf={leaf} /> : <Shown leaf={leaf} />}
            {index < leaves.length - 1 ? <span className="text-kumo-subtle"> ·</span> : null}
          </span>
        ))}
        {badges(leaves).map((leaf) => (
          <FoundIn key={leaf.path} leaf={leaf} />
        ))}
      </span>
      {leaves.map((leaf) => (
        <ChangedMark key={leaf.path} change={changeOf(leaf)} />
      ))}
    </>
  );
}

/** An American number in its groups. They are only set apart: the characters are those that are sent. */
function PhoneNumber({ leaf }: { leaf: Leaf }) {
  const groups = /^(\+1)(\d{3})(\d{3})(\d{4})$/.exec(leaf.shown)?.slice(1);
  if (!groups || leaf.value !== leaf.shown) return <Shown leaf={leaf} />;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {groups.map((group, index) => (
        <span key={index} className={index > 0 ? "ml-[0.3em]" : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}

/** `last text 2 h ago, from them`: as of when it was drafted. */
function LastContact({
  what,
  lastContact,
}: {
  what: string;
  lastContact: NonNullable<Approval["lastContact"]>;
}) {
  return (
    <span className="block text-xs text-kumo-subtle">
      last {what} <Time at={lastContact.at} />,{" "}
      {lastContact.direction === "incoming" ? "from them" : "from us"}
    </span>
  );
}

/** One badge for each place, not one for each value. */
function badges(leaves: readonly Leaf[]): Leaf[] {
  return leaves.filter(
    (leaf, index) =>
      leaf.foundIn !== null && leaves.findIndex((other) => other.foundIn === leaf.foundIn) === index,
  );
}

/** How a message looks, read or being edited: an edit happens where the words are. */
export const BUBBLE_STYLE =
  "w-full rounded-xl rounded-bl-sm border border-kumo-line bg-kumo-recessed px-3.5 py-2.5 text-base whitespace-pre-wrap wrap-anywhere";

interface BodyProps {
  readonly leaf: Leaf;
  readonly change: Change | undefined;
  readonly isText: boolean;
  readonly onEdit: (() => void) | undefined;
}

function Body({ leaf, change, isText, onEdit }: BodyProps) {
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
        {leaf.foundIn ? <span>{FOUND_IN_WORDS[leaf.foundIn]}</span> : null}
        {change ? <span>underlined: added, struck: taken out</span> : null}
      </figcaption>
      {change && hidesCharacters(leaf) ? (
        <p className="text-sm whitespace-pre-wrap wrap-anywhere">
          As it will be sent: <Shown leaf={leaf} />
        </p>
      ) : null}
    </figure>
  );
}

interface EffectProps {
  readonly effect: Effect;
  /** The leaves that differ from what was proposed, by pointer into the document. */
  readonly changes?: readonly Change[];
  readonly lastContact?: Approval["lastContact"];
  /** Where given, the words can be clicked to edit them. */
  readonly onEdit?: (() => void) | undefined;
}

export function EffectView(props: EffectProps) {
  return props.effect.kind === "file.write" ? (
    <FileEffect effect={props.effect} />
  ) : (
    <MessageEffect {...props} />
  );
}

const LAST: Readonly<Record<string, string>> = { "sms.send": "text", "email.send": "e-mail" };

function MessageEffect({ effect, changes = [], lastContact, onEdit }: EffectProps) {
  const layout = layoutEffect(effect);
  const changeOf = (leaf: Leaf): Change | undefined => changes.find((change) => change.path === leaf.path);
  const gone = changes.filter((change) => !effect.leaves.some((leaf) => leaf.path === change.path));
  return (
    <div className="flex flex-col gap-2.5">
      <dl className="flex flex-col gap-1.5">
        {layout.target.length > 0 ? (
          <Row label="To">
            <People leaves={layout.target} changeOf={changeOf} />
            {lastContact && LAST[effect.kind] ? (
              <LastContact what={LAST[effect.kind] ?? ""} lastContact={lastContact} />
            ) : null}
          </Row>
        ) : null}
        {layout.from.length > 0 ? (
          <Row label="From">
            <People leaves={layout.from} changeOf={changeOf} />
          </Row>
        ) : null}
        {layout.details.map((leaf) => (
          <Row key={leaf.path} label={leaf.label}>
            <span className="flex flex-wrap items-center gap-1.5">
              <span className={leaf.value === null ? "text-kumo-subtle" : "whitespace-pre-wrap"}>
                <Shown leaf={leaf} />
              </span>
              <FoundIn leaf={leaf} />
            </span>
            <ChangedMark change={changeOf(leaf)} />
          </Row>
        ))}
      </dl>
      {layout.body ? (
        <Body
          leaf={layout.body}
          change={changeOf(layout.body)}
          isText={effect.kind === "sms.send"}
          onEdit={onEdit}
        />
      ) : null}
      {gone.map((change) => (
        <p key={change.path} className="text-xs text-kumo-subtle">
          {change.path.slice(1).replaceAll("/", ", ")}: was “{change.from}”, now left out
        </p>
      ))}
      {layout.technical.length > 0 ? <Technical leaves={layout.technical} /> : null}
    </div>
  );
}
