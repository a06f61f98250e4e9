import { useInfiniteQuery } from "@tanstack/react-query";
import { auditQuery } from "../../api/queries.ts";
import { MorePages } from "../../components/more-pages.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "./section.tsx";

export default function AuditSettings() {
  const { data, error, isPending, refetch, ...pages } = useInfiniteQuery(auditQuery);
  const items = (data?.pages ?? []).flatMap((page) => page.items);
  return (
    <Section title="Audit log" lead="Who decided and changed what.">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton /> : null}
      {data && items.length === 0 ? <p className="text-kumo-subtle">Nothing logged yet.</p> : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((row) => (
            <RowItem key={row.id}>
              <span className="min-w-0 flex-1 basis-44 wrap-anywhere">
                {clipped(row.sentence, 1000)}
                <span className="block text-xs text-kumo-subtle">{row.actor.name}</span>
              </span>
              <span className="text-xs text-kumo-subtle">
                <Time at={row.at} />
              </span>
            </RowItem>
          ))}
        </Rows>
      ) : null}
      <MorePages query={pages} words="Earlier" />
    </Section>
  );
}
