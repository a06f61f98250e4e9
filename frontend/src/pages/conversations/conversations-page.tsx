/** The list of conversations, and the open one beside it (or, on a phone, instead of it). */
import { useDeferredValue, useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { conversationsQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { MagnifyingGlassIcon, PlusIcon } from "../../components/icons.ts";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { ConversationRow } from "./conversation-row.tsx";

export function ConversationsPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const open = path !== "/conversations" && path !== "/conversations/";
  return (
    <>
      <section
        aria-label="Conversations"
        className={`min-h-0 w-full flex-col border-r border-kumo-line bg-kumo-base lg:flex lg:w-84 lg:shrink-0 ${open ? "hidden" : "flex"}`}
      >
        <ConversationList visible={!open} />
      </section>
      <section
        aria-label="Conversation"
        className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${open ? "flex" : "hidden"}`}
      >
        <Outlet />
      </section>
    </>
  );
}

function ListTitle({ visible }: { visible: boolean }) {
  return visible ? <TitleSetter /> : null;
}

function TitleSetter() {
  usePageTitle("Conversations");
  return null;
}

function ConversationList({ visible }: { visible: boolean }) {
  const [search, setSearch] = useState("");
  const deferred = useDeferredValue(search.trim());
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(conversationsQuery(deferred));
  const openId = useParams({ strict: false }).id;
  const list = useRef<HTMLUListElement>(null);
  const items = (data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((item) => !item.deletedAt)
    .sort((left, right) => right.lastMessageAt.localeCompare(left.lastMessageAt));
  return (
    <>
      <ListTitle visible={visible} />
      <PageHead title={<h1 className="text-base font-semibold">Conversations</h1>}>
        <ButtonLink
          to="/conversations/new"
          variant="primary"
          className="touch"
          icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
        >
          New chat
        </ButtonLink>
      </PageHead>
      <div className="shrink-0 border-b border-kumo-hairline px-3 py-2">
        <label className="flex items-center gap-2 rounded-lg bg-kumo-control px-2.5 ring ring-kumo-line focus-within:outline-2 focus-within:outline-kumo-brand">
          <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0 text-kumo-subtle" />
          <span className="sr-only">Search conversations</span>
          <input
            type="search"
            data-search="conversations"
            value={search}
            maxLength={200}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "ArrowDown") list.current?.querySelector("a")?.focus();
            }}
            placeholder="Search"
            className="touch h-9 w-full bg-transparent text-base outline-none"
          />
        </label>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error ? (
          <div className="p-3">
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {isPending ? <ListSkeleton /> : null}
        {!isPending && !error && items.length === 0 ? <NothingListed search={deferred} /> : null}
        <ul ref={list}>
          {items.map((item) => (
            <ConversationRow key={item.id} conversation={item} open={item.id === openId} />
          ))}
        </ul>
        <MorePages query={pages} words="Older conversations" wide />
      </div>
    </>
  );
}

function NothingListed({ search }: { search: string }) {
  if (search)
    return (
      <Empty title={`Nothing found for “${search}”.`}>Titles, people and last messages were searched.</Empty>
    );
  return (
    <Empty
      title="No conversations yet."
      action={
        // On a wide screen the same button stands beside the list.
        <ButtonLink to="/conversations/new" variant="primary" className="lg:hidden">
          Ask Steward something
        </ButtonLink>
      }
    >
      What the team asks, and every text that Steward answers, will stand here.
    </Empty>
  );
}
