/** The triage: what was decided last, which card comes next, and the way back. */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { approvalEndpoints, type Approval } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { SAID_HERE } from "../../api/mutations.ts";
import { approvalQuery, rememberApproval } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import type { CardHandle } from "../../components/approval/card.tsx";
import { asShown } from "../../components/approval/use-approval-actions.ts";
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
  card: RefObject<CardHandle | null>,
): Triage {
  const client = useQueryClient();
  const [lastId, setLastId] = useState<string | null>(null);
  const { show, goOn } = useNext(waiting, openId, card);
  const giving = useGiving();
  const grace = useGrace((approval, leaving) => giving.mutate({ approval, leaving }));
  const undoing = useMutation({
    mutationFn: (id: string) => call(approvalEndpoints.undo, { params: { id } }),
    onSuccess: (approval) => {
      rememberApproval(client, approval);
      show(approval.id);
    },
  });
  const undo = (): void => {
    const back = grace.cancel();
    if (back) {
      setLastId(null);
      return show(back.id);
    }
    if (card.current?.undo()) return;
    const last = lastId === null ? undefined : client.getQueryData<Approval>(["approval", lastId]);
    if (last?.undoable) return undoing.mutate(last.id);
    toasts.add({
      title: last?.decision === "approve" ? "Too late to undo: it already ran." : "Nothing to undo.",
    });
  };
  return {
    grace,
    lastId,
    undo,
    decided: (approval) => {
      setLastId(approval.id);
      goOn(approval.id);
    },
    approveSoon: (approval) => {
      grace.begin(approval);
      setLastId(approval.id);
      goOn(approval.id);
    },
  };
}

/** Which card comes after a decision. */
function useNext(
  waiting: readonly Approval[],
  openId: string | undefined,
  card: RefObject<CardHandle | null>,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useRef(waiting);
  // The order as the open card stood in it: the feed may take the card away before its own answer is here.
  const order = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    now.current = waiting;
    if (waiting.some((one) => one.id === openId)) order.current = waiting.map((one) => one.id);
  });
  // The list holds them whole: the next card is drawn from it, without asking.
  useEffect(() => {
    for (const one of waiting) {
      const { queryKey } = approvalQuery(one.id);
      if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, one);
    }
  }, [client, waiting]);

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

  return { show, goOn };
}

interface Given {
  readonly approval: Approval;
  /** The page may be gone before the answer comes. */
  readonly leaving: boolean;
}

/** Gives the approval of a swipe. Never shown as given before the server says so: it reaches the outside world. */
function useGiving() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ approval, leaving }: Given) =>
      call(approvalEndpoints.decide, {
        params: { id: approval.id },
        body: { decision: "approve", ...asShown(approval), decisionId: newId() },
        keepalive: leaving,
      }),
    meta: SAID_HERE,
    onSuccess: (approval) => rememberApproval(client, approval),
    onError: async (error, { approval }) => {
      await client.invalidateQueries(approvalQuery(approval.id));
      const known = client.getQueryData<Approval>(approvalQuery(approval.id).queryKey);
      const faster = error instanceof ApiError && error.code === "already_decided";
      if (!faster || !known?.decidedBy) return toastError(error);
      toasts.add({
        title: `${known.decidedBy.name} already ${known.decision === "reject" ? "rejected" : "approved"} this.`,
        description: `${known.title}. Nothing happened twice.`,
      });
    },
  });
}
