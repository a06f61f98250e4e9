/** Accounts that are due for a follow-up. */
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { DueAccount } from "../../../src/accounts/api/account-query.ts";
import { saidAbout } from "../../../src/agent/api/subject.ts";
import { clipped } from "../components/text-pieces.ts";
import { count } from "../components/words.ts";
import { StageBadge } from "./stage-choice.tsx";

const URGENCY: Readonly<Record<DueAccount["urgency"], string>> = {
  critical: "Critical",
  high: "High",
  normal: "Normal",
};

interface Due {
  readonly accounts: readonly Omit<DueAccount, "next_steps" | "pending_actions">[];
  readonly total: number;
}

export function DueList({ due, onAsk }: { due: Due; onAsk: (words: string) => void }) {
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
            <Button
              size="sm"
              className="touch"
              onClick={() =>
                onAsk(saidAbout(`the account ${one.account_name} (${one.account_id})`, "Draft a follow-up"))
              }
            >
              Draft{" "}
              {one.recommended_channel === "email"
                ? "an e-mail"
                : one.recommended_channel === "sms"
                  ? "a text"
                  : "a call"}
            </Button>
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
