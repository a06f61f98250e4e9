import { Link } from "@tanstack/react-router";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { receiptWords } from "../../../src/approvals/api/receipt-words.ts";
import { kindName } from "./draft/kind-words.ts";
import { layoutEffect } from "./draft/effect-layout.ts";
import { Tick } from "../components/form.tsx";
import { Time } from "../components/time.tsx";
import { statusOf } from "../components/words.ts";

function previewOf(approval: Approval): string {
  for (const effect of approval.effects) {
    const body = layoutEffect(effect).body;
    if (body) return body.shown;
  }
  return approval.effects[0]?.title ?? approval.title;
}

/** `Sent to Maria Lopez, approved by Marcus Hale`; `Rejected by Marcus Hale`. */
function stateWords(approval: Approval): string {
  const state = approval.status === "done" ? receiptWords(approval) : statusOf(approval);
  const who = approval.decidedBy?.name;
  if (!who) return state;
  return approval.status === "rejected" || approval.status === "approved"
    ? `${state} by ${who}`
    : `${state}, approved by ${who}`;
}

export function ApprovalRow({
  approval,
  picked,
  onPick,
}: {
  approval: Approval;
  picked: boolean;
  onPick?: ((on: boolean) => void) | undefined;
}) {
  return (
    <li className="flex items-stretch border-b border-kumo-hairline hover:bg-kumo-tint has-data-[status=active]:bg-kumo-info-tint">
      {onPick ? (
        <span className="flex items-start pt-3 pl-4">
          <Tick
            label={<span className="sr-only">Select</span>}
            spoken={`Select ${kindName(approval).toLowerCase()} to ${approval.target}`}
            checked={picked}
            onChange={onPick}
          />
        </span>
      ) : null}
      <Link
        to="/approvals/$id"
        params={{ id: approval.id }}
        className="flex min-w-0 flex-1 flex-col gap-0.5 px-4 py-2.5 focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{approval.target || approval.title}</span>
          <span className="shrink-0 text-xs text-kumo-subtle">
            <Time at={approval.decidedAt ?? approval.createdAt} />
          </span>
        </span>
        <span className="truncate text-sm text-kumo-subtle">{previewOf(approval)}</span>
        <State approval={approval} />
      </Link>
    </li>
  );
}

function State({ approval }: { approval: Approval }) {
  const toCheck = approval.lints.filter((lint) => lint.level !== "info").length;
  const pending = approval.status === "pending";
  return (
    <span className="text-xs text-kumo-subtle">
      {approval.urgent ? <span className="font-medium text-kumo-danger">Urgent · </span> : null}
      {kindName(approval)} ·{" "}
      {pending ? (
        <>
          expires <Time at={approval.expiresAt} as="upcoming" />
        </>
      ) : (
        stateWords(approval)
      )}
      {pending && toCheck > 0 ? (
        <>
          {" "}
          · <span className="font-medium whitespace-nowrap text-kumo-warning">{toCheck} to check</span>
        </>
      ) : null}
    </span>
  );
}
