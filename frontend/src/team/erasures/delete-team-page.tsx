/** What deleting the team erases and what stays, with an export offered first. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { erasureEndpoints } from "../../../../src/team/api/erasure.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { openApprovalsQuery } from "../../api/queries.ts";
import { waitsForPerson } from "../../components/badge-counts.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Notice } from "../../components/notice.tsx";
import { Column, Page } from "../../components/page.tsx";
import { useIsAdmin, useMe } from "../../components/session.tsx";
import { NamedRows, Section } from "../../components/settings/section.tsx";
import { leaveDeletedTeam } from "../../components/sign-out.ts";
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
    "Steward removes its webhooks at your phone system and gives back its access to the services you signed in to.",
  ],
  ["Members", "Everyone is signed out at once, you too, and devices get no more notifications."],
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
  return (
    <Page title="Delete the team" back="/settings/kept">
      <Column>
        {isAdmin ? <Plan /> : <Notice tone="warning" title="Only an admin can delete the team." />}
      </Column>
    </Page>
  );
}

function Plan() {
  const { name } = useMe().tenant;
  const waiting = (useQuery(openApprovalsQuery).data ?? []).filter(waitsForPerson).length;
  const job = useMutation({
    mutationFn: (typed: string) => call(erasureEndpoints.team, { body: { name: typed } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: leaveDeletedTeam,
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
      <Section
        title={`Delete ${name}`}
        lead="This can’t be undone. It starts at once and takes a few minutes."
      >
        {waiting > 0 ? (
          <Notice tone="warning" title={`${count(waiting, "draft waits", "drafts wait")} for a decision`}>
            They’re erased with the team and never sent.
          </Notice>
        ) : null}
        <TypedConfirm
          name={name}
          act="Delete the team"
          job={job}
          cancel={
            <ButtonLink to="/settings/kept" className="touch">
              Cancel
            </ButtonLink>
          }
        />
      </Section>
    </>
  );
}
