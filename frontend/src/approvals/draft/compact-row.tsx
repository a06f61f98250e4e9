/** A compact card: recipient and words, with the full content one tap away. */
import { useState } from "react";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { CaretDownIcon, CaretRightIcon } from "../../components/icons.ts";
import { statusOf } from "../../components/words.ts";
import { ApprovalCard } from "./card.tsx";
import { doneWord } from "../../../../src/approvals/api/receipt-words.ts";
import { rowOf } from "./row-words.ts";
import { useSeen } from "./use-seen.ts";

interface RowProps {
  readonly approval: Approval;
  readonly inChat: boolean;
  readonly position: string;
  /** All of what would be sent was on the screen. */
  readonly onSeen: () => void;
}

export function CompactRow({ approval, inChat, position, onSeen }: RowProps) {
  const [open, setOpen] = useState(false);
  const row = rowOf(approval);
  const isDanger = approval.lints.some(({ level }) => level === "danger");
  // The row shows only the first of several warnings.
  const isReadHere = row.whole && !isDanger && warningsOf(approval).length <= 1;
  return (
    <li className="flex flex-col">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2.5 px-4 py-2.5 text-left text-sm hover:bg-kumo-tint"
      >
        <span className="mt-0.5 shrink-0 text-kumo-subtle">
          {open ? (
            <CaretDownIcon aria-hidden className="size-4" />
          ) : (
            <CaretRightIcon aria-hidden className="size-4" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 text-xs text-kumo-subtle wrap-anywhere">{row.lines}</span>
            <span className="shrink-0 text-xs text-kumo-subtle">{stateOf(approval) ?? position}</span>
          </span>
          {row.body === "" ? null : (
            <span
              className={`mt-0.5 block whitespace-pre-wrap wrap-anywhere ${row.whole ? "" : "line-clamp-3"}`}
            >
              {row.body}
            </span>
          )}
          <Warnings approval={approval} mustOpen={!isReadHere} />
        </span>
      </button>
      {open ? (
        <div className="px-3 pb-3">
          <ApprovalCard approval={approval} inChat={inChat} position={position} />
        </div>
      ) : null}
      {open || isReadHere ? (
        <Seen key={`${String(open)} ${approval.effectHash} ${approval.sentSince ?? ""}`} onSeen={onSeen} />
      ) : null}
    </li>
  );
}

function Seen({ onSeen }: { onSeen: () => void }) {
  return <div ref={useSeen(onSeen)} aria-hidden className="h-px" />;
}

function warningsOf({ lints }: Pick<Approval, "lints">) {
  return lints.filter(({ level }) => level !== "info");
}

function stateOf(approval: Approval): string | null {
  if (approval.status === "pending") return null;
  return approval.status === "done" ? doneWord(approval) : statusOf(approval);
}

/** Warnings to check before a bulk approval. */
function Warnings({ approval: { status, lints }, mustOpen }: { approval: Approval; mustOpen: boolean }) {
  if (status !== "pending") return null;
  const [first, ...more] = warningsOf({ lints });
  return (
    <>
      {first ? (
        <span
          className={`mt-0.5 block text-xs font-medium wrap-anywhere ${first.level === "danger" ? "text-kumo-danger" : "text-kumo-warning"}`}
        >
          {first.message}
          {more.length > 0 ? ` · ${more.length} more to check` : ""}
        </span>
      ) : null}
      {mustOpen ? (
        <span className="mt-0.5 block text-xs text-kumo-link">Open it to read all of it</span>
      ) : null}
    </>
  );
}
