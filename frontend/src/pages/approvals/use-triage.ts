/** The triage: what was decided last, which card comes next, and the way back. */
import { useLayoutEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { approvalEndpoints, type Approval } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { approvalQuery, rememberApproval } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import type { CardHandle } from "../../components/approval/card.tsx";
import { toastError, toasts } from "../../components/toasts.ts";
import { useGrace, type Grace } from "./use-grace.ts";

export interface Triage {
  readonly grace: Grace;
  readonly lastId: string | null;
  /** A decision of the open card went through. */
  readonly decided: (approval: Approval) => void;
  /** A swipe approves: after a moment in which it can be taken back. */
  readonly approveSoon: (approval: Approval) => void;
  readonly undo: () => void;
}

/** `waiting` in the order of the stack. */
export function useTriage(
  waiting: readonly Approval[],
  openId: string | undefined,
  card: React.RefObject<CardHandle | null>,
): Triage {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [lastId, setLastId] = useState<string | null>(null);
  const now = useRef(waiting);
  // The order as the open card stood in it: the feed may take the card away before its own answer is here.
  const order = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    now.current = waiting;
    if (waiting.some((one) => one.id === openId)) order.current = waiting.map((one) => one.id);
  });

  function show(id: string): void {
    void navigate({ to: "/approvals/$id", params: { id }, replace: true }).then(() => card.current?.focus());
  }

  /** The next that waits after this one, from the top again after the last. */
  function goOn(id: string): void {
    if (id !== openId) return;
    const at = order.current.indexOf(id);
    const others = [...order.current.slice(at + 1), ...order.current.slice(0, Math.max(at, 0))];
    const next = others.find((other) => now.current.some((one) => one.id === other));
    if (next !== undefined) show(next);
  }

  async function give(approval: Approval, leaving: boolean): Promise<void> {
    try {
      const body = {
        decision: "approve" as const,
        effectHash: approval.effectHash,
        decisionId: newId(),
      };
      rememberApproval(
        client,
        await call(approvalEndpoints.decide, { params: { id: approval.id }, body, keepalive: leaving }),
      );
    } catch (error) {
      await client.invalidateQueries(approvalQuery(approval.id));
      const known = client.getQueryData<Approval>(approvalQuery(approval.id).queryKey);
      const faster = error instanceof ApiError && error.code === "already_decided";
      if (faster && known?.decidedBy) {
        toasts.add({
          title: `${known.decidedBy.name} ${known.decision === "reject" ? "rejected" : "approved"} it (faster than you).`,
          description: `${known.title}. Nothing was done twice.`,
        });
      } else toastError(error);
    }
  }

  const grace = useGrace((approval, leaving) => void give(approval, leaving));

  async function undoGiven(id: string): Promise<void> {
    try {
      rememberApproval(client, await call(approvalEndpoints.undo, { params: { id } }));
      show(id);
    } catch (error) {
      toastError(error);
    }
  }

  return {
    grace,
    lastId,
    decided: (approval) => {
      setLastId(approval.id);
      goOn(approval.id);
    },
    approveSoon: (approval) => {
      grace.begin(approval);
      setLastId(approval.id);
      goOn(approval.id);
    },
    undo: () => {
      const back = grace.cancel();
      if (back) {
        setLastId(null);
        return show(back.id);
      }
      if (card.current?.undo()) return;
      const last = lastId === null ? undefined : client.getQueryData<Approval>(["approval", lastId]);
      if (last?.undoable) return void undoGiven(last.id);
      toasts.add({
        title:
          last?.decision === "approve" ? "Too late to take it back: it has run." : "Nothing to take back.",
      });
    },
  };
}
