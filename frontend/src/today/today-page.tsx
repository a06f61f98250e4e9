/** Today: a composer on top, then what needs me, each thing once, and what happened while I was away. */
import { lazy, Suspense, useEffect, useRef, type ReactNode } from "react";
import { useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { accountQueryEndpoints } from "../../../src/accounts/api/account-query.ts";
import { DueList } from "../accounts/due-list.tsx";
import { awaySentence } from "../agent/activity/activity-events.ts";
import { useLastVisit } from "../agent/activity/use-last-visit.ts";
import { startConversation } from "../agent/conversation-client.ts";
import { Composer } from "../agent/conversation/composer.tsx";
import { ConversationRow } from "../agent/conversations/conversation-row.tsx";
import { call } from "../api/call.ts";
import { itemsOf } from "../api/paged.ts";
import { conversationsQuery, openApprovalsQuery, recentApprovalsQuery, runsQuery } from "../api/queries.ts";
import { useRowKeys } from "../components/keys/use-row-keys.ts";
import { ErrorNotice } from "../components/notice.tsx";
import { useNow } from "../components/now.ts";
import { PageHead, Scroll, usePageTitle } from "../components/page.tsx";
import { useMe, useWork, useZone } from "../components/session.tsx";
import { DemoBadge } from "../components/shell/demo-badge.tsx";
import { ListSkeleton } from "../components/skeleton.tsx";
import { useDecided } from "../components/undo/decided.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { dayKey } from "../components/words.ts";
import { WORK_WORDS } from "../components/work-words.ts";
import { threadsQuery } from "../messaging/text-queries.ts";
import { ThreadRow } from "../messaging/inbox/thread-row.tsx";
import type { TaskParams } from "../projects/project-params.ts";
import { myWorkQuery } from "../projects/project-queries.ts";
import { useTaskActs } from "../projects/use-task-acts.ts";
import { useTeam, useToday } from "../projects/use-team.ts";
import { WorkRow } from "../projects/work-row.tsx";
import { dateWords, greeting, needsOf, needsSentence, type Needs } from "./needs.ts";
import { PromiseRow } from "./promise-row.tsx";
import { RequestRow } from "./request-row.tsx";

const FirstSteps = lazy(whenReachable(() => import("./first-steps.tsx")));
const TaskSheet = lazy(whenReachable(() => import("../projects/task-sheet.tsx")));

/** Rows of a section; the rest is one link away. */
const SHOWN = 5;
const FOLLOW_UPS = 3;

const dueQuery = {
  queryKey: ["accounts", "due"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(accountQueryEndpoints.pending, { signal }),
  staleTime: 300_000,
};

export default function TodayPage() {
  const { task }: TaskParams = useSearch({ strict: false });
  usePageTitle("Today");
  return (
    <>
      <section
        aria-label="Today"
        className={`min-h-0 min-w-0 flex-1 flex-col ${task === undefined ? "flex" : "hidden xl:flex"}`}
      >
        <PageHead title="Today" />
        <Scroll>
          <Day openTask={task} />
        </Scroll>
      </section>
      {task === undefined ? null : (
        <Suspense fallback={null}>
          <TaskSheet key={task} id={task} />
        </Suspense>
      )}
    </>
  );
}

/** Everything the page is made of. */
function useNeeds() {
  const me = useMe();
  const [zone, now] = [useZone(), useNow()];
  const { underWay } = useDecided();
  const approvals = useQuery(openApprovalsQuery);
  const conversations = useInfiniteQuery(conversationsQuery(""));
  const threads = useInfiniteQuery(threadsQuery({ view: "open" }));
  const promised = useInfiniteQuery(threadsQuery({ view: "promised" }));
  const tasks = useInfiniteQuery(myWorkQuery(undefined));
  const queries = [approvals, conversations, threads, promised, tasks];
  const needs = needsOf({
    approvals: (approvals.data ?? []).filter(({ id }) => !underWay.includes(id)),
    conversations: itemsOf(conversations.data),
    threads: itemsOf(threads.data),
    promised: itemsOf(promised.data),
    tasks: itemsOf(tasks.data),
    myId: me.user.id,
    today: dayKey(new Date(now).toISOString(), zone),
  });
  return {
    needs,
    isLoading: queries.some(({ isPending }) => isPending),
    failed: queries.filter(({ error, data }) => error !== null && data === undefined),
  };
}

function Day({ openTask }: { openTask: string | undefined }) {
  const { needs, isLoading, failed } = useNeeds();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, composerBox);
  useEffect(() => {
    const onKey = (event: Event): void => {
      if ((event as CustomEvent<string>).detail !== "new_chat") return;
      event.preventDefault();
      composerBox()?.focus();
    };
    window.addEventListener("steward:key", onKey);
    return () => window.removeEventListener("steward:key", onKey);
  }, []);
  const sentence = needsSentence(needs);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-7 px-4 pt-6 pb-10 sm:px-6 lg:pt-9">
      <div className="flex flex-col gap-4">
        <Greeting>{isLoading ? "" : (sentence ?? "Nothing needs you right now.")}</Greeting>
        <Ask />
      </div>
      <Suspense>
        <FirstSteps />
      </Suspense>
      {failed[0] ? (
        <ErrorNotice error={failed[0].error} onRetry={() => failed.forEach((one) => void one.refetch())} />
      ) : null}
      {isLoading ? <ListSkeleton rows={5} /> : null}
      <div ref={list} className="flex flex-col gap-7">
        {isLoading ? null : <NeedsLists needs={needs} openTask={openTask} />}
        <FollowUps />
      </div>
      {sentence === null && !isLoading && failed.length === 0 ? <CaughtUp /> : null}
      <WhileAway />
    </div>
  );
}

function composerBox(): HTMLInputElement | null {
  return document.querySelector("[data-ask] textarea");
}

function Greeting({ children }: { children: string }) {
  const me = useMe();
  const [zone, now] = [useZone(), useNow()];
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm text-kumo-subtle">{dateWords(now, zone)}</p>
        <DemoBadge className="lg:hidden" />
      </div>
      <h2 className="text-2xl font-semibold tracking-tight text-balance">
        {greeting(now, zone)}, {me.user.name.split(" ")[0]}
      </h2>
      <p role="status" className="min-h-6 pt-1 text-base text-kumo-subtle">
        {children}
      </p>
    </div>
  );
}

function Ask() {
  const me = useMe();
  const navigate = useNavigate();
  return (
    <div data-ask className="-mx-3 sm:-mx-4">
      <Composer
        draftId="new"
        running={false}
        autoFocus={false}
        placeholder="Ask Steward, or tell it what to do"
        onSend={(text) => {
          const id = startConversation(me.user.id, text);
          void navigate({ to: "/conversations/$id", params: { id } });
        }}
      />
    </div>
  );
}

function Part({
  title,
  amount,
  more,
  children,
}: {
  title: string;
  amount: number;
  /** Leads to all of them. */
  more: ReactNode;
  children: ReactNode;
}) {
  if (amount === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <header className="flex items-baseline gap-2 px-1">
        <h3 className="font-semibold">{title}</h3>
        <span className="text-sm text-kumo-subtle tabular-nums">{amount}</span>
        <span className="ml-auto text-sm">{more}</span>
      </header>
      <ul className="sheet overflow-clip [&>li:last-child>a]:border-b-0">{children}</ul>
    </section>
  );
}

const MORE = "touch inline-flex items-center text-kumo-subtle hover:text-kumo-default hover:underline";

function NeedsLists({ needs, openTask }: { needs: Needs; openTask: string | undefined }) {
  const { requests, questions, promises, threads, tasks } = needs;
  const [acts, team, today] = [useTaskActs(), useTeam(), useToday()];
  const drafts = requests.reduce((sum, { approvals }) => sum + approvals.length, 0);
  return (
    <>
      <Part
        title="To approve"
        amount={drafts}
        more={
          <Link to="/approvals" className={MORE}>
            All approvals
          </Link>
        }
      >
        {requests.slice(0, SHOWN).map((request) => (
          <RequestRow key={request.turnId} request={request} />
        ))}
      </Part>
      <Part title="Steward asks" amount={questions.length} more={null}>
        {questions.map((one) => (
          <ConversationRow
            key={one.id}
            conversation={one}
            at={one.source === "email" ? "/emails" : "/conversations"}
            open={false}
          />
        ))}
      </Part>
      <Part
        title="Promised"
        amount={promises.length}
        more={
          <Link to="/texts" search={{ view: "promised" }} className={MORE}>
            All promises
          </Link>
        }
      >
        {promises.slice(0, SHOWN).map((thread) => (
          <PromiseRow key={`${thread.number} ${thread.line}`} thread={thread} />
        ))}
      </Part>
      <Part
        title="Waiting for an answer"
        amount={threads.length}
        more={
          <Link to="/texts" className={MORE}>
            Inbox
          </Link>
        }
      >
        {threads.slice(0, SHOWN).map(({ thread, urgent }) => (
          <ThreadRow
            key={`${thread.number} ${thread.line}`}
            thread={thread}
            isOpen={false}
            assignee={null}
            drafts={0}
            line={null}
            urgent={urgent}
          />
        ))}
      </Part>
      <Part
        title="Due"
        amount={tasks.length}
        more={
          <Link to="/work" className={MORE}>
            My work
          </Link>
        }
      >
        {tasks.slice(0, SHOWN).map((task) => (
          <WorkRow
            key={task.id}
            task={task}
            isOpen={task.id === openTask}
            acts={acts}
            team={team}
            today={today}
          />
        ))}
      </Part>
    </>
  );
}

/** Accounts that have been quiet for too long. It comes after the rest and is missed by no one if it fails. */
function FollowUps() {
  const me = useMe();
  const navigate = useNavigate();
  const { data } = useQuery(dueQuery);
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-label="Follow-ups" className="flex flex-col gap-2">
      <header className="flex items-baseline gap-2 px-1">
        <h3 className="font-semibold">Follow up</h3>
        <span className="text-sm text-kumo-subtle tabular-nums">{data.total}</span>
        <Link
          to="/conversations/new"
          search={{ about: "our accounts" }}
          className={`ml-auto text-sm ${MORE}`}
        >
          Ask the accounts
        </Link>
      </header>
      <DueList
        due={{ ...data, accounts: data.accounts.slice(0, FOLLOW_UPS) }}
        onAsk={(words) => {
          const id = startConversation(me.user.id, words);
          void navigate({ to: "/conversations/$id", params: { id } });
        }}
      />
    </section>
  );
}

const IDEAS = ["Who hasn’t been answered yet?", "Remind me tomorrow at 9 to call the plumber"] as const;

function CaughtUp() {
  const [me, work] = [useMe(), useWork()];
  const navigate = useNavigate();
  return (
    <section aria-label="All caught up" className="flex flex-col items-center gap-3 py-6 text-center">
      <p className="text-base font-semibold">You’re all caught up</p>
      <p className="max-w-sm text-kumo-subtle">
        Drafts, questions, and messages that need you appear here. Until then, you could ask:
      </p>
      <ul className="flex flex-wrap justify-center gap-2">
        {[WORK_WORDS[work ?? "other"].idea, ...IDEAS].map((words) => (
          <li key={words}>
            <button
              type="button"
              className="touch rounded-full bg-kumo-control px-3 py-1.5 text-sm ring ring-kumo-line hover:bg-kumo-tint"
              onClick={() => {
                const id = startConversation(me.user.id, words);
                void navigate({ to: "/conversations/$id", params: { id } });
              }}
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WhileAway() {
  const since = useLastVisit("today");
  const runs = useInfiniteQuery(runsQuery);
  const settled = useInfiniteQuery(recentApprovalsQuery);
  const { data: open = [] } = useQuery(openApprovalsQuery);
  const words = awaySentence(itemsOf(runs.data), [...itemsOf(settled.data), ...open], since);
  if (words === null) return null;
  return (
    <section aria-label="While you were away" className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-1">
      <h3 className="font-semibold">{since === null ? "So far" : "While you were away"}</h3>
      <p className="min-w-0 flex-1 basis-56 text-kumo-subtle">{words}</p>
      <Link to="/activity" className={`text-sm ${MORE}`}>
        Activity
      </Link>
    </section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(openApprovalsQuery);
  void client.prefetchInfiniteQuery(conversationsQuery(""));
  void client.prefetchInfiniteQuery(threadsQuery({ view: "open" }));
  void client.prefetchInfiniteQuery(threadsQuery({ view: "promised" }));
  void client.prefetchInfiniteQuery(myWorkQuery(undefined));
}
