/** The team's archive by month, each month of a kind a file to download. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { LinkButton } from "@cloudflare/kumo/components/button";
import {
  archiveAddress,
  archiveEndpoints,
  type ArchiveKind,
  type ArchiveMonth,
} from "../../../../src/team/api/retention.ts";
import { call } from "../../api/call.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { count } from "../../components/words.ts";
import { sizeWords } from "../../workspace/paths.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { monthWords } from "./usage-figures.ts";
import { pagedQuery } from "../../api/paged.ts";

const KINDS = {
  audit: { name: "Audit log", one: "entry", many: "entries" },
  runs: { name: "Runs with their steps", one: "run", many: "runs" },
  events: { name: "Internal change log", one: "change", many: "changes" },
} as const satisfies Readonly<Record<ArchiveKind, unknown>>;

const archiveQuery = pagedQuery(["archive"], ({ cursor, signal }) =>
  call(archiveEndpoints.list, { signal, query: { cursor } }),
);

export function Archive() {
  const query = useInfiniteQuery(archiveQuery);
  return (
    <Section
      title="Your archive"
      lead="Only admins see this. Each file has one entry per line, as JSON, compressed."
    >
      <PagedList
        query={query}
        rows={2}
        more="Earlier"
        empty={<p className="text-kumo-subtle">Nothing is archived yet.</p>}
      >
        {(items) => (
          <Rows>
            {items.map((item) => (
              <Month key={`${item.month} ${item.kind}`} item={item} />
            ))}
          </Rows>
        )}
      </PagedList>
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
