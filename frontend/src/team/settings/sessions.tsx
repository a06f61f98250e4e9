import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { announceSessionOver, call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { sessionsQuery } from "../../api/queries.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

type Listed = z.output<typeof teamEndpoints.sessions.output>;
type Session = Listed["items"][number];

export default function SessionSettings() {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const ending = useMutation({
    mutationFn: ({ id }: Session) => call(teamEndpoints.revokeSession, { params: { id } }),
    ...optimistic(client, sessionsQuery.queryKey, (listed: Listed, { id, current }: Session) => ({
      ...listed,
      items: current ? listed.items : listed.items.filter((one) => one.id !== id),
    })),
    onSuccess: (_answer, { current }) => (current ? announceSessionOver() : undefined),
  });
  return (
    <Section title="Sessions" lead="Where you’re signed in. Ending a session closes its pages right away.">
      {data === undefined ? (
        <NotLoaded query={query} rows={2} />
      ) : (
        <Rows>
          {data.items.map((session) => (
            <RowItem key={session.id}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{session.device || "Browser"}</span>
                {session.current ? " (this one)" : ""}
                <span className="block text-xs text-kumo-subtle">
                  {session.userName} · signed in <Time at={session.createdAt} /> · last seen{" "}
                  <Time at={session.lastSeenAt} /> · expires <Time at={session.expiresAt} as="upcoming" />
                </span>
              </span>
              <Button
                size="sm"
                className="touch"
                aria-label={`End the session on ${session.device}`}
                onClick={() => ending.mutate(session)}
              >
                {session.current ? "Sign out" : "End session"}
              </Button>
            </RowItem>
          ))}
        </Rows>
      )}
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(sessionsQuery);
}
