import { useMemo } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { conversationsQuery, notificationsQuery, openApprovalsQuery } from "../../api/queries.ts";
import { badgeCounts, type BadgeCounts } from "../badge-counts.ts";
import { useInFront } from "../presence/presence-note.tsx";

/** The counts as this page knows them now. */
export function useBadgeCounts(): BadgeCounts {
  const { data: approvals } = useQuery(openApprovalsQuery);
  const { data: conversations } = useInfiniteQuery(conversationsQuery(""));
  const { data: notifications } = useInfiniteQuery(notificationsQuery);
  const open = useParams({ strict: false }).id ?? null;
  const openId = useInFront() ? open : null;
  return useMemo(
    () =>
      badgeCounts({
        approvals: approvals ?? [],
        conversations: (conversations?.pages ?? []).flatMap((page) => page.items),
        notifications: (notifications?.pages ?? []).flatMap((page) => page.items),
        openId,
      }),
    [approvals, conversations, notifications, openId],
  );
}
