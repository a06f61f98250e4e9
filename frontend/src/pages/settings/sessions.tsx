import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { accountEndpoints } from "../../../../src/protocol/index.ts";
import { announceSessionOver, call } from "../../api/call.ts";
import { sessionsQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { toastError } from "../../components/toasts.ts";
import { RowItem, Rows, Section } from "./section.tsx";

export default function SessionSettings() {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<string | null>(null);

  async function revoke(id: string, current: boolean): Promise<void> {
    setEnding(id);
    try {
      await call(accountEndpoints.revokeSession, { params: { id } });
      if (current) announceSessionOver();
      else await client.invalidateQueries(sessionsQuery);
    } catch (failure) {
      toastError(failure);
    } finally {
      setEnding(null);
    }
  }

  return (
    <Section title="Sessions" lead="Where you are signed in. Ending one closes its pages at once.">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={2} /> : null}
      {data ? (
        <Rows>
          {data.items.map((session) => (
            <RowItem key={session.id}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{session.device || "A browser"}</span>
                {session.current ? " (this one)" : ""}
                <span className="block text-xs text-kumo-subtle">
                  {session.userName} · since <Time at={session.createdAt} /> · last seen{" "}
                  <Time at={session.lastSeenAt} /> · until <Time at={session.expiresAt} as="upcoming" />
                </span>
              </span>
              <Button
                size="sm"
                className="touch"
                loading={ending === session.id}
                aria-label={`End the session on ${session.device}`}
                onClick={() => void revoke(session.id, session.current)}
              >
                {session.current ? "Sign out here" : "End"}
              </Button>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
