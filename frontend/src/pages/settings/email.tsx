/** E-mail: which mailboxes are watched, how often and for what, on whose behalf Steward acts, and how the checks stand. Admins change it. */
import { useQuery } from "@tanstack/react-query";
import { mailEndpoints, type MailSettings, type MailState } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { mailQuery } from "../../api/mail-queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { AdminsOnly, DraftFoot } from "./draft-parts.tsx";
import { Acting, Mailboxes } from "./email-mailboxes.tsx";
import { MailCheck } from "./email-check.tsx";
import { MailProgress } from "./email-progress.tsx";
import { Choice, Sentence } from "./policy-inputs.tsx";
import { Rows, Section } from "./section.tsx";
import { useDraft } from "./use-draft.ts";

export function EmailSettings() {
  const { data, error, isPending, refetch } = useQuery(mailQuery);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <ListSkeleton />;
  if (data.connection === null || data.settings === null) {
    return (
      <Section title="E-mail">
        <Empty title="No e-mail is connected yet.">
          Whoever runs this deployment connects a Gmail with a service account. The README says how, step by
          step.
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
  const good = Object.values(mine.checks).every(({ query }) => query.trim() !== "");

  return (
    <>
      <AdminsOnly admin={admin} />
      <fieldset disabled={!admin} className="flex min-w-0 flex-col gap-6">
        <Mailboxes connection={connection} settings={mine} onChange={setMine} />
        <Acting connection={connection} settings={mine} onChange={setMine} />
      </fieldset>
      <Section
        title="Checks"
        lead="What is unread and new is put before the agent, once. It drafts; nothing is sent without an approval."
      >
        <MailProgress mailboxes={current.mailboxes} />
        {current.checks.map(({ name, schedule }) => (
          <MailCheck
            key={name}
            name={name}
            check={mine.checks[name]}
            schedule={schedule}
            admin={admin}
            onChange={(check) => setMine({ ...mine, checks: { ...mine.checks, [name]: check } })}
          />
        ))}
        <fieldset disabled={!admin} className="min-w-0">
          <Rows>
            <Sentence note="A label “Steward” in the mailbox. Steward itself never goes by it: what it has read stands in its own records.">
              E-mails Steward has read{" "}
              <Choice
                label="Label in Gmail"
                value={mine.markInGmail ? "yes" : "no"}
                options={[
                  ["no", "are left as they are in Gmail"],
                  ["yes", "are labelled in Gmail without asking"],
                ]}
                onChange={(value) => setMine({ ...mine, markInGmail: value === "yes" })}
              />
              .
            </Sentence>
          </Rows>
        </fieldset>
      </Section>
      <DraftFoot
        draft={draft}
        save="Save e-mail settings"
        lacks={good ? null : "A check does not say what it looks for."}
      />
    </>
  );
}
