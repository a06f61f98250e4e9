import { Link } from "@tanstack/react-router";
import type { Message, OutcomePart } from "../../../../src/agent/api/message.ts";
import { CheckIcon, ClockIcon, WarningIcon, XIcon } from "../../components/icons.ts";
import { Plain } from "../../components/folded.tsx";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { Comparison } from "../../approvals/draft/changes.tsx";

const WORDS: Readonly<Record<OutcomePart["state"], string>> = {
  done: "Done",
  failed: "Failed",
  rejected: "Rejected",
  expired: "Expired before anyone decided",
  stale: "Out of date, not sent",
  withdrawn: "Withdrawn, not sent",
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

/** An approval's outcome in the thread: one line with proof; `short` if the card in the thread shows the rest. */
export function Outcome({ message, part, short }: { message: Message; part: OutcomePart; short: boolean }) {
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
      <div className="min-w-0 flex-1 wrap-anywhere">
        <Proof message={message} part={part} />
        {short ? null : <Decision part={part} />}
      </div>
      <Link
        to="/approvals/$id"
        params={{ id: part.approvalId }}
        className="touch inline-flex shrink-0 items-center justify-end link"
      >
        View
      </Link>
    </div>
  );
}

/** The receipts, or the reason there are none. */
function Proof({ message, part }: { message: Message; part: OutcomePart }) {
  if (part.receipts.length === 0) {
    return (
      <p>
        {WORDS[part.state]}{" "}
        <span className="text-kumo-subtle">
          <Time at={message.createdAt} />
        </span>
      </p>
    );
  }
  return part.receipts.map((receipt) => (
    <p key={receipt.effectIndex}>
      {receipt.summary}{" "}
      <span className="text-kumo-subtle">
        <Time at={receipt.at} />
      </span>
    </p>
  ));
}

/** The decision: by whom, why, and with which changes. */
function Decision({ part: { state, decidedBy, reason, edits } }: { part: OutcomePart }) {
  const by = state === "withdrawn" ? "By" : "Decided by";
  return (
    <>
      {decidedBy || reason ? (
        <p className="text-kumo-subtle">
          {[decidedBy ? `${by} ${decidedBy}` : "", reason ? `“${reason}”` : ""].filter(Boolean).join(": ")}
        </p>
      ) : null}
      {edits.length > 0 ? (
        <ul className="mt-1">
          {edits.map((edit) => (
            <li key={edit.path}>
              <span className="text-kumo-subtle">Edited {edit.path.slice(1).replaceAll("/", ", ")}: </span>
              <Comparison from={edit.from} to={edit.to} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** A text that a team member sent directly: the words, the recipient, and proof of delivery. */
function Direct({ message, part, words }: { message: Message; part: OutcomePart; words: string }) {
  const [receipt] = part.receipts;
  const mine = part.decidedBy === useMe().user.name;
  return (
    <div data-outcome={part.state} data-direct className="flex flex-col items-end gap-0.5">
      <p className="px-1 text-xs text-kumo-subtle">
        {mine ? "You" : (part.decidedBy ?? "Someone")}{" "}
        {part.state === "done" ? "texted them directly" : "wrote to them directly"} ·{" "}
        <Time at={receipt?.at ?? message.createdAt} as="clock" />
      </p>
      <div className="max-w-[85%] rounded-2xl rounded-br-sm border-2 border-kumo-warning/60 bg-kumo-base px-3.5 py-2 text-base whitespace-pre-wrap wrap-anywhere">
        <Plain text={clipped(words, 1600)} />
      </div>
      <p className="flex flex-wrap items-center justify-end gap-x-2 px-1 text-xs text-kumo-subtle">
        <Icon state={part.state} />
        <span>
          {receipt?.summary ?? WORDS[part.state]}
          {part.reason ? `: ${clipped(part.reason, 200)}` : ""}
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
