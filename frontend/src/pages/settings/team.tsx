import { useQuery } from "@tanstack/react-query";
import { teamQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "./section.tsx";

export function TeamSettings() {
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery(teamQuery);
  return (
    <Section
      title={me.tenant.name}
      lead="Everybody here sees every conversation and may decide every approval; the audit says who did."
    >
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={3} /> : null}
      {data ? (
        <Rows>
          {data.items.map((person) => (
            <RowItem key={person.id}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{person.name}</span>
                {person.id === me.user.id ? " (you)" : ""}
                <span className="block text-xs text-kumo-subtle">{person.email}</span>
              </span>
              <span className="text-sm">{person.role === "admin" ? "Admin" : "Member"}</span>
              <span className="w-28 text-right text-xs text-kumo-subtle">
                {person.lastSeenAt ? <Time at={person.lastSeenAt} /> : "never seen"}
              </span>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
