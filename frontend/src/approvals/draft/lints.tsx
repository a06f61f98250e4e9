import { Link } from "@tanstack/react-router";
import type { Approval, Evidence, Lint } from "../../../../src/approvals/api/approval.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { WarningIcon } from "../../components/icons.ts";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";

const LEVELS = {
  info: { word: "Note", style: "bg-kumo-tint text-kumo-default" },
  warning: { word: "Check", style: "bg-kumo-warning-tint text-kumo-default ring ring-kumo-warning/40" },
  danger: { word: "Danger", style: "bg-kumo-danger-tint text-kumo-default ring ring-kumo-danger/50" },
} as const;

const ORDER = ["danger", "warning", "info"] as const;

/** Failed checks, worst first. */
export function Lints({ lints }: { lints: readonly Lint[] }) {
  if (lints.length === 0) return null;
  const sorted = [...lints].sort((left, right) => ORDER.indexOf(left.level) - ORDER.indexOf(right.level));
  return (
    <ul aria-label="What to look at" className="flex flex-col gap-1.5">
      {sorted.map((lint, index) => (
        <li
          key={index}
          className={`flex items-start gap-2 rounded-lg px-2.5 py-1.5 text-sm ${LEVELS[lint.level].style}`}
        >
          {lint.level === "info" ? null : (
            <WarningIcon aria-hidden className="mt-0.5 size-4 shrink-0" weight="bold" />
          )}
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{LEVELS[lint.level].word}:</span> {lint.message}
            {lint.approvalId === undefined ? null : (
              <>
                {" "}
                <Link to="/approvals/$id" params={{ id: lint.approvalId }} className="link">
                  See that draft
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const SHOWN_FIRST = 1;

/** The words that led to it, quoted. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  const rest = evidence.slice(SHOWN_FIRST);
  return (
    <div className="text-sm">
      {evidence.slice(0, SHOWN_FIRST).map((one, index) => (
        <Quote key={index} evidence={one} first />
      ))}
      {rest.length > 0 ? (
        <details className="group">
          <summary className="touch mt-1 inline-flex items-center rounded text-xs link">
            {count(rest.length, "more source")}
          </summary>
          <div className="mt-1.5 flex flex-col gap-1.5">
            {rest.map((one, index) => (
              <Quote key={index} evidence={one} />
            ))}
          </div>
        </details>
      ) : null}
    </div>
  );
}

function Quote({ evidence, first = false }: { evidence: Evidence; first?: boolean }) {
  return (
    <p className="grid grid-cols-[4.5rem_1fr] gap-x-3">
      <span className="text-kumo-subtle">{first ? "Because" : ""}</span>
      <span className="wrap-anywhere">
        <q className="line-clamp-4 whitespace-pre-wrap">{evidence.quote}</q>
        <span className="text-xs text-kumo-subtle">
          {evidence.source}
          {evidence.at ? (
            <>
              {" · "}
              <Time at={evidence.at} />
            </>
          ) : null}
        </span>
      </span>
    </p>
  );
}

const SAID_FIRST = 3;

/** The recipients' last messages, with names if there are several. */
export function LastWords({ approval, inChat }: { approval: Approval; inChat: boolean }) {
  // In their own thread the words stand above the card.
  const words = (approval.lastWords ?? []).filter(
    ({ conversationId }) => !(inChat && conversationId === approval.conversationId),
  );
  if (words.length === 0) return null;
  const rest = words.slice(SAID_FIRST);
  const row = (one: (typeof words)[number]) => (
    <SaidLast key={one.conversationId} words={one} isOne={words.length === 1} />
  );
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      {words.slice(0, SAID_FIRST).map(row)}
      {rest.length === 0 ? null : (
        <details>
          <summary className="touch inline-flex items-center rounded text-xs link">
            {count(rest.length, "more wrote", "more wrote")}
          </summary>
          <div className="mt-1.5 flex flex-col gap-1.5">{rest.map(row)}</div>
        </details>
      )}
    </div>
  );
}

function SaidLast({
  words: { conversationId, target, at, text },
  isOne,
}: {
  words: NonNullable<Approval["lastWords"]>[number];
  isOne: boolean;
}) {
  return (
    <p className="grid grid-cols-[4.5rem_1fr] gap-x-3">
      <span className="text-kumo-subtle">They wrote</span>
      <span className="wrap-anywhere">
        <q className="line-clamp-4 whitespace-pre-wrap">{text}</q>
        <span className="text-xs text-kumo-subtle">
          {isOne ? null : `${target} · `}
          <Time at={at} /> ·{" "}
          <ConversationLink id={conversationId} className="link">
            Open thread
          </ConversationLink>
        </span>
      </span>
    </p>
  );
}
