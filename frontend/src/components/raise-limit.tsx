/** Raises the hourly tool-call limit: an admin doubles it, and paused conversations continue within two minutes. */
import { Button } from "@cloudflare/kumo/components/button";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { teamEndpoints } from "../../../src/team/api/team.ts";
import { call } from "../api/call.ts";
import { policyQuery } from "../api/queries.ts";
import { useIsAdmin } from "./session.tsx";

const HIGHEST = 100_000;

export default function RaiseLimit() {
  const client = useQueryClient();
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...policyQuery, enabled: isAdmin });
  const raising = useMutation({
    mutationFn: ({ toolCallsPerHour }: { toolCallsPerHour: number }) => {
      if (!data) throw new Error("The policy isn’t loaded yet.");
      const policy = { ...data.policy, toolCallsPerHour };
      return call(teamEndpoints.updatePolicy, { body: { policy, version: data.version } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: policyQuery.queryKey }),
  });
  if (!isAdmin || !data) return null;
  const raised = Math.min(HIGHEST, data.policy.toolCallsPerHour * 2);
  if (raising.isSuccess)
    return (
      <span role="status" className="text-sm text-kumo-subtle">
        Raised to {data.policy.toolCallsPerHour.toLocaleString("en-US")}. Paused conversations continue within
        two minutes.
      </span>
    );
  return (
    <Button
      size="sm"
      className="touch"
      disabled={raising.isPending || raised === data.policy.toolCallsPerHour}
      onClick={() => raising.mutate({ toolCallsPerHour: raised })}
    >
      {raising.isError
        ? "Couldn’t raise it; try again"
        : `Raise limit to ${raised.toLocaleString("en-US")} an hour`}
    </Button>
  );
}
