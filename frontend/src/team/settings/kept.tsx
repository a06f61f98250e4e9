/** How long the team's data is kept. The numbers are those the nightly clean-up uses. */
import { ARCHIVED_MONTHS, KEPT_DAYS } from "../../../../src/team/api/retention.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { count } from "../../components/words.ts";
import { Archive } from "./archive.tsx";
import { Export } from "./export.tsx";
import { Named, NamedRows, RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { erasuresQuery } from "../erasure-queries.ts";
import { Time } from "../../components/time.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const KEPT = [
  ["Texts, calls, and e-mails", "With their threads, assignments and internal notes."],
  ["Conversations", "Deleted ones are hidden, not erased."],
  ["Runs", "What Steward did, what came of it and what it cost. The steps of each run are archived."],
  ["Approvals", "Who decided what, with the exact words that were sent."],
  ["Files", "In every version. Contents that no version holds are set aside for a week, then deleted."],
] as const;

const ARCHIVED = [
  ["Audit log", "Who decided and changed what", ARCHIVED_MONTHS.audit],
  ["Steps of runs", "Every model call, tool and hook", ARCHIVED_MONTHS.runs],
  ["Internal change log", "What changed and when, by ID", ARCHIVED_MONTHS.events],
] as const;

const DELETED = [
  ["Notifications", "After they were sent", KEPT_DAYS.notifications],
  ["Finished schedules", "After their last run", KEPT_DAYS.doneSchedules],
  ["Deleted schedules", "After you deleted them", KEPT_DAYS.schedules],
  [
    "Deleted projects and tasks",
    "After you deleted them, with their comments and history",
    KEPT_DAYS.deletedRecords,
  ],
  ["Sessions", "After they ended", KEPT_DAYS.sessions],
  ["Approval links", "After they expired", KEPT_DAYS.tokens],
  ["Deliveries from your phone system", "As they came; the texts in them are kept", KEPT_DAYS.webhooks],
] as const;

export default function KeptSettings() {
  const isAdmin = useIsAdmin();
  return (
    <>
      {isAdmin ? <Export /> : null}
      <Section title="Kept" lead="As long as you have an account.">
        <NamedRows items={KEPT} />
      </Section>
      <Section
        title="Archived after a while"
        lead="Moved to your archive month by month and kept as long as you have an account. Every entry is sealed: if anything in the archive is changed or goes missing, a check finds it."
      >
        <Rows>
          {ARCHIVED.map(([what, note, months]) => (
            <RowItem key={what}>
              <Named what={what} note={note} />
              <p className="text-kumo-subtle">after {count(months, "month")}</p>
            </RowItem>
          ))}
        </Rows>
      </Section>
      {isAdmin ? <Archive /> : null}
      {isAdmin ? <Erasures /> : null}
      <Section title="Deleted after a while" lead="Every night, automatically.">
        <Rows>
          {DELETED.map(([what, note, days]) => (
            <RowItem key={what}>
              <Named what={what} note={note} />
              <p className="text-kumo-subtle">after {count(days, "day")}</p>
            </RowItem>
          ))}
        </Rows>
      </Section>
      {isAdmin ? (
        <Section
          title="Delete the team"
          lead="In seven days, erases everything above for good and signs everyone out."
        >
          <ButtonLink to="/delete-team" className="touch self-start">
            Delete the team…
          </ButtonLink>
        </Section>
      ) : null}
    </>
  );
}

/** People that were erased, each by its certificate. */
function Erasures() {
  const query = useQuery(erasuresQuery);
  const { data } = query;
  return (
    <Section
      title="Erased people"
      lead="Only admins see this. To erase a person for good, open them under Contacts and choose “Erase for good”."
    >
      {data === undefined ? <NotLoaded query={query} rows={1} /> : null}
      {data?.length === 0 ? <p className="text-kumo-subtle">No one has been erased.</p> : null}
      {data && data.length > 0 ? (
        <Rows>
          {data.map(({ id, requestedBy, requestedAt, finishedAt }) => (
            <RowItem key={id}>
              <Link
                to="/erasures/$id"
                params={{ id }}
                className="touch min-w-0 flex-1 text-kumo-link hover:underline"
              >
                {finishedAt === null ? "Erasing…" : "Certificate"}
              </Link>
              <p className="text-kumo-subtle">
                {requestedBy}, <Time at={requestedAt} />
              </p>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
