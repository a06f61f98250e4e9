/** Undoes the last decision from every page: the toast's button and the key `u`. Requests run in order. */
import { useCallback } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { approvalEndpoints, type Approval } from "../../../../src/approvals/api/approval.ts";
import { call } from "../../api/call.ts";
import { approvalQuery, openApprovalsQuery, rememberApproval } from "../../api/queries.ts";
import { useMe } from "../session.tsx";
import { toastError, toasts } from "../toasts.ts";
import { decided } from "./decided.ts";
import { newestHeld, whyNotUndone } from "./last-decision.ts";

let queue: Promise<void> = Promise.resolve();

/** Returns the undo function, which reports its own result. */
export function useUndo(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useMe().user.id;
  const inTriage = useRouterState({ select: ({ location }) => location.pathname.startsWith("/approvals") });
  return useCallback(() => {
    queue = queue.then(async () => {
      const undone = await undoLast(client, userId);
      const [first] = undone;
      if (first === undefined) return;
      if (inTriage) await navigate({ to: "/approvals/$id", params: { id: first.id }, replace: true });
      else toasts.add({ title: undoneWords(undone), timeout: 5000 });
    });
  }, [client, navigate, userId, inTriage]);
}

/** Reports why if nothing can be undone. */
async function undoLast(client: QueryClient, userId: string): Promise<readonly Approval[]> {
  // Pressed right after a decision: it is that one, and it has to arrive first.
  await decided.answered();
  const last = await lastOf(client, userId);
  const held = last.filter(({ undoable }) => undoable);
  if (held.length === 0) {
    toasts.add({ title: whyNotUndone(last), timeout: 5000 });
    return [];
  }
  const answers = await Promise.allSettled(
    held.map(({ id }) => call(approvalEndpoints.undo, { params: { id } })),
  );
  const undone = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  for (const approval of undone) rememberApproval(client, approval);
  if (undone.length > 0) decided.undone();
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed) toastError(failed.reason);
  return undone;
}

/** The last decision as currently known; after a reload, the part of it still on hold. */
async function lastOf(client: QueryClient, userId: string): Promise<readonly Approval[]> {
  const { last } = decided.now();
  const known = last.flatMap((id) => client.getQueryData<Approval>(approvalQuery(id).queryKey) ?? []);
  if (known.length > 0) return known;
  const held = newestHeld(client.getQueryData(openApprovalsQuery.queryKey) ?? [], userId, new Set());
  return held === null ? [] : [await client.fetchQuery(approvalQuery(held.id))];
}

function undoneWords(undone: readonly Approval[]): string {
  return undone.some(({ status }) => status === "pending")
    ? "Undone. It’s waiting for approval again."
    : "Undone. Nothing was sent.";
}
