/** How long what a team has here is kept. The figures are those the nightly clean-up deletes by. */
import { KEPT_DAYS } from "../../../../src/protocol/index.ts";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "./section.tsx";

const KEPT = [
  ["Texts, calls and e-mails", "With their threads, assignments and internal notes."],
  ["Conversations", "Deleted ones are hidden, not erased."],
  ["What Steward did", "Every run with its steps, and what it cost."],
  ["Approvals and the audit log", "Who decided what, with the exact words that were sent."],
  ["Files", "In every version. Contents that no version holds are set aside for a week, then deleted."],
] as const;

const DELETED = [
  ["Notifications", "After they were sent", KEPT_DAYS.notifications],
  ["Finished schedules", "After their last run", KEPT_DAYS.doneSchedules],
  ["Deleted schedules", "After you deleted them", KEPT_DAYS.schedules],
  ["Sessions", "After they ended", KEPT_DAYS.sessions],
  ["Approval links", "After they expired", KEPT_DAYS.tokens],
  ["Deliveries from your phone system", "As they came; the texts in them are kept", KEPT_DAYS.webhooks],
  ["Working notes of lists and search", "What changed when, by ids", KEPT_DAYS.events],
] as const;

export default function KeptSettings() {
  return (
    <>
      <Section title="Kept" lead="For as long as your team is here.">
        <Rows>
          {KEPT.map(([what, note]) => (
            <RowItem key={what}>
              <Named what={what} note={note} />
            </RowItem>
          ))}
        </Rows>
      </Section>
      <Section title="Deleted after a while" lead="Every night, by itself.">
        <Rows>
          {DELETED.map(([what, note, days]) => (
            <RowItem key={what}>
              <Named what={what} note={note} />
              <p className="text-kumo-subtle">{count(days, "day")}</p>
            </RowItem>
          ))}
        </Rows>
      </Section>
    </>
  );
}

function Named({ what, note }: { what: string; note: string }) {
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p>{what}</p>
      <p className="text-xs text-kumo-subtle">{note}</p>
    </div>
  );
}
