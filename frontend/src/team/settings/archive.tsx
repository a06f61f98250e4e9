/** The team's archive by month, each month of a kind a file to download. */
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { LinkButton } from "@cloudflare/kumo/components/button";
import {
  archiveAddress,
  archiveEndpoints,
  type ArchiveKind,
  type ArchiveMonth,
} from "../../../../src/team/api/retention.ts";
import { call } from "../../api/call.ts";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { count } from "../../components/words.ts";
import { sizeWords } from "../../workspace/paths.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { monthWords } from "./usage-figures.ts";

const KINDS = {
  audit: { name: "Audit log", one: "entry", many: "entries" },
  runs: { name: "Runs with their steps", one: "run", many: "runs" },
  events: { name: "Working notes", one: "note", many: "notes" },
} as const satisfies Readonly<Record<ArchiveKind, unknown>>;

const archiveQuery = infiniteQueryOptions({
  queryKey: ["archive"],
  queryFn: ({ pageParam, signal }) => call(archiveEndpoints.list, { signal, query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export function Archive() {
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(archiveQuery);
  const items = (data?.pages ?? []).flatMap((page) => page.items);
  return (
    <Section
      title="Your archive"
      lead="Only admins see this. Each file has one entry per line, as JSON, compressed."
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={2} /> : null}
      {data && items.length === 0 ? <p className="text-kumo-subtle">Nothing is archived yet.</p> : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((item) => (
            <Month key={`${item.month} ${item.kind}`} item={item} />
          ))}
        </Rows>
      ) : null}
      <MorePages query={pages} words="Earlier" />
    </Section>
  );
}

function Month({ item }: { item: ArchiveMonth }) {
  const { name, one, many } = KINDS[item.kind];
  const month = monthWords(item.month);
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-48">
        <p>{month}</p>
        <p className="text-xs text-kumo-subtle">
          {name} · {count(item.lines, one, many)} · {sizeWords(item.sizeBytes)}
        </p>
      </div>
      <LinkButton
        variant="secondary"
        className="touch"
        href={archiveAddress(item)}
        download
        aria-label={`Download ${name.toLowerCase()}, ${month}`}
      >
        Download
      </LinkButton>
    </RowItem>
  );
}
