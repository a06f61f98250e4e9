/** Starts a team: asks for its name and what it runs. The team is created after the sign-in at the provider, if that is still missing. */
import { useState, type FormEvent } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { Work } from "../../../../src/team/api/first-steps.ts";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { meQuery } from "../../api/queries.ts";
import { TextBox } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { usePageTitle } from "../../components/page.tsx";
import { PickWork } from "../../components/pick-work.tsx";
import { rememberStranger, strangerDomain } from "../../components/stranger.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { rememberNewTeam, type NewTeam } from "./new-team.ts";
import { addressOf, ProviderLink, signInQuery } from "./provider-link.tsx";

/** The first page of a new team. */
const FIRST_PAGE = "/start";

function useStart() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (team: NewTeam) => call(teamEndpoints.signUp, { body: team }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (me) => {
      client.clear();
      client.setQueryData(meQuery.queryKey, me);
      return navigate({ to: FIRST_PAGE, replace: true });
    },
    onError: async (failure, team) => {
      if (!(failure instanceof ApiError)) return;
      if (failure.code === "stranger") {
        rememberStranger(failure);
        await navigate({ to: "/stranger", replace: true });
      }
      if (failure.code !== "unauthenticated") return;
      const { url } = await client.fetchQuery(signInQuery);
      const address = addressOf(url, FIRST_PAGE);
      if (address === null) return;
      rememberNewTeam(team);
      window.location.assign(address);
    },
  });
}

export default function NewTeamPage() {
  usePageTitle("Start your team");
  const domain = strangerDomain();
  const [team, setTeam] = useState(domain === null ? "" : nameIn(domain));
  const [work, setWork] = useState<Work | null>(null);
  const { data } = useQuery(signInQuery);
  const starting = useStart();
  const { error } = starting;
  const isLeaving = error instanceof ApiError && ["unauthenticated", "stranger"].includes(error.code);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (work === null || team.trim() === "") return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    starting.mutate({ team: team.trim(), timeZone, work });
  }
  if (data?.signUp === false)
    return (
      <EntryFrame title="Teams are started by the people who run this Steward.">
        <Notice>Ask them for a team, or ask an admin of your own team for an invite link.</Notice>
        <ProviderLink label="Sign in with your work address" />
      </EntryFrame>
    );
  return (
    <EntryFrame title="Start your team on Steward">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextBox
          label="Company name"
          value={team}
          maxLength={80}
          autoComplete="organization"
          autoFocus
          onChange={setTeam}
          className="w-full"
        />
        <PickWork value={work} onChange={setWork} />
        {error === null || isLeaving ? null : <ErrorNotice error={error} />}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="touch w-full justify-center"
          loading={starting.isPending || isLeaving}
          disabled={work === null || team.trim() === ""}
        >
          Continue with your work address
        </Button>
        <p className="text-sm text-kumo-subtle">
          You’ll be the team’s admin. Colleagues at your domain can ask you to join; no one gets in without
          you. If your company has a team already, we’ll ask its admin to let you in.
        </p>
      </form>
    </EntryFrame>
  );
}

/** `brook-lane.com` as “Brook Lane”. */
function nameIn(domain: string): string {
  const [name = ""] = domain.split(".");
  return name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
