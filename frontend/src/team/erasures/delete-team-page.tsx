/** What deleting the team erases and what stays, with an export offered first. */
import { useEffect, useRef } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { erasureEndpoints } from "../../../../src/team/api/erasure.ts";
import type { Me } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { meQuery, openApprovalsQuery } from "../../api/queries.ts";
import { waitsForPerson } from "../../components/badge-counts.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Column, Page } from "../../components/page.tsx";
import { useIsAdmin, useMe } from "../../components/session.tsx";
import { NamedRows, Section } from "../../components/settings/section.tsx";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";
import { TypedConfirm } from "../../components/typed-confirm.tsx";
import { count } from "../../components/words.ts";
import { Export } from "../settings/export.tsx";

const GOES = [
  ["Texts, calls, e-mails, and contacts", "With their notes, photos, and attachments."],
  ["Conversations with Steward", "Everyone’s, including private ones."],
  ["Accounts, projects, and tasks", "With their history."],
  ["Files, memory, and skills", "In every version, deleted ones too."],
  [
    "What Steward may do and when",
    "Approvals, rules, schedules, agents, and app access. Nothing more goes out.",
  ],
  [
    "Connections",
    "Steward removes its webhooks at your phone system and ends its access to the services you signed in to.",
  ],
  ["Members", "Everyone is signed out, you too, and devices get no more notifications."],
  ["Audit log, usage, and archive", "All months."],
] as const;

const STAYS = [
  ["What was already sent", "Texts and e-mails are with the people who got them."],
  [
    "What your own services keep",
    "Quo, Google, Slack, and others hold your texts, e-mails, and files. Delete them there.",
  ],
  [
    "Earlier states of the database, for up to 30 days",
    "Cloudflare keeps them to restore from after a failure. They expire automatically.",
  ],
  ["Backups that the operator made", "Until the operator deletes them."],
  [
    "A certificate",
    "When the team was deleted and how many records of each kind it had. None of their words.",
  ],
] as const;

export default function DeleteTeamPage() {
  const isAdmin = useIsAdmin();
  const { deletion } = useMe();
  return (
    <Page title="Delete the team" back="/settings/kept">
      <Column>
        {deletion === null ? null : <Planned {...deletion} />}
        {isAdmin ? <Plan isPlanned={deletion !== null} /> : null}
        {isAdmin || deletion !== null ? null : (
          <Notice tone="warning" title="Only an admin can delete the team." />
        )}
      </Column>
    </Page>
  );
}

function Planned({ at, by }: NonNullable<Me["deletion"]>) {
  const client = useQueryClient();
  const isAdmin = useIsAdmin();
  const { isPending, error, mutate } = useMutation({
    mutationFn: () => call(erasureEndpoints.keepTeam, {}),
    meta: ERROR_SHOWN_HERE,
    onSuccess: () =>
      toasts.add({ variant: "success", title: "The team stays.", description: "Nothing was erased." }),
    onSettled: () => client.invalidateQueries(meQuery),
  });
  const top = useRef<HTMLDivElement>(null);
  // Planned at the end of the page, it's shown at its start.
  useEffect(() => {
    top.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={top} className="flex flex-col gap-3">
      {error ? <ErrorNotice error={error} /> : null}
      <Notice
        tone="warning"
        title={
          <>
            This team will be deleted <Time at={at} as="upcoming" />.
          </>
        }
        actions={
          isAdmin ? (
            <Button className="touch" loading={isPending} onClick={() => mutate()}>
              Keep the team
            </Button>
          ) : null
        }
      >
        {by} asked for it. Until then everything works
        {isAdmin ? " and you can still call it off." : ". Any admin can call it off."}
      </Notice>
    </div>
  );
}

function Plan({ isPlanned }: { isPlanned: boolean }) {
  const client = useQueryClient();
  const { name } = useMe().tenant;
  const waiting = (useQuery(openApprovalsQuery).data ?? []).filter(waitsForPerson).length;
  const job = useMutation({
    mutationFn: (typed: string) => call(erasureEndpoints.team, { body: { name: typed } }),
    meta: ERROR_SHOWN_HERE,
    onSettled: () => client.invalidateQueries(meQuery),
  });
  return (
    <>
      <Export />
      <Section title="What goes">
        <NamedRows items={GOES} />
      </Section>
      <Section title="What stays, and why">
        <NamedRows items={STAYS} />
      </Section>
      {isPlanned ? null : (
        <Section
          title={`Delete ${name}`}
          lead="It’s deleted in seven days, and everyone on the team gets a notification now. Until then everything works, and any admin can call it off. After that, it can’t be undone."
        >
          {waiting > 0 ? (
            <Notice tone="warning" title={`${count(waiting, "draft waits", "drafts wait")} for a decision`}>
              Those that still wait then are erased with the team and never sent.
            </Notice>
          ) : null}
          <TypedConfirm
            name={name}
            act="Delete in seven days"
            job={job}
            cancel={
              <ButtonLink to="/settings/kept" className="touch">
                Cancel
              </ButtonLink>
            }
          />
        </Section>
      )}
    </>
  );
}
