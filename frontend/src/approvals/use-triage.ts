/** Triage: which card opens after a decision. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { approvalQuery } from "../api/queries.ts";
import type { CardHandle } from "./draft/card.tsx";

/** Returns a function that moves on from a decided card. `waiting` is in stack order. */
export function useTriage(
  waiting: readonly Approval[],
  openId: string | undefined,
  card: RefObject<CardHandle | null>,
): (approval: Approval) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useRef({ waiting, openId });
  // The order as the open card stood in it: the feed may take the card away before its own answer is here.
  const order = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    now.current = { waiting, openId };
    if (waiting.some((one) => one.id === openId)) order.current = waiting.map((one) => one.id);
  });
  // The list holds them whole: the next card is drawn from it, without asking.
  useEffect(() => {
    for (const one of waiting) {
      const { queryKey } = approvalQuery(one.id);
      if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, one);
    }
  }, [client, waiting]);

  /** The next that waits after this one, from the top again after the last. */
  return ({ id }) => {
    if (id !== now.current.openId) return;
    const at = order.current.indexOf(id);
    const others = [...order.current.slice(at + 1), ...order.current.slice(0, Math.max(at, 0))];
    const next = others.find((other) => now.current.waiting.some((one) => one.id === other));
    if (next === undefined) return;
    void navigate({ to: "/approvals/$id", params: { id: next }, replace: true }).then(() =>
      card.current?.focus(),
    );
  };
}
