/** OAuth redirect target: exchanges the provider's proof for a session, then continues to the requested page. */
import { useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { meQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { rememberStranger } from "../../components/stranger.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { takeInvite } from "./invite.ts";
import { takeNewTeam } from "./new-team.ts";
import { ProviderLink } from "./provider-link.tsx";

const route = getRouteApi("/signed-in");

export function SignedInPage() {
  const { next } = route.useSearch();
  const client = useQueryClient();
  const navigate = useNavigate();
  const begun = useRef(false);
  usePageTitle("Signing in");
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      const [secret, team] = [takeInvite(), takeNewTeam()];
      if (secret !== null) {
        const { acceptInvite } = await import("./accept-invite.ts");
        return acceptInvite(secret);
      }
      return team === null
        ? call(teamEndpoints.createSession, {})
        : call(teamEndpoints.signUp, { body: team });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: (me) => {
      client.clear();
      client.setQueryData(meQuery.queryKey, me);
      return navigate({ href: next ?? "/today", replace: true });
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError) || failure.code !== "stranger") return;
      rememberStranger(failure);
      void navigate({
        to: failure.details["canStart"] === true ? "/new-team" : "/stranger",
        replace: true,
      });
    },
  });

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);

  return (
    <EntryFrame title={error === null ? "Signing you in…" : "We couldn’t sign you in."}>
      {error === null ? (
        <p role="status" className="text-kumo-subtle">
          One moment.
        </p>
      ) : (
        <>
          <ErrorNotice error={error} />
          <ProviderLink next={next} label="Sign in again" />
        </>
      )}
    </EntryFrame>
  );
}
