/** E-mail settings: watched mailboxes, checks, the person Steward acts as, and progress. Editable by admins. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { mailEndpoints, type MailSettings, type MailState } from "../../../../src/messaging/api/mail.ts";
import { call } from "../../api/call.ts";
import { mailQuery } from "../mail-queries.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Choice, FormLock } from "../../components/form.tsx";
import { Empty } from "../../components/page.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { Acting, Colleagues, Mailboxes } from "./email-mailboxes.tsx";
import { MailCheck } from "./email-check.tsx";
import { Sentence } from "../../approvals/settings/policy-inputs.tsx";
import { Rows, Section, RowItem } from "../../components/settings/section.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Time } from "../../components/time.tsx";

export default function EmailSettings() {
  const query = useQuery(mailQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  if (data.connection === null || data.settings === null) {
    return (
      <Section title="E-mail">
        <Empty
          title="No e-mail connected yet"
          action={
            <ButtonLink
              to="/settings/connections"
              search={{ vendor: "google,microsoft" }}
              variant="primary"
              className="touch"
            >
              Connections
            </ButtonLink>
          }
        >
          An admin connects Gmail or Outlook. For a whole company’s Google mailboxes, your operator connects a
          service account.
        </Empty>
      </Section>
    );
  }
  return <Editor current={data} connection={data.connection} settings={data.settings} />;
}

function Editor({
  current,
  connection,
  settings,
}: {
  current: MailState;
  connection: NonNullable<MailState["connection"]>;
  settings: MailSettings;
}) {
  const draft = useDraft({
    current,
    valueOf: (state: MailState) => state.settings ?? settings,
    queryKey: mailQuery.queryKey,
    put: (changed, version) => call(mailEndpoints.update, { body: { settings: changed, version } }),
    saved: () => ({ title: "E-mail settings saved." }),
  });
  const { admin, mine, set: setMine } = draft;
  const { service } = connection;
  const good = Object.values(mine.checks).every(({ query }) => query.trim() !== "");

  return (
    <>
      <AdminsOnly admin={admin} />
      <FormLock locked={!admin}>
        <Mailboxes connection={connection} settings={mine} onChange={setMine} />
        <Acting connection={connection} settings={mine} onChange={setMine} />
        <Colleagues connection={connection} settings={mine} onChange={setMine} />
      </FormLock>
      <Section
        title="Checks"
        lead="Steward reads each new e-mail once. It drafts replies; nothing is sent without approval."
      >
        <MailProgress mailboxes={current.mailboxes} service={service} />
        {current.checks.map(({ name, schedule }) => (
          <MailCheck
            key={name}
            name={name}
            check={mine.checks[name]}
            schedule={schedule}
            service={service}
            admin={admin}
            onChange={(check) => setMine({ ...mine, checks: { ...mine.checks, [name]: check } })}
          />
        ))}
        <FormLock locked={!admin}>
          <Rows>
            <Sentence
              note={`Adds the ${service === "Gmail" ? "label" : "category"} “Steward” in ${service}. Steward keeps its own record of what it has read.`}
            >
              E-mails Steward has read{" "}
              <Choice
                label={`Label in ${service}`}
                value={mine.markInGmail ? "yes" : "no"}
                options={[
                  ["no", `are left unlabeled in ${service}`],
                  ["yes", `are labeled in ${service} without asking`],
                ]}
                onChange={(value) => setMine({ ...mine, markInGmail: value === "yes" })}
              />
              .
            </Sentence>
          </Rows>
        </FormLock>
      </Section>
      <DraftFoot
        draft={draft}
        save="Save e-mail settings"
        lacks={good ? null : "Each check needs a search."}
      />
    </>
  );
}

/** Progress of each mailbox: counts of mail found but not read yet, and of mail that can't be read. */
type Mailbox = MailState["mailboxes"][number];

function MailProgress({ mailboxes, service }: { mailboxes: readonly Mailbox[]; service: string }) {
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
            <Failing mailbox={mailbox} service={service} />
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

function Failing({ mailbox: { failing, nextTryAt }, service }: { mailbox: Mailbox; service: string }) {
  if (failing === 0) return null;
  return (
    <span className="text-kumo-danger">
      {count(failing)} couldn’t be read; please look in {service}.
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

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(mailQuery);
}
