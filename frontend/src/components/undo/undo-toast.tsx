/**
 * The last decision's status, on every page: a countdown with *Undo* while it is on hold, then the receipt. On a phone it takes its own space above
 * the bar, so that it covers neither the message box nor the decision.
 */
import { useEffect } from "react";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { approvalQuery, openApprovalsQuery } from "../../api/queries.ts";
import { CheckIcon, ClockIcon, WarningIcon, XIcon } from "../icons.ts";
import { isTyping, singleKeysOn } from "../keys/shortcuts.ts";
import { useNow, useSecondsUntil } from "../now.ts";
import { useMe, useZone } from "../session.tsx";
import { decided, useDecided } from "./decided.ts";
import { foremost, newestHeld, decisionWords, type Told } from "./last-decision.ts";
import { useUndo } from "./use-undo.ts";

export default function UndoToast() {
  const { last, forgotten } = useDecided();
  const known = useQueries({
    queries: last.filter((id) => !forgotten.has(id)).map((id) => ({ ...approvalQuery(id), enabled: false })),
    combine: (queries) => queries.flatMap(({ data }) => data ?? []),
  });
  useWhatIsHeld(known);
  const undo = useUndo();
  useUndoKey(undo);
  const shown = foremost(known);
  return (
    <div role="status" aria-live="polite" aria-label="Last decision">
      {shown ? <Shown approval={shown} together={known.length} onUndo={undo} /> : null}
    </div>
  );
}

/** Adopts a decision this person made elsewhere, or before a reload, that is still on hold. */
function useWhatIsHeld(known: readonly Approval[]): void {
  const client = useQueryClient();
  const { user } = useMe();
  const { forgotten, last, underWay } = useDecided();
  const { data: open = [] } = useQuery(openApprovalsQuery);
  const held = newestHeld(open, user.id, forgotten);
  const newest =
    known
      .map(({ decidedAt }) => decidedAt ?? "")
      .toSorted()
      .at(-1) ?? "";
  const isNews =
    held !== null && underWay.length === 0 && !last.includes(held.id) && (held.decidedAt ?? "") > newest;
  useEffect(() => {
    if (!isNews) return;
    void client
      .fetchQuery(approvalQuery(held.id))
      .then(() => decided.note([held]))
      .catch(() => undefined);
  }, [client, held, isNews]);
}

function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "u" || event.defaultPrevented || event.repeat) return;
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !singleKeysOn()) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [undo]);
}

const TONES: Readonly<Record<Told["tone"], string>> = {
  held: "text-kumo-link",
  good: "text-kumo-success",
  bad: "text-kumo-danger",
  plain: "text-kumo-subtle",
};

function Shown({ approval, together, onUndo }: { approval: Approval; together: number; onUndo: () => void }) {
  const secondsLeft = useSecondsUntil(approval.executeAfter);
  const told = decisionWords(approval, together, { secondsLeft, nowMs: useNow(), zone: useZone() });
  useEffect(() => {
    if (told.showMs === null) return;
    const timer = window.setTimeout(() => decided.forget(), told.showMs);
    return () => window.clearTimeout(timer);
  }, [told.key, told.showMs]);
  const isCounting = told.tone === "held" && told.showMs === null;
  return (
    <div
      data-last-decision={approval.status}
      className="arrive flex items-center gap-2.5 rounded-xl border border-kumo-line bg-kumo-base py-2 pr-2 pl-3 text-sm shadow-sm max-lg:mx-3 max-lg:my-2 lg:fixed lg:bottom-4 lg:left-60 lg:z-40 lg:w-96 lg:shadow-lg"
    >
      <span className={`shrink-0 ${TONES[told.tone]}`}>
        <ToneIcon tone={told.tone} />
      </span>
      <p className="min-w-0 flex-1">
        {isCounting ? <span className="sr-only">Approved, on hold. </span> : null}
        <span role={isCounting ? "timer" : undefined} className="block font-semibold tabular-nums">
          {told.title}
        </span>
        <Link
          to="/approvals/$id"
          params={{ id: approval.id }}
          className="block truncate text-kumo-subtle hover:underline"
        >
          {told.about}
        </Link>
      </p>
      {told.undoable ? (
        <Button variant="primary" className="touch shrink-0" onClick={onUndo}>
          Undo
          <kbd aria-hidden className="ml-1 font-sans text-xs opacity-80 max-lg:hidden">
            u
          </kbd>
        </Button>
      ) : null}
      <Button
        variant="ghost"
        shape="square"
        aria-label="Close"
        className="touch shrink-0"
        onClick={() => decided.forget()}
      >
        <XIcon aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

function ToneIcon({ tone }: { tone: Told["tone"] }) {
  if (tone === "good") return <CheckIcon aria-hidden weight="bold" className="size-4.5" />;
  if (tone === "bad") return <WarningIcon aria-hidden weight="bold" className="size-4.5" />;
  return <ClockIcon aria-hidden className="size-4.5" />;
}
