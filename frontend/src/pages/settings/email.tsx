/** E-mail: which mailboxes are watched, how often and for what, on whose behalf Steward acts, and how the checks stand. Admins change it. */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { mailEndpoints, type MailSettings, type MailState } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { mailQuery } from "../../api/mail-queries.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { toasts } from "../../components/toasts.ts";
import { Acting, Mailboxes } from "./email-mailboxes.tsx";
import { MailCheck } from "./email-check.tsx";
import { Choice, Sentence } from "./policy-inputs.tsx";
import { Rows, Section } from "./section.tsx";

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
  const client = useQueryClient();
  const admin = useMe().role === "admin";
  const [base, setBase] = useState({ settings, version: current.version });
  const [mine, setMine] = useState(settings);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const dirty = JSON.stringify(mine) !== JSON.stringify(base.settings);
  const overtaken = current.version !== base.version;
  const takeTheirs = (): void => {
    setBase({ settings, version: current.version });
    setMine(settings);
  };
  // Nothing of mine is at stake: simply show what is true now.
  if (overtaken && !dirty) takeTheirs();
  const good = Object.values(mine.checks).every(({ query }) => query.trim() !== "");

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const saved = await call(mailEndpoints.update, { body: { settings: mine, version: base.version } });
      client.setQueryData(mailQuery.queryKey, saved);
      if (saved.settings) {
        setBase({ settings: saved.settings, version: saved.version });
        setMine(saved.settings);
      }
      toasts.add({ variant: "success", title: "E-mail settings saved." });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await client.invalidateQueries(mailQuery);
      else setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {admin ? null : <Notice>Only admins of your team can change these. This is what holds.</Notice>}
      <fieldset disabled={!admin} className="flex min-w-0 flex-col gap-6">
        <Mailboxes connection={connection} settings={mine} onChange={setMine} />
        <Acting connection={connection} settings={mine} onChange={setMine} />
      </fieldset>
      <Section
        title="Checks"
        lead="What is unread and new is put before the agent, once. It drafts; nothing is sent without an approval."
      >
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
      {problem === null ? null : <ErrorNotice error={problem} />}
      {overtaken && dirty ? (
        <Notice
          tone="warning"
          live
          title="Somebody changed this while you were at it."
          actions={
            <>
              <Button
                size="sm"
                className="touch"
                onClick={() => setBase({ settings, version: current.version })}
              >
                Keep mine
              </Button>
              <Button size="sm" className="touch" onClick={takeTheirs}>
                Take theirs
              </Button>
            </>
          }
        >
          Nothing of yours is saved yet.
        </Notice>
      ) : null}
      {admin && dirty && !overtaken ? (
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 border-t border-kumo-line bg-kumo-base px-4 py-3">
          <p className="flex-1 text-sm text-kumo-subtle">
            {good ? "Changed, not saved." : "A check does not say what it looks for."}
          </p>
          <Button className="touch" onClick={() => setMine(base.settings)}>
            Discard
          </Button>
          <Button
            variant="primary"
            className="touch"
            disabled={!good}
            loading={busy}
            onClick={() => void save()}
          >
            Save e-mail settings
          </Button>
        </div>
      ) : null}
    </>
  );
}
