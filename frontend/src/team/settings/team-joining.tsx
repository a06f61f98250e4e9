/** Whether people at the team's domain can join on their own, and pending requests. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { type JoinRequest } from "../../../../src/platform/api/members.ts";
import { type JoinByDomain } from "../../../../src/team/api/policy.ts";
import { call } from "../../api/call.ts";
import { policyQuery, teamQuery } from "../../api/queries.ts";
import { Choice } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";

export const joinRequestsQuery = queryOptions({
  queryKey: ["join-requests"],
  queryFn: ({ signal }) => call(teamEndpoints.joinRequests, { signal }),
});

const WAYS = [
  ["ask", "Ask an admin first"],
  ["open", "Join right away"],
  ["off", "Can’t join without an invite"],
] as const satisfies readonly (readonly [JoinByDomain, string])[];

const SAVED: Record<JoinByDomain, string> = {
  ask: "An admin decides who joins.",
  open: "People at your domain now join right away.",
  off: "People now need an invite to join.",
};

export function Joining() {
  const requests = useQuery(joinRequestsQuery);
  const policy = useQuery(policyQuery);
  const client = useQueryClient();
  const choosing = useMutation({
    mutationFn: async (joinByDomain: JoinByDomain) => {
      const { policy: mine, version } = await client.fetchQuery({ ...policyQuery, staleTime: 0 });
      return call(teamEndpoints.updatePolicy, { body: { policy: { ...mine, joinByDomain }, version } });
    },
    onSuccess: (answer, joinByDomain) => {
      client.setQueryData(policyQuery.queryKey, answer);
      toasts.add({ variant: "success", title: SAVED[joinByDomain] });
    },
  });
  const error = requests.error ?? policy.error;
  if (error) return <ErrorNotice error={error} onRetry={() => void requests.refetch()} />;
  if (!requests.data || !policy.data) return null;
  const { domains, items } = requests.data;
  if (domains.length === 0 && items.length === 0) return null;
  const chosen = choosing.isPending ? choosing.variables : policy.data.policy.joinByDomain;
  return (
    <Section
      title="Joining without an invite"
      lead={`What people with a verified address at ${domains.join(" or ")} can do. Someone you removed, or declined, needs an invite in any case.`}
    >
      <Rows>
        <RowItem>
          <span className="min-w-0 flex-1 basis-48">People at {domains.join(" or ")}</span>
          <Choice<JoinByDomain>
            label="What people at your domain can do"
            value={chosen}
            options={WAYS}
            onChange={(way) => choosing.mutate(way)}
          />
        </RowItem>
        {items.map((request) => (
          <Waiting key={request.id} request={request} />
        ))}
      </Rows>
    </Section>
  );
}

function Waiting({ request }: { request: JoinRequest }) {
  const client = useQueryClient();
  const deciding = useMutation({
    mutationFn: (decision: "approve" | "decline") =>
      call(teamEndpoints.decideJoinRequest, { params: { id: request.id }, body: { decision } }),
    onSuccess: (_done, decision) =>
      toasts.add({
        variant: "success",
        title: decision === "approve" ? `${request.name} is now a member.` : `${request.name} was declined.`,
      }),
    onSettled: () =>
      Promise.all(
        [joinRequestsQuery, teamQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  });
  const busy = deciding.isPending ? deciding.variables : null;
  return (
    <RowItem>
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <span className="font-medium">{request.name}</span> wants to join
        <span className="block text-xs text-kumo-subtle">
          {request.email} · asked <Time at={request.createdAt} />
        </span>
      </span>
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          className="touch"
          aria-label={`Approve ${request.name}`}
          loading={busy === "approve"}
          disabled={busy !== null}
          onClick={() => deciding.mutate("approve")}
        >
          Approve
        </Button>
        <Button
          size="sm"
          className="touch"
          aria-label={`Decline ${request.name}`}
          loading={busy === "decline"}
          disabled={busy !== null}
          onClick={() => deciding.mutate("decline")}
        >
          Decline
        </Button>
      </span>
    </RowItem>
  );
}
