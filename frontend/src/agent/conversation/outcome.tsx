import { Link } from "@tanstack/react-router";
import type { Message, OutcomePart } from "../../../../src/agent/api/message.ts";
import { CheckIcon, ClockIcon, WarningIcon, XIcon } from "../../components/icons.ts";
import { Plain } from "../../components/folded.tsx";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";

const WORDS: Readonly<Record<OutcomePart["state"], string>> = {
  done: "Done",
  failed: "Failed",
  rejected: "Rejected",
  expired: "Expired before anyone decided",
  stale: "Out of date, not sent",
  withdrawn: "Withdrawn",
  needs_human: "We can’t tell whether it was sent",
  not_done: "Not done",
};

function Icon({ state }: { state: OutcomePart["state"] }) {
  if (state === "done") return <CheckIcon aria-hidden weight="bold" className="size-4 text-kumo-success" />;
  if (state === "failed" || state === "needs_human")
    return <WarningIcon aria-hidden weight="bold" className="size-4 text-kumo-danger" />;
  if (state === "rejected") return <XIcon aria-hidden weight="bold" className="size-4 text-kumo-subtle" />;
  return <ClockIcon aria-hidden className="size-4 text-kumo-subtle" />;
}

/** The outcome of an approval whose card isn't in the thread: a one-line receipt, or why nothing was sent. */
export function Outcome({ message, part }: { message: Message; part: OutcomePart }) {
  if (part.direct && part.words !== undefined)
    return <Direct message={message} part={part} words={part.words} />;
  return (
    <div
      data-outcome={part.state}
      className="flex items-start gap-2 rounded-lg bg-kumo-tint px-3 py-2 text-sm"
    >
      <span className="mt-0.5">
        <Icon state={part.state} />
      </span>
      <ReceiptLine message={message} part={part} />
    </div>
  );
}

/** `Sent to Maria Lopez · 2:14 PM · View`; `Rejected by Dana: “Wrong day” · 2:14 PM · View`. */
function ReceiptLine({ message, part }: { message: Message; part: OutcomePart }) {
  const { receipts, state, approvalId } = part;
  const words =
    receipts.length === 0 ? settledWords(part) : receipts.map(({ summary }) => summary).join("; ");
  const at =
    receipts
      .map((receipt) => receipt.at)
      .toSorted()
      .at(-1) ?? message.createdAt;
  return (
    <p className="min-w-0 flex-1 wrap-anywhere">
      {state === "done" || receipts.length === 0
        ? clipped(words, 300)
        : `${WORDS[state]}: ${clipped(words, 300)}`}
      <span className="text-kumo-subtle">
        {" · "}
        <Time at={at} as="moment" />
        {" · "}
      </span>
      <Link to="/approvals/$id" params={{ id: approvalId }} className="touch inline-flex items-center link">
        View
      </Link>
    </p>
  );
}

function settledWords({ state, decidedBy, reason }: OutcomePart): string {
  const by = decidedBy && (state === "rejected" || state === "withdrawn") ? ` by ${decidedBy}` : "";
  return `${WORDS[state]}${by}${reason ? `: “${reason}”` : ""}`;
}

/** A text that a team member sent directly: the words, the recipient, and proof of delivery. */
function Direct({ message, part, words }: { message: Message; part: OutcomePart; words: string }) {
  const [receipt] = part.receipts;
  const mine = part.decidedBy === useMe().user.name;
  return (
    <div data-outcome={part.state} data-direct className="flex flex-col items-end gap-0.5">
      <p className="px-1 text-xs text-kumo-subtle">
        {mine ? "You" : (part.decidedBy ?? "Someone")}{" "}
        {part.state === "done" ? "texted them directly" : "wrote to them directly"}
      </p>
      <div className="max-w-[85%] rounded-2xl rounded-br-sm border-2 border-kumo-warning/60 bg-kumo-base px-3.5 py-2 text-base whitespace-pre-wrap wrap-anywhere">
        <Plain text={clipped(words, 1600)} />
      </div>
      <p className="flex flex-wrap items-center justify-end gap-x-2 px-1 text-xs text-kumo-subtle">
        <Icon state={part.state} />
        <span>
          {receipt?.summary ?? WORDS[part.state]}
          {part.reason ? `: ${clipped(part.reason, 200)}` : ""} ·{" "}
          <Time at={receipt?.at ?? message.createdAt} as="moment" />
        </span>
        <Link
          to="/approvals/$id"
          params={{ id: part.approvalId }}
          className="touch inline-flex items-center link"
        >
          View
        </Link>
      </p>
    </div>
  );
}
