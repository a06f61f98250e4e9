/** The team's inbox: its lists of texts, calls and e-mails, and the open thread beside them (or, on a phone, instead of them). */
import { useRef, useEffect, useEffectEvent, type RefObject } from "react";
import { useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  THREAD_VIEWS,
  type PhoneLine,
  type ThreadLine,
  type ThreadView,
} from "../../../../src/messaging/api/threads.ts";
import { openApprovalsQuery, teamQuery } from "../../api/queries.ts";
import { threadsQuery } from "../text-queries.ts";
import { Choice } from "../../components/form.tsx";
import { MorePages } from "../../components/paged-list.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { isDraftIn } from "../texts/drafts.ts";
import { SavedViews, useShownView } from "./saved-views.tsx";
import { CHANNELS, type inboxParams } from "./inbox-params.ts";
import {
  CHANNEL_WORDS,
  filterOf,
  VIEW_WORDS,
  type ThreadFilter,
  type ListParams,
  type ThreadPages,
} from "./thread-lists.ts";
import { ThreadRow } from "./thread-row.tsx";
import { itemsOf } from "../../api/paged.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { isTyping, singleKeysOn } from "../../components/keys/shortcuts.ts";

export default function InboxPage() {
  const { number, id } = useParams({ strict: false });
  const open = number !== undefined || id !== undefined;
  return (
    <>
      <section
        aria-label="Inbox"
        className={`min-h-0 w-full flex-col border-r border-kumo-line bg-kumo-base lg:flex lg:w-92 lg:shrink-0 ${open ? "hidden" : "flex"}`}
      >
        {open ? null : <TitleSetter />}
        <Inbox />
      </section>
      <section
        aria-label="Thread"
        className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${open ? "flex" : "hidden"}`}
      >
        <Outlet />
      </section>
    </>
  );
}

function TitleSetter() {
  usePageTitle("Inbox");
  return null;
}

function Inbox() {
  // Declared here: the router's own types give up on so many routes.
  const given: ReturnType<typeof inboxParams> = useSearch({ strict: false });
  const { view = "open", of } = given;
  const filter: ThreadFilter = filterOf(given);
  const query = useInfiniteQuery(threadsQuery(filter));
  const lines = query.data?.pages[0]?.lines ?? [];
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list);
  return (
    <>
      <PageHead title="Inbox" below={<Views filter={filter} lines={lines} />}>
        {view === "mine" ? <AssigneeChoice of={of} /> : null}
        <ChannelChoice lines={lines} filter={filter} />
      </PageHead>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ul ref={list} aria-label={VIEW_WORDS[view]}>
          <Rows items={itemsOf(query.data)} lines={lines} within={given} />
        </ul>
        <Under filter={filter} query={query} />
        <MorePages query={query} words="Older threads" wide />
      </div>
    </>
  );
}

/** Replaces the rows while loading, after an error, or if there are none. */
function Under({
  filter: { view, assignee },
  query,
}: {
  filter: ThreadFilter;
  query: {
    readonly data: Pick<ThreadPages, "pages"> | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
}) {
  const { data } = query;
  if (data?.pages.some((page) => page.items.length > 0)) return null;
  if (data && assignee !== undefined)
    return <Empty title="Nothing assigned to them">Threads they take or get assigned appear here.</Empty>;
  if (data) return <Nothing view={view} />;
  return <NotLoaded query={query} rows={8} inset />;
}

function Views({ filter, lines }: { filter: ThreadFilter; lines: readonly PhoneLine[] }) {
  const { view, line: on, channel } = filter;
  const isSaved = useShownView(filter) !== null;
  return (
    <nav aria-label="Lists" className="flex flex-wrap gap-0.5 px-2.5 pb-2">
      {THREAD_VIEWS.map((one) => (
        <Link
          key={one}
          to="/texts"
          search={{ view: one === "open" ? undefined : one, on, channel }}
          aria-current={one === view && !isSaved ? "true" : undefined}
          className={`touch inline-flex shrink-0 items-center rounded-full px-2 py-1 text-sm ${one === view && !isSaved ? "bg-kumo-info-tint font-medium text-kumo-link" : "text-kumo-subtle hover:bg-kumo-tint"}`}
        >
          {VIEW_WORDS[one]}
        </Link>
      ))}
      <SavedViews filter={filter} lines={lines} />
    </nav>
  );
}

const ME = "me";

/** The member whose assigned threads are listed. */
function AssigneeChoice({ of = ME }: { of: string | undefined }) {
  const me = useMe();
  const navigate = useNavigate();
  const { data: team } = useQuery(teamQuery);
  const others = (team?.items ?? []).filter(({ id }) => id !== me.user.id);
  return (
    <Choice
      label="Assigned to"
      value={of}
      options={[[ME, "You"], ...others.map(({ id, name }) => [id, name] as const)]}
      onChange={(picked) =>
        void navigate({
          to: ".",
          search: (before) => ({ ...before, of: picked === ME ? undefined : picked }),
        })
      }
    />
  );
}

const EVERY = "every";

/** Only one channel, or only one line or mailbox of ours. */
function ChannelChoice({ lines, filter }: { lines: readonly PhoneLine[]; filter: ThreadFilter }) {
  const navigate = useNavigate();
  const ours = lines.length > 1 ? lines : [];
  return (
    <Choice
      label="Channel"
      value={filter.line ?? filter.channel ?? EVERY}
      options={[
        [EVERY, "Everything"],
        ...CHANNELS.map((one) => [one, CHANNEL_WORDS[one]] as const),
        ...ours.map(({ number, label }) => [number, label] as const),
      ]}
      onChange={(picked) => {
        const channel = CHANNELS.find((one) => one === picked);
        const on = picked === EVERY || channel !== undefined ? undefined : picked;
        void navigate({ to: ".", search: (before) => ({ ...before, on, channel }) });
      }}
    />
  );
}

function Rows({
  items,
  lines,
  within,
}: {
  items: readonly ThreadLine[];
  lines: readonly PhoneLine[];
  within: ListParams;
}) {
  const me = useMe();
  const { data: team } = useQuery(teamQuery);
  const { data: approvals = [] } = useQuery(openApprovalsQuery);
  const { number, id } = useParams({ strict: false });
  const { line: openLine } = useSearch({ strict: false });
  const nameOf = (id: string | null): string | null => {
    if (id === null) return null;
    if (id === me.user.id) return "You";
    return team?.items.find((member) => member.id === id)?.name ?? null;
  };
  return items.map((thread) => (
    <ThreadRow
      key={`${thread.number} ${thread.line}`}
      thread={thread}
      isOpen={
        thread.channel === "email"
          ? thread.conversationId === id
          : thread.number === number && (openLine === undefined || openLine === thread.line)
      }
      assignee={nameOf(thread.assigneeId)}
      drafts={approvals.filter((one) => one.status === "pending" && isDraftIn(one, thread)).length}
      within={within}
      line={lines.length > 1 ? (lines.find((one) => one.number === thread.line)?.label ?? null) : null}
    />
  ));
}

function Nothing({ view }: { view: ThreadView }) {
  switch (view) {
    case "open":
      return (
        <Empty title="You’re all caught up">
          Texts, calls, and e-mails that need an answer will appear here.
        </Empty>
      );
    case "mine":
      return <Empty title="Nothing assigned to you">Threads someone assigns to you will appear here.</Empty>;
    case "unassigned":
      return <Empty title="Everything has an owner">Open threads no one has taken will appear here.</Empty>;
    case "promised":
      return (
        <Empty title="Nothing promised">
          When your team says that it will find out or get back to someone, the thread stays here until it
          has.
        </Empty>
      );
    case "snoozed":
      return <Empty title="Nothing snoozed">Snoozed threads come back at the time you pick.</Empty>;
    case "done":
      return <Empty title="Nothing done yet">A new message reopens a thread that’s done.</Empty>;
    case "all":
      return (
        <Empty title="Nothing here yet">
          Texts and calls to your lines and e-mails to the mailboxes on watch appear here. You can set up
          both, and import past texts, under Settings → Channels.
        </Empty>
      );
  }
}

/** Keys of the inbox's list: j and k open the next and the previous thread, or move through the list if none is open. */
const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = useEffectEvent((step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const open = rows.findIndex((row) => row.getAttribute("aria-current") === "page");
    const focused = rows.findIndex((row) => row === document.activeElement);
    const from = open < 0 ? focused : open;
    const next = from < 0 ? rows[0] : rows[from + step];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    if (open >= 0) next?.click();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const step = STEPS[event.key];
      if (step === undefined || isTyping(event.target)) return;
      const isArrow = event.key.length > 1;
      // Arrows scroll an open thread; single keys may be switched off.
      if (isArrow ? !list.current?.contains(document.activeElement) : !singleKeysOn()) return;
      event.preventDefault();
      move(step);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(threadsQuery({ view: "open" }));
  void client.prefetchQuery(teamQuery);
}
