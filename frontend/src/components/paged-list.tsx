/** A list that loads page by page. */
import type { ReactNode } from "react";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "./not-loaded.tsx";
import { ErrorNotice } from "./notice.tsx";

/** The loaded rows and a button for the next page; before that a skeleton or the error; `empty` if there are none. */
export function PagedList<Item>({
  query,
  rows,
  empty,
  more,
  wide = false,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>;
  /** Rows of the skeleton. */
  rows?: number;
  empty: ReactNode;
  /** Label of the button that loads the next page. */
  more: string;
  /** The list spans its pane from edge to edge. */
  wide?: boolean;
  children: (items: readonly Item[]) => ReactNode;
}) {
  if (query.data === undefined)
    return <NotLoaded query={query} inset={wide} {...(rows === undefined ? {} : { rows })} />;
  const items = itemsOf(query.data);
  return (
    <>
      {items.length === 0 ? empty : children(items)}
      <MorePages query={query} words={more} wide={wide} />
    </>
  );
}

/** Loads the next page of a list. */
export function MorePages({
  query,
  words,
  wide = false,
}: {
  query: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage" | "error"
  >;
  words: string;
  wide?: boolean;
}) {
  if (!query.hasNextPage) return null;
  const button =
    query.isFetchNextPageError && !query.isFetchingNextPage ? (
      <ErrorNotice error={query.error} onRetry={() => void query.fetchNextPage()} />
    ) : (
      <Button
        className={`touch ${wide ? "w-full justify-center" : "self-center"}`}
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {words}
      </Button>
    );
  return wide ? <div className="p-3">{button}</div> : button;
}
