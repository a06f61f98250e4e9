/** People that were erased, each by its certificate. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { erasuresQuery } from "../erasure-queries.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

export function Erasures() {
  const query = useQuery(erasuresQuery);
  const { data } = query;
  return (
    <Section
      title="Erased people"
      lead="Only admins see this. To erase a person for good, open them under Contacts and choose “Erase for good”."
    >
      {data === undefined ? <NotLoaded query={query} rows={1} /> : null}
      {data?.length === 0 ? <p className="text-kumo-subtle">No one has been erased.</p> : null}
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
