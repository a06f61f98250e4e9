import { useMemo } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { conversationsQuery, notificationsQuery, openApprovalsQuery } from "../../api/queries.ts";
import { unreadTextsQuery } from "../../messaging/unread-texts.ts";
import { badgeCounts, type BadgeCounts } from "../badge-counts.ts";
import { useInFront } from "../presence/use-in-front.ts";
import { itemsOf } from "../../api/paged.ts";

/** The counts as this page knows them now. */
export function useBadgeCounts(): BadgeCounts {
  const { data: approvals } = useQuery(openApprovalsQuery);
  const { data: conversations } = useInfiniteQuery(conversationsQuery(""));
  const { data: notifications } = useInfiniteQuery(notificationsQuery);
  const { data: threads } = useQuery(unreadTextsQuery);
  const open = useParams({ strict: false }).id ?? null;
  const openId = useInFront() ? open : null;
  return useMemo(
    () =>
      badgeCounts({
        approvals: approvals ?? [],
        conversations: itemsOf(conversations),
        threads: threads ?? [],
        notifications: itemsOf(notifications),
        openId,
      }),
    [approvals, conversations, threads, notifications, openId],
  );
}
