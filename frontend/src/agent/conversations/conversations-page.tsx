/** The list of conversations, and the open one beside it (or, on a phone, instead of it). */
import { lazy, Suspense, useDeferredValue, useRef, useState } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { conversationsQuery } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { TextBox } from "../../components/form.tsx";
import { NotePencilIcon } from "../../components/icons.ts";
import { MorePages } from "../../components/paged-list.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { DemoBadge } from "../../components/shell/demo-badge.tsx";
import { whenReachable } from "../../components/when-reachable.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { itemsOf } from "../../api/paged.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

const FirstSteps = lazy(whenReachable(() => import("./first-steps.tsx")));

export default function ConversationsPage() {
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
  const query = useInfiniteQuery(conversationsQuery(deferred));
  const openId = useParams({ strict: false }).id;
  const list = useRef<HTMLUListElement>(null);
  const items = itemsOf(query.data)
    .filter((item) => !item.deletedAt)
    .sort((left, right) => right.lastMessageAt.localeCompare(left.lastMessageAt));
  return (
    <>
      <ListTitle visible={visible} />
      <PageHead
        title="Conversations"
        below={
          <div className="px-3 pb-3">
            <TextBox
              type="search"
              aria-label="Search conversations"
              placeholder="Search conversations"
              data-search="conversations"
              value={search}
              maxLength={200}
              onChange={setSearch}
              onKeyDown={(event) => {
                if (event.key === "ArrowDown") list.current?.querySelector("a")?.focus();
              }}
              className="w-full"
            />
          </div>
        }
      >
        {/* On a wide screen the rail has both. */}
        <DemoBadge className="lg:hidden" />
        <ButtonLink
          to="/conversations/new"
          variant="primary"
          shape="square"
          className="touch lg:hidden"
          aria-label="New chat"
          icon={<NotePencilIcon aria-hidden className="size-4.5" />}
        />
      </PageHead>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Suspense>
          <div className="lg:hidden">
            <FirstSteps />
          </div>
        </Suspense>
        {query.data === undefined ? (
          <NotLoaded query={query} inset />
        ) : items.length === 0 ? (
          <NothingListed search={deferred} />
        ) : null}
        <ul ref={list}>
          {items.map((item) => (
            <ConversationRow key={item.id} conversation={item} open={item.id === openId} />
          ))}
        </ul>
        <MorePages query={query} words="Older conversations" wide />
      </div>
    </>
  );
}

function NothingListed({ search }: { search: string }) {
  return search ? (
    <Empty title={`No results for “${search}”`}>
      We looked through titles, people, and the latest messages. Search looks through everything.
    </Empty>
  ) : (
    <Empty title="No conversations yet">
      Everything your team asks Steward, and every text it answers, will appear here.
    </Empty>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(conversationsQuery(""));
}
