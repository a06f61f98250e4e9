/** People that were erased, each by its certificate. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { erasuresQuery } from "../erasure-queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";

export function Erasures() {
  const { data, error, isPending, refetch } = useQuery(erasuresQuery);
  return (
    <Section
      title="Erased people"
      lead="Only admins see this. To erase somebody for good, open them under Contacts and choose “Erase for good”."
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={1} /> : null}
      {data?.length === 0 ? <p className="text-kumo-subtle">Nobody has been erased.</p> : null}
      {data && data.length > 0 ? (
        <Rows>
          {data.map(({ id, requestedBy, requestedAt, finishedAt }) => (
            <RowItem key={id}>
              <Link
                to="/erasures/$id"
                params={{ id }}
                className="touch min-w-0 flex-1 text-kumo-link hover:underline"
              >
                {finishedAt === null ? "Erasing…" : "Certificate"}
              </Link>
              <p className="text-kumo-subtle">
                {requestedBy}, <Time at={requestedAt} />
              </p>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
