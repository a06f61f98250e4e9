/** Activity in sentences, by day and conversation; each entry opens its trace or approval. */
import { useEffect } from "react";
import { useInfiniteQuery, useQueries, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { conversationEndpoints, type Conversation } from "../../../../src/agent/api/conversation.ts";
import type { ApprovalRow } from "../../../../src/approvals/api/approval.ts";
import { call } from "../../api/call.ts";
import {
  conversationsQuery,
  openApprovalsQuery,
  recentApprovalsQuery,
  runsQuery,
} from "../../api/queries.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { MorePages } from "../../components/paged-list.tsx";
import { waitsForPerson } from "../../components/badge-counts.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useNow } from "../../components/now.ts";
import { ownJob } from "../../components/own-job.ts";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { SourceMark } from "../../components/source-icon.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { count, dayName, duration, money } from "../../components/words.ts";
import {
  approvalSentence,
  awaySentence,
  eventsOf,
  groupEvents,
  type ActivityEvent,
  type ConversationGroup,
} from "./activity-events.ts";
import { runSentence } from "./run-words.ts";
import { itemsOf } from "../../api/paged.ts";
import { useLastVisit } from "./use-last-visit.ts";

/** How many conversations to fetch individually because no list page has them; enough for one screen of old runs. */
const MAX_ASKED = 20;

export default function ActivityPage() {
  const { runs, settled, open, events } = useEvents();
  const since = useLastVisit("activity");
  const error = runs.error ?? settled.error;
  return (
    <Page title="Activity">
      <Scroll>
        <div className="mx-auto flex max-w-3xl flex-col gap-6 p-3 sm:p-5">
          <Away
            words={awaySentence(itemsOf(runs.data), [...itemsOf(settled.data), ...open], since)}
            since={since}
            waiting={open.filter(waitsForPerson).length}
          />
          {error ? (
            <ErrorNotice
              error={error}
              onRetry={() => {
                void runs.refetch();
                void settled.refetch();
              }}
            />
          ) : null}
          {runs.isPending ? <ListSkeleton /> : null}
          {runs.data && events.length === 0 ? <NothingYet /> : null}
          <Days events={events} since={since} />
          <MorePages query={runs} words="Earlier" />
        </div>
      </Scroll>
    </Page>
  );
}

function useEvents() {
  const runs = useInfiniteQuery(runsQuery);
  const settled = useInfiniteQuery(recentApprovalsQuery);
  const { data: open = NONE } = useQuery(openApprovalsQuery);
  const items = itemsOf(runs.data);
  const approvals = [...itemsOf(settled.data), ...open];
  useCatchUp(settled, items.at(-1)?.startedAt);
  return { runs, settled, open, events: eventsOf(items, approvals, runs.hasNextPage === false) };
}

const NONE: readonly ApprovalRow[] = [];

function NothingYet() {
  return (
    <Empty
      title="Nothing has happened yet"
      action={
        <Link to="/conversations/new" className="link">
          Ask Steward something
        </Link>
      }
    >
      Everything Steward does will appear here, with what it cost.
    </Empty>
  );
}

function Days({ events, since }: { events: readonly ActivityEvent[]; since: string | null }) {
  const zone = useZone();
  const now = useNow();
  const titles = useConversations(events);
  return groupEvents(events, zone).map((day) => (
    <section key={day.day} aria-label={dayName(day.at, now, zone)} className="flex flex-col gap-2">
      <h2 className="px-1 text-xs font-medium text-kumo-subtle">{dayName(day.at, now, zone)}</h2>
      {day.conversations.map((group) => (
        <Group
          key={group.conversationId}
          group={group}
          conversation={titles.get(group.conversationId)}
          since={since}
        />
      ))}
    </section>
  ));
}

/** Approvals are loaded as far back as the runs are. */
function useCatchUp(
  settled: {
    readonly data:
      | { readonly pages: readonly { readonly items: readonly { readonly createdAt: string }[] }[] }
      | undefined;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  },
  oldestRun: string | undefined,
): void {
  const oldest = settled.data?.pages.at(-1)?.items.at(-1)?.createdAt;
  const behind = oldest !== undefined && oldestRun !== undefined && oldest > oldestRun;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = settled;
  useEffect(() => {
    if (behind && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [behind, hasNextPage, isFetchingNextPage, fetchNextPage]);
}

/** The conversations of the events: from the list that is loaded anyway, the rest one by one. */
function useConversations(events: readonly ActivityEvent[]): ReadonlyMap<string, Conversation> {
  const list = useInfiniteQuery(conversationsQuery(""));
  const known = new Map(itemsOf(list.data).map((one) => [one.id, one]));
  const missing = list.isPending
    ? []
    : [...new Set(events.map((event) => event.conversationId))].filter(
        (id) => !known.has(id) && ownJob(id) === null,
      );
  const asked = useQueries({
    queries: missing.slice(0, MAX_ASKED).map((id) => ({
      queryKey: ["conversation", id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(conversationEndpoints.get, { signal, params: { id } }),
    })),
  });
  for (const { data } of asked) if (data) known.set(data.id, data);
  return known;
}

/** A summary since the last visit; on the first visit, of everything. */
function Away({ words, since, waiting }: { words: string | null; since: string | null; waiting: number }) {
  if (words === null && waiting === 0) return null;
  return (
    <Notice
      title={
        since === null ? (
          "So far"
        ) : words === null ? undefined : (
          <>
            While you were away (since <Time at={since} />)
          </>
        )
      }
      actions={
        waiting > 0 ? (
          <Link to="/approvals" className="touch inline-flex items-center link">
            {count(waiting, "approval")} {waiting === 1 ? "needs" : "need"} you
          </Link>
        ) : null
      }
    >
      {words ?? "Nothing new since your last visit."}
    </Notice>
  );
}

function Group({
  group,
  conversation,
  since,
}: {
  group: ConversationGroup;
  conversation: Conversation | undefined;
  since: string | null;
}) {
  const title =
    clipped(conversation?.title ?? "", 200) || ownJob(group.conversationId)?.words || "Conversation";
  return (
    <section aria-label={title} className="sheet overflow-hidden">
      <h3 className="flex items-baseline gap-2 border-b border-kumo-hairline px-4 py-2">
        <ConversationLink
          id={group.conversationId}
          className="touch inline-flex min-w-0 flex-1 items-center font-medium hover:underline"
        >
          <span className="truncate">{title}</span>
        </ConversationLink>
        {conversation ? <SourceMark source={conversation.source} /> : null}
      </h3>
      <ul>
        {group.events.map((event) => (
          <EventRow
            key={`${event.kind} ${event.id}`}
            event={event}
            isNew={since !== null && event.at > since}
          />
        ))}
      </ul>
    </section>
  );
}

const ROW =
  "touch flex flex-wrap items-baseline gap-x-3 px-4 py-2 hover:bg-kumo-tint focus-visible:-outline-offset-2";

function EventRow({ event, isNew }: { event: ActivityEvent; isNew: boolean }) {
  const sentence = (
    <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
      {isNew ? (
        <span className="mr-1.5 rounded-full bg-kumo-info-tint px-1.5 py-px text-xs text-kumo-default ring ring-kumo-info/40">
          new
        </span>
      ) : null}
      {event.kind === "run" ? runSentence(event.run, event.drafts) : approvalSentence(event.approval)}
    </span>
  );
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      {event.kind === "run" ? (
        <Link to="/activity/$id" params={{ id: event.id }} className={ROW}>
          {sentence}
          <RunFigures event={event} />
        </Link>
      ) : (
        <Link to="/approvals/$id" params={{ id: event.id }} className={ROW}>
          {sentence}
          <span className="text-xs text-kumo-subtle">
            <Time at={event.at} as="clock" />
          </span>
        </Link>
      )}
    </li>
  );
}

function RunFigures({ event: { run } }: { event: Extract<ActivityEvent, { kind: "run" }> }) {
  const took = run.finishedAt ? duration(Date.parse(run.finishedAt) - Date.parse(run.startedAt)) : null;
  return (
    <span className="text-xs text-kumo-subtle">
      <Time at={run.startedAt} as="clock" />
      {took ? ` · ${took}` : ""} · {money(run.costUsd)}
    </span>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(runsQuery);
  void client.prefetchInfiniteQuery(recentApprovalsQuery);
}
