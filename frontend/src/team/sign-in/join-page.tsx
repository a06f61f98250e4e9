/** The invite page: who invites the user to what, with a sign-in button. */
import { useEffect } from "react";
import { useQuery } from "@tanstack/react-query";
import { inviteEndpoints } from "../../../../src/team/api/invites.ts";
import { call } from "../../api/call.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { ApiError } from "../../api/api-error.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { rememberInvite, secretIn } from "./invite.ts";
import { ProviderLink } from "./provider-link.tsx";

export default function JoinPage() {
  usePageTitle("Join a team");
  const secret = secretIn(window.location.hash);
  const { data, error, refetch } = useQuery({
    queryKey: ["invite", secret],
    queryFn: ({ signal }) => call(inviteEndpoints.previewInvite, { signal, body: { secret: secret ?? "" } }),
    enabled: secret !== null,
    retry: false,
  });
  useEffect(() => {
    if (data !== undefined && secret !== null) rememberInvite(secret);
  }, [data, secret]);
  if (secret === null || (error instanceof ApiError && error.code === "not_found")) return <Over />;
  if (error)
    return (
      <EntryFrame title="We couldn’t open your invite.">
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </EntryFrame>
    );
  if (!data)
    return (
      <EntryFrame title="Opening your invite…">
        <Bar className="h-10 w-full" />
      </EntryFrame>
    );
  return (
    <EntryFrame title={`Join ${data.team} on Steward`}>
      <p className="text-kumo-subtle">
        {data.invitedBy} invited you to join as {data.role === "admin" ? "an admin" : "a member"}. Sign in
        with {data.email ?? "the address you use at work"}; the link works once.
      </p>
      <ProviderLink label="Sign in and join" />
    </EntryFrame>
  );
}

function Over() {
  return (
    <EntryFrame title="This invite link doesn’t work anymore.">
      <Notice tone="warning">
        It was used, revoked, or has expired. Ask the person who sent it for a new one.
      </Notice>
      <ProviderLink label="Already on the team? Sign in" />
    </EntryFrame>
  );
}
