/** Follow-ups that are due, and the drafts written for them. */
import { lazy, Suspense } from "react";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type {
  DueAccount,
  DueAccounts,
  FollowupChannel,
  FollowupDraft,
} from "../../../../src/accounts/api/account-query.ts";
import { approvalQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { whenReachable } from "../../components/when-reachable.ts";
import { count } from "../../components/words.ts";
import { StageBadge } from "../stage-choice.tsx";

const Stack = lazy(
  whenReachable(async () => ({
    default: (await import("../../approvals/draft/stack.tsx")).ApprovalStack,
  })),
);

const CHANNELS: Readonly<Record<FollowupChannel, string>> = {
  email: "E-mail",
  sms: "Text",
  call_script: "Call",
};

const URGENCY: Readonly<Record<DueAccount["urgency"], string>> = {
  critical: "Critical",
  high: "High",
  normal: "Normal",
};

/** Approvals by their ids, as cards that can be decided here. */
export function Cards({ ids }: { ids: readonly string[] }) {
  const asked = useQueries({ queries: ids.map((id) => approvalQuery(id)) });
  const approvals = asked.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const failed = asked.find(({ error, data }) => error && !data);
  return (
    <>
      {approvals.length > 0 ? (
        <Suspense fallback={<Bar className="h-20 w-full rounded-xl" />}>
          <Stack approvals={approvals} inChat />
        </Suspense>
      ) : null}
      {failed ? <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {approvals.length === 0 && !failed ? <Bar className="h-20 w-full rounded-xl" /> : null}
    </>
  );
}

/** An unsent draft that was only asked for, so it waits for no one. */
export function Draft({ draft }: { draft: FollowupDraft }) {
  return (
    <section aria-label="Draft" className="rounded-xl border border-kumo-line bg-kumo-base">
      <header className="flex flex-wrap items-baseline gap-x-2 border-b border-kumo-hairline px-4 py-2 text-sm">
        <span className="font-medium">{CHANNELS[draft.channel]}</span>
        <span className="text-kumo-subtle">Draft, not sent</span>
      </header>
      <div className="flex flex-col gap-2 px-4 py-3">
        {draft.subject === null ? null : <p className="font-medium">{clipped(draft.subject, 300)}</p>}
        <p className="whitespace-pre-wrap wrap-anywhere">{clipped(draft.body, 20_000)}</p>
        {draft.rationale === "" ? null : (
          <p className="text-sm text-kumo-subtle">{clipped(draft.rationale, 1_000)}</p>
        )}
      </div>
    </section>
  );
}

export function DueList({ due, onAsk }: { due: DueAccounts; onAsk: ((words: string) => void) | null }) {
  if (due.accounts.length === 0)
    return (
      <p className="text-kumo-subtle">
        No follow-ups are due. Accounts appear here when they’ve been quiet too long.
      </p>
    );
  return (
    <section aria-label="Due for a follow-up" className="flex flex-col gap-2">
      <ul className="overflow-hidden rounded-xl border border-kumo-line bg-kumo-base">
        {due.accounts.map((one) => (
          <li
            key={one.account_id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-hairline px-4 py-2.5 last:border-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Link
                  to="/accounts/$id"
                  params={{ id: one.account_id }}
                  className="font-medium hover:underline"
                >
                  {clipped(one.account_name, 100)}
                </Link>
                <StageBadge stage={one.stage} />
                <span
                  className={
                    one.urgency === "critical" ? "text-xs font-semibold text-kumo-danger" : "text-xs"
                  }
                >
                  {URGENCY[one.urgency]}
                </span>
              </p>
              <p className="text-sm text-kumo-subtle wrap-anywhere">{clipped(one.why, 400)}</p>
            </div>
            {onAsk === null ? null : (
              <Button
                size="sm"
                className="touch"
                onClick={() => onAsk(`Draft a follow-up for ${one.account_name}`)}
              >
                Draft{" "}
                {one.recommended_channel === "email"
                  ? "an e-mail"
                  : one.recommended_channel === "sms"
                    ? "a text"
                    : "a call"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {due.total > due.accounts.length ? (
        <p className="text-sm text-kumo-subtle">
          {due.accounts.length} of {count(due.total, "account")}.
        </p>
      ) : null}
    </section>
  );
}
