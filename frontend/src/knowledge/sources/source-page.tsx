/** A source's content, newest first. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { knowledgeEndpoints, type KnowledgeItem } from "../../../../src/knowledge/api/knowledge.ts";
import { call } from "../../api/call.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { Column, Empty, Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { SHELF_WORDS, sourcesQuery } from "./sources-query.ts";
import { pagedQuery } from "../../api/paged.ts";

const itemsQuery = (id: string) =>
  pagedQuery(["knowledge", "items", id], ({ cursor, signal }) =>
    call(knowledgeEndpoints.items, { params: { id }, signal, query: { cursor } }),
  );

export default function SourceItems() {
  const id = useParams({ strict: false }).id ?? "";
  const source = useQuery(sourcesQuery).data?.sources.find((one) => one.id === id);
  const title = source === undefined ? "Source" : `${source.service}: ${SHELF_WORDS[source.kind]}`;
  const many = source === undefined ? "Things" : SHELF_WORDS[source.kind];
  return (
    <Page title={title} back="/sources">
      <Column>
        <p className="max-lg:hidden">
          <Link to="/sources" className="link">
            All sources
          </Link>
        </p>
        <Section title={title} lead="What Steward has read, newest first.">
          <Items id={id} many={many} />
        </Section>
      </Column>
    </Page>
  );
}

function Items({ id, many }: { id: string; many: string }) {
  const query = useInfiniteQuery(itemsQuery(id));
  return (
    <PagedList
      query={query}
      more="Older"
      empty={<Empty title="Nothing read yet">{many} appear here as Steward reads them.</Empty>}
    >
      {(items) => (
        <Rows>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </Rows>
      )}
    </PagedList>
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
