/** A draft that is out of date or was sent back, beside its replacement: what changed outside, and what changed in the text. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { approvalEndpoints, type Approval, type Effect } from "../../../../src/approvals/api/approval.ts";
import { call } from "../../api/call.ts";
import { openApprovalsQuery } from "../../api/queries.ts";
import { statusOf } from "../../components/words.ts";
import { changesBetween } from "./edits.ts";
import { EffectView } from "./effect-view.tsx";
import { toRow } from "../../../../src/approvals/api/approval-row.ts";
import { useApprovals } from "../use-approvals.ts";
import { redraftOf } from "./redraft.ts";

/** The draft that replaced a stale or change-requested one; null if there is none. */
export function useRedraft(approval: Approval): Approval | null {
  const enabled = approval.status === "stale" || approval.changesRequested === true;
  const { data: open } = useQuery({ ...openApprovalsQuery, enabled });
  const { data: ofConversation } = useQuery({
    queryKey: ["approvals", "conversation", approval.conversationId],
    queryFn: async ({ signal }) =>
      (
        await call(approvalEndpoints.list, {
          signal,
          query: { conversationId: approval.conversationId, limit: 50 },
        })
      ).items,
    enabled,
  });
  const redraft = enabled ? redraftOf(toRow(approval), [...(ofConversation ?? []), ...(open ?? [])]) : null;
  return useApprovals(redraft === null ? [] : [redraft.id])[0] ?? null;
}

function Side({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-kumo-line p-3">
      <h4 className="mb-2 text-xs font-medium text-kumo-subtle">{title}</h4>
      {children}
    </section>
  );
}

/** Both drafts, side by side on wide screens. Changes are highlighted in the new one. */
export function StaleCompare({ stale, redraft }: { stale: Approval; redraft: Approval }) {
  const before = (effect: Effect) => stale.effects.find((one) => one.index === effect.index)?.document ?? {};
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-3 md:grid-cols-2">
        <Side title={`${statusOf(stale)}, not sent`}>
          {stale.effects.map((effect) => (
            <EffectView key={effect.index} effect={effect} />
          ))}
        </Side>
        <Side title={`New draft · ${statusOf(redraft).toLowerCase()}`}>
          {redraft.effects.map((effect) => (
            <EffectView
              key={effect.index}
              effect={effect}
              changes={changesBetween(before(effect), effect.document)}
            />
          ))}
        </Side>
      </div>
      <p className="text-sm">
        <Link to="/approvals/$id" params={{ id: redraft.id }} className="touch inline-flex items-center link">
          Open the new draft
        </Link>
      </p>
    </div>
  );
}
