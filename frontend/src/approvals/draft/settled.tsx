/** Decided approvals: in progress (on hold, sending) or final, with a receipt. "Sent" is only claimed by a receipt. */
import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval, Receipt } from "../../../../src/approvals/api/approval.ts";
import {
  CaretRightIcon,
  CheckIcon,
  ClockIcon,
  PencilSimpleIcon,
  WarningIcon,
  XIcon,
} from "../../components/icons.ts";
import { useNow, useSecondsUntil } from "../../components/now.ts";
import { useZone } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { startWords } from "../../components/undo/last-decision.ts";
import { count, statusOf } from "../../components/words.ts";
import { changesOfEffect } from "./edits.ts";
import { Comparison } from "./changes.tsx";
import { EffectView } from "./effect-view.tsx";
import { KeepExample } from "./keep-example.tsx";
import { doneWord, receiptTime, receiptWords } from "../../../../src/approvals/api/receipt-words.ts";
import { whatFor } from "./kind-words.ts";
import { StaleCompare, useRedraft } from "./stale-compare.tsx";
import type { ApprovalActions } from "./use-approval-actions.ts";

export interface StateProps {
  readonly approval: Approval;
  readonly actions: ApprovalActions;
  readonly problem: ReactNode;
  readonly context: ReactNode;
}

/** `Marcus Hale, 2 min ago`. */
function DecidedBy({ approval }: { approval: Approval }) {
  return (
    <>
      {approval.decidedBy?.name ?? "a standing rule"}
      {approval.decidedAt ? (
        <>
          {", "}
          <Time at={approval.decidedAt} />
        </>
      ) : null}
    </>
  );
}

/** Its delivery status in words. */
function Progress({ approval, held }: { approval: Approval; held: boolean }) {
  const waits = approval.effects.find((effect) => effect.waits)?.waits;
  if (waits)
    return (
      <>
        Waiting for {waits.for}, next try <Time at={waits.nextTryAt} as="clock" />
      </>
    );
  if (held) return "Approved";
  return approval.status === "approved" ? "Approved, starting" : "On its way";
}

/** Takes it back while that is possible: during the hold, or while it waits for a provider. */
function TakeBack({ approval, actions, held }: Pick<StateProps, "approval" | "actions"> & { held: boolean }) {
  const isWaiting = approval.effects.some((effect) => effect.waits);
  if (!isWaiting && !(approval.undoable && (held || approval.executeAfter === null))) return null;
  const what = isWaiting ? "stop" : "undo";
  return (
    <Button
      className="touch"
      disabled={actions.busy !== null}
      loading={actions.busy === what}
      onClick={() => void actions[what]()}
    >
      {isWaiting ? "Stop" : "Undo"}
    </Button>
  );
}

/** Approved: on hold, in progress, or waiting for a provider. */
export function UnderWay({ approval, actions, problem, context }: StateProps) {
  const seconds = useSecondsUntil(approval.executeAfter);
  const nowMs = useNow();
  const zone = useZone();
  const held = approval.status === "approved" && seconds > 0;
  return (
    <div className="flex flex-col gap-3 px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <ClockIcon aria-hidden className="size-4 text-kumo-subtle" />
        <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
          <span className="font-semibold">
            <Progress approval={approval} held={held} />
          </span>{" "}
          <span className="text-kumo-subtle">
            {capital(whatFor(approval))} · approved by <DecidedBy approval={approval} />
          </span>
        </p>
        {held ? (
          <span role="timer" className="text-sm font-medium text-kumo-link tabular-nums">
            {startWords(approval, { secondsLeft: seconds, nowMs, zone })}
          </span>
        ) : null}
        <TakeBack approval={approval} actions={actions} held={held} />
      </div>
      <Effects approval={approval} />
      {context}
      {problem}
    </div>
  );
}

function Icon({ status, changesRequested }: Pick<Approval, "status" | "changesRequested">) {
  if (changesRequested) return <PencilSimpleIcon aria-hidden className="size-4 text-kumo-link" />;
  if (status === "done") return <CheckIcon aria-hidden weight="bold" className="size-4 text-kumo-success" />;
  if (status === "failed")
    return <WarningIcon aria-hidden weight="bold" className="size-4 text-kumo-danger" />;
  if (status === "stale" || status === "expired")
    return <ClockIcon aria-hidden className="size-4 text-kumo-subtle" />;
  return <XIcon aria-hidden weight="bold" className="size-4 text-kumo-subtle" />;
}

/** The sentence after the title: who, when, why. */
function Why({ approval }: { approval: Approval }): ReactNode {
  switch (approval.status) {
    case "rejected":
      return (
        <>
          by <DecidedBy approval={approval} />
          {approval.reason ? <>: “{approval.reason}”</> : null}
        </>
      );
    case "stale":
      return asSentence(approval.staleReason ?? "Something changed after it was drafted");
    case "expired":
      return (
        <>
          No one decided by <Time at={approval.expiresAt} />. Nothing was {doneWord(approval).toLowerCase()};
          Steward knows.
        </>
      );
    case "withdrawn":
      return <Withdrawn approval={approval} />;
    case "not_done":
      return (
        <>
          approved by <DecidedBy approval={approval} />, but it wasn’t done
          {approval.reason ? <>: “{approval.reason}”</> : null}
        </>
      );
    case "failed":
      return (
        <>
          approved by <DecidedBy approval={approval} />, but it didn’t go through
        </>
      );
    case "done":
    case "pending":
    case "approved":
    case "executing":
    case "needs_human":
      return null;
  }
}

/** Who took it back and why, or the draft that replaced it. */
function Withdrawn({ approval }: { approval: Approval }) {
  if (approval.replacedBy) {
    return (
      <Link
        to="/approvals/$id"
        params={{ id: approval.replacedBy }}
        className="touch inline-flex items-center link"
      >
        {approval.reason ?? "Replaced by a newer draft"}
      </Link>
    );
  }
  const nothing = `Nothing was ${doneWord(approval).toLowerCase()}.`;
  if (!approval.decidedBy) return approval.reason ?? `Discarded before anyone decided. ${nothing}`;
  return (
    <>
      by <DecidedBy approval={approval} />
      {approval.reason ? <>: “{approval.reason}”</> : `. ${nothing}`}
    </>
  );
}

/** A settled card: its receipt, or why nothing was sent. In a chat, the receipt is one expandable line. */
export function Settled(props: StateProps & { readonly inChat: boolean }) {
  const { approval, inChat } = props;
  if (approval.status !== "done") return <NotDone {...props} />;
  if (!inChat)
    return (
      <div className="flex flex-col gap-2 px-4 py-3">
        <ReceiptLine approval={approval} />
        <Done {...props} />
      </div>
    );
  return (
    <details className="group px-4 py-2.5">
      <summary className="touch list-none [&::-webkit-details-marker]:hidden">
        <ReceiptLine approval={approval}>
          {" · "}
          <span className="link">View</span>
        </ReceiptLine>
      </summary>
      <div className="flex flex-col gap-2 pt-1.5">
        <Done {...props} />
      </div>
    </details>
  );
}

/** `Sent to Maria Lopez · 2:14 PM`. */
function ReceiptLine({ approval, children }: { approval: Approval; children?: ReactNode }) {
  const at = receiptTime(approval);
  const words = receiptWords(approval);
  const isReturned = words.startsWith("Undelivered");
  return (
    <span data-receipt className="flex items-start gap-2 text-sm">
      <span className="mt-0.5">
        {isReturned ? (
          <WarningIcon aria-hidden weight="bold" className="size-4 text-kumo-danger" />
        ) : (
          <Icon {...approval} />
        )}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{words}</span>
        <span className="text-kumo-subtle">
          {at === null ? null : (
            <>
              {" · "}
              <Time at={at} as="moment" />
            </>
          )}
          {children}
        </span>
      </span>
    </span>
  );
}

/** What is behind a receipt: who approved it, its exact words, and how to take it back. */
function Done({ approval, actions, problem, context }: StateProps) {
  return (
    <>
      <p className="pl-6 text-sm text-kumo-subtle">
        Approved{approval.edited ? " with an edit" : ""} by <DecidedBy approval={approval} />
      </p>
      <div className="flex flex-col gap-3" aria-label={exactWords(approval)} role="group">
        <Effects approval={approval} />
      </div>
      <Receipts approval={approval} />
      {approval.compensation ? (
        <div>
          <Button
            size="sm"
            className="touch"
            loading={actions.busy === "compensate"}
            disabled={actions.busy !== null}
            onClick={() => void actions.compensate()}
          >
            {approval.compensation}
          </Button>
        </div>
      ) : null}
      <KeepExample approval={approval} />
      {context}
      {problem}
    </>
  );
}

/** All effects, with what a person changed. */
function Effects({ approval }: { approval: Approval }) {
  return approval.effects.map((effect) => (
    <EffectView
      key={effect.index}
      effect={effect}
      changes={changesOfEffect(approval, effect)}
      editedBy={approval.decidedBy?.name}
    />
  ));
}

function NotDone({ approval, problem, context }: StateProps) {
  const redraft = useRedraft(approval);
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-2 text-sm">
        <span className="mt-0.5">
          <Icon {...approval} />
        </span>
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-semibold">
            {statusOf(approval)}: {whatFor(approval)}
          </span>{" "}
          <span className="text-kumo-subtle">
            <Why approval={approval} />
          </span>
        </p>
      </div>
      <Receipts approval={approval} />
      {redraft ? (
        <StaleCompare stale={approval} redraft={redraft} />
      ) : (
        <details className="group" open={approval.status === "failed" || approval.status === "stale"}>
          <summary className="touch inline-flex items-center text-sm link">What was proposed</summary>
          <div className="mt-2 flex flex-col gap-3">
            <Effects approval={approval} />
          </div>
        </details>
      )}
      <KeepExample approval={approval} />
      {context}
      {problem}
    </div>
  );
}

/** The proof, effect by effect, with edits from → to. */
function Receipts({ approval }: { approval: Approval }) {
  const edits = approval.edited
    ? approval.effects.flatMap((effect) => changesOfEffect(approval, effect))
    : [];
  const problems = approval.effects.filter((effect) => effect.problem);
  const receipts = approval.effects.flatMap(({ index, receipt }) => (receipt ? [{ index, receipt }] : []));
  return (
    <>
      {receipts.length > 0 ? (
        <ul aria-label="Receipts" className="flex flex-col gap-1 pl-6 text-sm">
          {receipts.map((effect) => (
            <Proof key={effect.index} receipt={effect.receipt} alone={approval.effects.length === 1} />
          ))}
        </ul>
      ) : null}
      {problems.map((effect) => (
        <p key={effect.index} className="pl-6 text-sm wrap-anywhere">
          {effect.problem}
        </p>
      ))}
      {approval.leftOut?.map((title, index) => (
        <p key={index} className="pl-6 text-sm text-kumo-subtle wrap-anywhere">
          Left out: {title}
        </p>
      ))}
      {edits.length > 0 ? (
        <details className="pl-6 text-sm">
          <summary className="touch inline-flex items-center link">
            {count(edits.length, "edit")} by {approval.decidedBy?.name ?? "a person"}
          </summary>
          <ul className="mt-1 flex flex-col gap-1">
            {edits.map((edit) => (
              <li key={edit.path}>
                <span className="text-kumo-subtle">{edit.path.slice(1).replaceAll("/", ", ")}: </span>
                <Comparison from={edit.from} to={edit.to} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** A receipt as far as the line above doesn't say it: what happened, the page at the provider, and its ID there. */
function Proof({ receipt, alone }: { receipt: Receipt; alone: boolean }) {
  const link = receipt.link && /^https?:/.test(receipt.link) ? receipt.link : null;
  return (
    <li className="wrap-anywhere">
      {alone ? null : (
        <>
          {receipt.summary} · <Time at={receipt.at} as="moment" />{" "}
        </>
      )}
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer" className="link">
          Open at {hostOf(link)}
        </a>
      ) : null}
      {receipt.providerId ? (
        <details className="group/proof text-xs text-kumo-subtle">
          <summary className="touch inline-flex items-center gap-1.5 hover:text-kumo-default">
            <CaretRightIcon
              aria-hidden
              className="size-3 shrink-0 transition-transform group-open/proof:rotate-90"
            />
            Provider ID
          </summary>
          <span className="font-mono">{receipt.providerId}</span>
        </details>
      ) : null}
    </li>
  );
}

/** `Exact text sent`, `Exactly what was saved`. */
function exactWords(approval: Approval): string {
  const done = doneWord(approval).toLowerCase();
  const messages = new Set(approval.effects.map(({ words }) => words.message));
  const [message] = messages;
  return messages.size === 1 && message ? `Exact ${message} ${done}` : `Exactly what was ${done}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Reasons come as clauses or as sentences. */
function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1).replace(/\.$/, "")}.`;
}

function hostOf(link: string): string {
  try {
    return new URL(link).host;
  } catch {
    return "the provider";
  }
}
