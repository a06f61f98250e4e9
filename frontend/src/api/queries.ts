/** HTTP queries of the pages and their cache keys. */
import { keepPreviousData, queryOptions, type QueryClient, type InfiniteData } from "@tanstack/react-query";
import type * as z from "zod";
import { teamEndpoints } from "../../../src/team/api/team.ts";
import { agentEndpoints } from "../../../src/agent/api/agent.ts";
import {
  approvalEndpoints,
  type Approval,
  type ApprovalRow,
  type ApprovalStatus,
} from "../../../src/approvals/api/approval.ts";
import { conversationEndpoints, type Conversation } from "../../../src/agent/api/conversation.ts";
import { toRow } from "../../../src/approvals/api/approval-row.ts";
import { earnedEndpoints } from "../../../src/approvals/api/earned.ts";
import { metricsEndpoints } from "../../../src/team/api/metrics.ts";
import {
  notificationEndpoints,
  type NotificationView,
} from "../../../src/notifications/api/notifications.ts";
import { onCallEndpoints } from "../../../src/notifications/api/on-call.ts";
import type { FigureDays } from "../agent/agents/figures-params.ts";
import { call } from "./call.ts";
import { newerApproval } from "../approvals/newer-approval.ts";
import { pagedQuery, itemsOf } from "./paged.ts";

const MINUTE_MS = 60_000;

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => call(teamEndpoints.me, { signal }),
  staleTime: 5 * MINUTE_MS,
});

/** `sources` are comma-separated; all without them. */
export function conversationsQuery(search: string, sources?: string) {
  return pagedQuery(["conversations", search, sources ?? ""], ({ cursor, signal }) =>
    call(conversationEndpoints.list, {
      signal,
      query: { q: search || undefined, source: sources, cursor, limit: 50 },
    }),
  );
}

/** Statuses in which a person or the executor must still act. */
const OPEN: ReadonlySet<ApprovalStatus> = new Set(["pending", "approved", "executing", "needs_human"]);

export function isOpen({ status }: Pick<Approval, "status">): boolean {
  return OPEN.has(status);
}

/** Upper bound on open approvals loaded. */
const MOST_OPEN = 200;

/** All of them: what waits is counted and decided in order of urgency. */
export const openApprovalsQuery = queryOptions({
  queryKey: ["approvals", "open"],
  queryFn: async ({ signal }) => {
    const open: ApprovalRow[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(approvalEndpoints.list, {
        signal,
        query: { status: "open", cursor, limit: 50 },
      });
      open.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && open.length < MOST_OPEN);
    return open;
  },
});

const RECENT = "done,failed,not_done,rejected,expired,stale,withdrawn";

export const recentApprovalsQuery = pagedQuery(["approvals", "recent"], ({ cursor, signal }) =>
  call(approvalEndpoints.list, { signal, query: { status: RECENT, cursor, limit: 30 } }),
);

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: ["approval", id],
    queryFn: ({ signal }) => call(approvalEndpoints.get, { signal, params: { id } }),
  });
}

export const runsQuery = pagedQuery(["runs"], ({ cursor, signal }) =>
  call(teamEndpoints.runs, { signal, query: { cursor, limit: 40 } }),
);

export function runQuery(id: string) {
  return queryOptions({
    queryKey: ["run", id],
    queryFn: ({ signal }) => call(teamEndpoints.run, { signal, params: { id } }),
  });
}

export const policyQuery = queryOptions({
  queryKey: ["policy"],
  queryFn: ({ signal }) => call(teamEndpoints.policy, { signal }),
});
export const earnedQuery = queryOptions({
  queryKey: ["policy", "earned"],
  queryFn: async ({ signal }) => (await call(earnedEndpoints.list, { signal })).items,
});
export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => call(teamEndpoints.usage, { signal }),
});
export function agentFiguresQuery(days: FigureDays) {
  return queryOptions({
    queryKey: ["agent-figures", days],
    queryFn: ({ signal }) => call(metricsEndpoints.figures, { signal, query: { days } }),
    placeholderData: keepPreviousData,
  });
}
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call(teamEndpoints.sessions, { signal }),
});
export const teamQuery = queryOptions({
  queryKey: ["team"],
  queryFn: ({ signal }) => call(teamEndpoints.team, { signal }),
});
export const devicesQuery = queryOptions({
  queryKey: ["push", "devices"],
  queryFn: ({ signal }) => call(notificationEndpoints.subscriptions, { signal }),
});
export const notificationsQuery = pagedQuery(["notifications"], ({ cursor, signal }) =>
  call(notificationEndpoints.notifications, { signal, query: { cursor, limit: 30 } }),
);
export type NotificationPages = InfiniteData<
  z.output<typeof notificationEndpoints.notifications.output>,
  string | undefined
>;

/** Under the key of all notifications, whose news it shares. */
export const urgentQuery = queryOptions({
  queryKey: ["notifications", "urgent"],
  queryFn: ({ signal }) => call(notificationEndpoints.urgentNotifications, { signal }),
});

/** The loaded notifications with some of them changed, and how many are unread then. */
export function changeNotifications(
  data: NotificationPages,
  change: (item: NotificationView) => NotificationView,
): NotificationPages {
  const before = itemsOf(data);
  const pages = data.pages.map((page) => ({ ...page, items: page.items.map(change) }));
  const unreadIn = (items: readonly NotificationView[]): number => items.filter(({ read }) => !read).length;
  const fewer = unreadIn(before) - unreadIn(pages.flatMap((page) => page.items));
  return { ...data, pages: pages.map((page) => ({ ...page, unread: Math.max(0, page.unread - fewer) })) };
}

export const onCallQuery = queryOptions({
  queryKey: ["on-call"],
  queryFn: ({ signal }) => call(onCallEndpoints.get, { signal }),
});
export const agentsQuery = queryOptions({
  queryKey: ["agents"],
  queryFn: ({ signal }) => call(teamEndpoints.agents, { signal }),
});

export function instructionsQuery(agent: string) {
  return queryOptions({
    queryKey: ["agents", agent, "instructions"],
    queryFn: ({ signal }) => call(agentEndpoints.instructions, { signal, params: { name: agent } }),
  });
}

export function agentSettingsQuery(agent: string) {
  return queryOptions({
    queryKey: ["agents", agent, "settings"],
    queryFn: ({ signal }) => call(agentEndpoints.settings, { signal, params: { name: agent } }),
  });
}

export function instructionsHistoryQuery(agent: string) {
  return pagedQuery(["agents", agent, "history"], ({ cursor, signal }) =>
    call(agentEndpoints.instructionsHistory, {
      signal,
      params: { name: agent },
      query: { cursor, limit: 20 },
    }),
  );
}

/** What the conversation would send now; refetched on every open. */
export function promptQuery(conversationId: string) {
  return queryOptions({
    queryKey: ["prompt", conversationId],
    queryFn: ({ signal }) => call(agentEndpoints.prompt, { signal, params: { id: conversationId } }),
    staleTime: 0,
  });
}

const LATELY = 5;

export function conversationApprovalsQuery(conversationId: string) {
  return queryOptions({
    queryKey: ["approvals", "of", conversationId],
    queryFn: async ({ signal }) =>
      (await call(approvalEndpoints.list, { signal, query: { conversationId, limit: LATELY } })).items,
  });
}

export function conversationRunsQuery(conversationId: string) {
  return queryOptions({
    queryKey: ["runs", "of", conversationId],
    queryFn: async ({ signal }) =>
      (await call(teamEndpoints.runs, { signal, query: { conversationId, limit: 200 } })).items,
  });
}

type ConversationPage = z.output<typeof conversationEndpoints.list.output>;
type ApprovalPage = z.output<typeof approvalEndpoints.list.output>;

/** Updates a conversation in the cached lists and adds it to those of its source; a search result is only updated, never added to. */
export function rememberConversation(client: QueryClient, conversation: Conversation): void {
  const lists = client.getQueriesData<InfiniteData<ConversationPage, string | undefined>>({
    queryKey: ["conversations"],
  });
  for (const [key, data] of lists) {
    const [, search, sources = ""] = key as readonly string[];
    const isOfList = search === "" && (sources === "" || sources.split(",").includes(conversation.source));
    client.setQueryData(key, data && withConversation(data, conversation, isOfList));
  }
}

function withConversation(
  data: InfiniteData<ConversationPage, string | undefined>,
  conversation: Conversation,
  mayAdd: boolean,
): InfiniteData<ConversationPage, string | undefined> {
  const isListed = data.pages.some((page) => page.items.some((item) => item.id === conversation.id));
  const [first, ...others] = data.pages;
  if (isListed)
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => (item.id === conversation.id ? conversation : item)),
      })),
    };
  if (first === undefined || !mayAdd || conversation.deletedAt) return data;
  return { ...data, pages: [{ ...first, items: [conversation, ...first.items] }, ...others] };
}

/** Removes a conversation that became private to another member from all cached lists. */
export function forgetConversation(client: QueryClient, id: string): void {
  client.setQueriesData<InfiniteData<ConversationPage, string | undefined>>(
    { queryKey: ["conversations"] },
    (data) => {
      if (!data) return data;
      const pages = data.pages.map((page) => ({
        ...page,
        items: page.items.filter((item) => item.id !== id),
      }));
      return { ...data, pages };
    },
  );
}

/** Puts a changed approval everywhere it is shown. An older version never replaces a newer one. */
export function rememberApproval(client: QueryClient, incoming: Approval): void {
  const known = client.getQueryData<Approval>(["approval", incoming.id]);
  const approval = newerApproval(known, incoming);
  client.setQueryData(["approval", approval.id], approval);
  const row = toRow(approval);
  client.setQueryData<ApprovalRow[]>(["approvals", "open"], (items) => {
    if (!items) return items;
    const others = items.filter((item) => item.id !== row.id);
    return isOpen(row) ? [...others, row] : others;
  });
  if (isOpen(approval)) return;
  client.setQueryData<InfiniteData<ApprovalPage, string | undefined>>(["approvals", "recent"], (data) => {
    const first = data?.pages[0];
    if (!data || !first) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.id !== approval.id),
    }));
    return {
      ...data,
      pages: [{ ...first, items: [row, ...(pages[0]?.items ?? [])] }, ...pages.slice(1)],
    };
  });
}
