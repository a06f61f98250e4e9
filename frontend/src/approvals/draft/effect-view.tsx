/** One effect of any kind, with every leaf where its layout puts it. */
import type { Approval, Effect } from "../../../../src/approvals/api/approval.ts";
import { Time } from "../../components/time.tsx";
import { ChangedMark, type ChangeOf } from "./changes.tsx";
import type { Change } from "./edits.ts";
import { Body, DiffLines, OutsideNotice, Preview } from "./effect-blocks.tsx";
import {
  FOUND_IN_WORDS,
  hidesCharacters,
  layoutEffect,
  type Leaf,
  type Part,
  type Placed,
} from "./effect-layout.ts";
import { Rendered, RowsTable } from "./rendered-body.tsx";
import { Shown } from "./shown.tsx";
import { Technical } from "./technical.tsx";
import { FileLink, LocalTime, Moment, PageLink, PhoneNumber, RecipientNumber } from "./values.tsx";

interface EffectProps {
  readonly effect: Effect;
  /** The leaves that differ from the proposal, by pointer into the document. */
  readonly changes?: readonly Change[];
  /** Who made the changes; missing where no person did. */
  readonly editedBy?: string | undefined;
  readonly lastContact?: Approval["lastContact"];
  /** If set, clicking the words edits them. */
  readonly onEdit?: (() => void) | undefined;
}

export function EffectView({ effect, changes = [], editedBy, lastContact, onEdit }: EffectProps) {
  const layout = layoutEffect(effect);
  const changeOf: ChangeOf = (leaf) => changes.find((change) => change.path === leaf.path);
  const gone = changes.filter((change) => !effect.leaves.some((leaf) => leaf.path === change.path));
  const { message } = effect.words;
  const last = lastContact && message ? <LastContact what={message} lastContact={lastContact} /> : null;
  return (
    <div className="flex flex-col gap-2.5">
      {groupsOf(layout.parts).map((group, index) =>
        Array.isArray(group) ? (
          <dl key={index} className="flex flex-col gap-1.5">
            {group.map((line, at) => (
              <Line key={at} line={line} changeOf={changeOf} last={index === 0 && at === 0 ? last : null} />
            ))}
          </dl>
        ) : (
          <Block key={index} block={group} changeOf={changeOf} editedBy={editedBy} onEdit={onEdit} />
        ),
      )}
      {gone.map((change) => (
        <p key={change.path} className="text-xs text-kumo-subtle">
          {change.path.slice(1).replaceAll("/", ", ")}: was “{change.from}”, now left out
        </p>
      ))}
      {layout.technical.length > 0 ? <Technical leaves={layout.technical} /> : null}
    </div>
  );
}

type LinePart = Extract<Part, { kind: "line" }>;
type BlockPart = Exclude<Part, LinePart>;

/** Adjacent lines as one list, with blocks between. */
function groupsOf(parts: readonly Part[]): (LinePart[] | BlockPart)[] {
  const groups: (LinePart[] | BlockPart)[] = [];
  for (const part of parts) {
    const before = groups.at(-1);
    if (part.kind !== "line") groups.push(part);
    else if (Array.isArray(before)) before.push(part);
    else groups.push([part]);
  }
  return groups;
}

function Line({ line, changeOf, last }: { line: LinePart; changeOf: ChangeOf; last: React.ReactNode }) {
  const leaves = line.items.map(({ leaf }) => leaf);
  const isLead = line.role === "recipient" || line.role === "sender";
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-x-3 text-sm">
      <dt className="pt-px wrap-anywhere text-kumo-subtle">{line.label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
          {line.items.map((placed, index) => (
            <span
              key={placed.leaf.path}
              className={`whitespace-pre-wrap ${(isLead && index === 0) || line.role === "subject" ? "font-medium" : ""}`}
            >
              <Value placed={placed} role={line.role} />
              {index < line.items.length - 1 ? <span className="text-kumo-subtle"> ·</span> : null}
            </span>
          ))}
          {badges(leaves, line.role === "recipient").map((leaf) => (
            <FoundIn key={leaf.path} leaf={leaf} />
          ))}
        </span>
        {leaves.map((leaf) => (
          <ChangedMark key={leaf.path} change={changeOf(leaf)} />
        ))}
        {last}
      </dd>
    </div>
  );
}

function Value({ placed: { leaf, format }, role }: { placed: Placed; role: LinePart["role"] }) {
  if (format === "phone" && role === "recipient") return <RecipientNumber leaf={leaf} />;
  if (format === "phone") return <PhoneNumber leaf={leaf} />;
  if (format === "link") return <PageLink leaf={leaf} />;
  if (format === "file") return <FileLink leaf={leaf} />;
  if (format === "local_time") return <LocalTime leaf={leaf} />;
  if (role === "time") return <Moment leaf={leaf} />;
  return <Shown leaf={leaf} />;
}

function Block({
  block: { kind, label, item, head },
  changeOf,
  editedBy,
  onEdit,
}: {
  block: BlockPart;
  changeOf: ChangeOf;
  editedBy: string | undefined;
  onEdit: (() => void) | undefined;
}) {
  switch (kind) {
    case "body":
      if (item.format === "rows" && changeOf(item.leaf) === undefined)
        return <RowsTable label={label} rows={item.leaf} head={head?.leaf ?? null} />;
      if (item.format === "markdown" && changeOf(item.leaf) === undefined && !hidesCharacters(item.leaf))
        return <Rendered leaf={item.leaf} />;
      return (
        <Body
          leaf={item.leaf}
          change={changeOf(item.leaf)}
          editedBy={editedBy}
          isText={item.format === "sms"}
          onEdit={onEdit}
        />
      );
    case "diff":
      return <DiffLines leaf={item.leaf} label={label} />;
    case "preview":
      return <Preview leaf={item.leaf} label={label} />;
    case "notice":
      return <OutsideNotice leaf={item.leaf} label={label} />;
  }
}

function FoundIn({ leaf }: { leaf: Leaf }) {
  if (!leaf.foundIn) return null;
  return (
    <span className="inline-flex items-center rounded-full bg-kumo-tint px-2 py-px text-xs text-kumo-subtle">
      {FOUND_IN_WORDS[leaf.foundIn]}
      {leaf.foundIn === "contacts" ? " ✓" : ""}
    </span>
  );
}

/** One badge per place, not per value. Steward is the default author, so only other origins get one for the recipient. */
function badges(leaves: readonly Leaf[], isRecipient: boolean): Leaf[] {
  return leaves.filter(
    (leaf, index) =>
      leaf.foundIn !== null &&
      (isRecipient || leaf.foundIn !== "agent") &&
      leaves.findIndex((other) => other.foundIn === leaf.foundIn) === index,
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
