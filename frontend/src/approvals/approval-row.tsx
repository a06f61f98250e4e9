import { Link } from "@tanstack/react-router";
import type { ApprovalRow as Row } from "../../../src/approvals/api/approval.ts";
import { Tick } from "../components/form.tsx";
import { Time } from "../components/time.tsx";
import { statusOf } from "../components/words.ts";

/** `Sent to Maria Lopez, approved by Marcus Hale`; `Rejected by Marcus Hale`. */
function stateWords(approval: Row): string {
  const state = approval.receipt?.words ?? statusOf(approval);
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
  approval: Row;
  picked: boolean;
  onPick?: ((on: boolean) => void) | undefined;
}) {
  return (
    <li className="flex items-stretch border-b border-kumo-hairline hover:bg-kumo-tint has-data-[status=active]:bg-kumo-info-tint">
      {onPick ? (
        <span className="flex items-start pt-3 pl-4">
          <Tick
            label={<span className="sr-only">Select</span>}
            spoken={`Select ${approval.kind.toLowerCase()} to ${approval.target}`}
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
        <span className="truncate text-sm text-kumo-subtle">{approval.words}</span>
        <State approval={approval} />
      </Link>
    </li>
  );
}

function State({ approval }: { approval: Row }) {
  const { toCheck } = approval;
  const pending = approval.status === "pending";
  return (
    <span className="text-xs text-kumo-subtle">
      {approval.urgent ? <span className="font-medium text-kumo-danger">Urgent · </span> : null}
      {approval.kind} ·{" "}
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
