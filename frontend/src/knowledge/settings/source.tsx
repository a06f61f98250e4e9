/** What a source holds, newest first. */
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { knowledgeEndpoints, type KnowledgeItem } from "../../../../src/knowledge/api/knowledge.ts";
import { call } from "../../api/call.ts";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { SHELF_WORDS, sourcesQuery } from "./sources-query.ts";

const itemsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["knowledge", "items", id],
    queryFn: ({ pageParam, signal }) =>
      call(knowledgeEndpoints.items, { params: { id }, signal, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export default function SourceItems() {
  const id = useParams({ strict: false }).id ?? "";
  const source = useQuery(sourcesQuery).data?.sources.find((one) => one.id === id);
  const title = source === undefined ? "Source" : `${source.service}: ${SHELF_WORDS[source.kind]}`;
  const many = source === undefined ? "Things" : SHELF_WORDS[source.kind];
  return (
    <>
      <p>
        <Link to="/settings/sources" className="text-kumo-link underline underline-offset-2">
          All sources
        </Link>
      </p>
      <Section title={title} lead="What Steward has read, newest first.">
        <Items id={id} many={many} />
      </Section>
    </>
  );
}

function Items({ id, many }: { id: string; many: string }) {
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(itemsQuery(id));
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <ListSkeleton />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <Empty title="Nothing is read yet">{many} show up here as they’re read.</Empty>;
  return (
    <>
      <Rows>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </Rows>
      <MorePages query={pages} words="Older" />
    </>
  );
}

function Item({ item: { id, title, at, note, summary } }: { item: KnowledgeItem }) {
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <Link to="/knowledge/$id" params={{ id }} className="font-medium hover:underline">
          <bdi>{title}</bdi>
        </Link>
        {summary === null ? null : (
          <p className="line-clamp-2 text-sm text-kumo-subtle">
            <bdi>{summary}</bdi>
          </p>
        )}
        {note === null ? null : <p className="text-sm text-kumo-subtle">{note}</p>}
      </div>
      <span className="text-xs text-kumo-subtle">
        <Time at={at} />
      </span>
    </RowItem>
  );
}
