/** What one request wants to send or change, as a row. Open, it can be read in full and decided. */
import { lazy, Suspense, useState } from "react";
import type { ApprovalRow } from "../../../src/approvals/api/approval.ts";
import { nameOf, requestTitle } from "../../../src/approvals/api/request-words.ts";
import { useApprovals } from "../approvals/use-approvals.ts";
import { CaretRightIcon } from "../components/icons.ts";
import { Bar } from "../components/skeleton.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { whenReachable } from "../components/when-reachable.ts";
import { WhoRang } from "../components/who-rang.tsx";
import type { Request } from "./needs.ts";

const loadStack = whenReachable(async () => ({
  default: (await import("../approvals/draft/stack.tsx")).ApprovalStack,
}));
const Stack = lazy(loadStack);

const SHOWN_CHARS = 300;

export function RequestRow({ request: { approvals } }: { request: Request }) {
  const [open, setOpen] = useState(false);
  const [first] = approvals;
  if (first === undefined) return null;
  const isUrgent = approvals.some(({ urgent }) => urgent);
  const toCheck = approvals.reduce((sum, one) => sum + one.toCheck, 0);
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      <button
        type="button"
        data-row
        aria-expanded={open}
        onPointerEnter={() => void loadStack().catch(() => undefined)}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-3 px-4 py-3 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">{titleOf(approvals)}</span>
            <span className="shrink-0 text-xs text-kumo-subtle">
              <Time at={first.createdAt} />
            </span>
          </span>
          <span className="line-clamp-2 text-sm wrap-anywhere">{first.words}</span>
          <span className="block pt-0.5 text-xs text-kumo-subtle">
            {isUrgent ? <span className="font-medium text-kumo-danger">Urgent · </span> : null}
            {first.status === "needs_human" ? (
              "We can’t tell whether it was sent"
            ) : (
              <>
                Expires <Time at={first.expiresAt} as="upcoming" />
              </>
            )}
            {toCheck > 0 ? (
              <span className="font-medium text-kumo-warning"> · {toCheck} to check</span>
            ) : null}
          </span>
          {isUrgent && !open ? <WhoRang subjects={approvals.map(({ id }) => id)} /> : null}
        </span>
        <CaretRightIcon
          aria-hidden
          className={`mt-1 size-4 shrink-0 text-kumo-subtle transition-transform ${open ? "rotate-90" : ""}`}
        />
      </button>
      {open ? (
        <div className="border-t border-kumo-hairline bg-kumo-recessed p-3">
          <Suspense fallback={<Bar className="h-40 w-full rounded-xl" />}>
            <LoadedStack ids={approvals.map(({ id }) => id)} />
          </Suspense>
        </div>
      ) : null}
    </li>
  );
}

/** The cards, loaded when the row is opened. */
function LoadedStack({ ids }: { ids: readonly string[] }) {
  const approvals = useApprovals(ids);
  return approvals.length < ids.length ? (
    <Bar className="h-40 w-full rounded-xl" />
  ) : (
    <Stack approvals={approvals} />
  );
}

/** `Text message to Maria Lopez`; `10 texts to Maria Lopez, John Pruitt, and 8 more`. */
function titleOf(approvals: readonly ApprovalRow[]): string {
  const [first] = approvals;
  if (first === undefined) return "";
  if (approvals.length > 1) return clipped(requestTitle(approvals), SHOWN_CHARS);
  return clipped(first.isMessage ? `${first.kind} to ${nameOf(first.target)}` : first.title, SHOWN_CHARS);
}
