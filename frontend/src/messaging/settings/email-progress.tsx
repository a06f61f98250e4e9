/** How far each watched mailbox has been read: what was found and not taken yet is counted, and what could not be read. */
import type { MailState } from "../../../../src/messaging/api/mail.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows } from "../../components/settings/section.tsx";

type Mailbox = MailState["mailboxes"][number];

export function MailProgress({ mailboxes }: { mailboxes: readonly Mailbox[] }) {
  if (mailboxes.length === 0) return null;
  return (
    <section aria-label="Progress" className="flex flex-col gap-2">
      <h3 className="font-medium">Progress</h3>
      <Rows>
        {mailboxes.map((mailbox) => (
          <RowItem key={mailbox.address}>
            <span>{mailbox.address}</span>
            <span className="text-kumo-subtle">
              <Progress mailbox={mailbox} />
            </span>
            <Failing mailbox={mailbox} />
            {mailbox.problem === null ? null : <span className="text-kumo-danger">{mailbox.problem}</span>}
          </RowItem>
        ))}
      </Rows>
    </section>
  );
}

function Progress({ mailbox: { waiting, isListing, readThrough } }: { mailbox: Mailbox }) {
  if (waiting > 0) return <>{count(waiting)} on the way</>;
  if (isListing) return <>Looking for new e-mails</>;
  if (readThrough === null) return <>Not checked yet</>;
  return (
    <>
      Up to date as of <Time at={readThrough} />
    </>
  );
}

function Failing({ mailbox: { failing, nextTryAt } }: { mailbox: Mailbox }) {
  if (failing === 0) return null;
  return (
    <span className="text-kumo-danger">
      {count(failing)} couldn’t be read; please look in Gmail.
      {nextTryAt === null ? null : (
        <>
          {" "}
          Next try <Time at={nextTryAt} as="upcoming" />.
        </>
      )}
    </span>
  );
}

function count(emails: number): string {
  return emails === 1 ? "1 e-mail" : `${emails} e-mails`;
}
