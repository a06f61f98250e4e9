/** A list of conversations with its search, and the open one beside it (or, on a phone, instead of it). */
import { useDeferredValue, useRef, useState, type ReactNode } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { conversationsQuery } from "../../api/queries.ts";
import { itemsOf } from "../../api/paged.ts";
import { TextBox } from "../../components/form.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { MorePages } from "../../components/paged-list.tsx";
import { Empty, PageHead, usePageTitle } from "../../components/page.tsx";
import { ConversationRow } from "./conversation-row.tsx";

interface ListProps {
  readonly title: string;
  /** Address of the list; what is open within it has a longer one. */
  readonly at: "/conversations";
  /** Comma-separated; all without them. */
  readonly sources: string | undefined;
  readonly actions?: ReactNode;
  /** Below the search. */
  readonly filters?: ReactNode;
  readonly empty: ReactNode;
  /** Beside the list on wide screens while nothing is open. */
  readonly beside: ReactNode;
}

export function ConversationsBeside(props: ListProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const open = path !== props.at && path !== `${props.at}/`;
  return (
    <>
      <section
        aria-label={props.title}
        className={`min-h-0 w-full flex-col border-r border-kumo-line bg-kumo-base lg:flex lg:w-92 lg:shrink-0 ${open ? "hidden" : "flex"}`}
      >
        {open ? null : <TitleSetter title={props.title} />}
        <ConversationList {...props} />
      </section>
      <section
        aria-label="Conversation"
        className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${open ? "flex" : "hidden"}`}
      >
        {open ? <Outlet /> : props.beside}
      </section>
    </>
  );
}

function TitleSetter({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

function ConversationList({ title, at, sources, actions, filters, empty }: ListProps) {
  const [search, setSearch] = useState("");
  const deferred = useDeferredValue(search.trim());
  const query = useInfiniteQuery(conversationsQuery(deferred, sources));
  const openId = useParams({ strict: false }).id;
  const list = useRef<HTMLUListElement>(null);
  const items = itemsOf(query.data)
    .filter((item) => !item.deletedAt)
    .sort((left, right) => right.lastMessageAt.localeCompare(left.lastMessageAt));
  return (
    <>
      <PageHead
        title={title}
        below={
          <div className="flex flex-col gap-2 px-3 pb-2.5">
            <TextBox
              type="search"
              aria-label={`Search ${title.toLowerCase()}`}
              placeholder={`Search ${title.toLowerCase()}`}
              data-search="conversations"
              value={search}
              maxLength={200}
              onChange={setSearch}
              onKeyDown={(event) => {
                if (event.key === "ArrowDown") list.current?.querySelector("a")?.focus();
              }}
              className="w-full"
            />
            {filters}
          </div>
        }
      >
        {actions}
      </PageHead>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {query.data === undefined ? (
          <NotLoaded query={query} inset />
        ) : items.length > 0 ? null : deferred === "" ? (
          empty
        ) : (
          <Empty title={`No results for “${deferred}”`}>
            We looked through titles, people, and the latest messages. Search looks through everything.
          </Empty>
        )}
        <ul ref={list}>
          {items.map((item) => (
            <ConversationRow key={item.id} conversation={item} at={at} open={item.id === openId} />
          ))}
        </ul>
        <MorePages query={query} words="Older conversations" wide />
      </div>
    </>
  );
}
