/** The whole deployment, for the people who run it: how late work is, and what keeps failing. It shows no team's contents. */
import { useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { operatorEndpoints, TEAM_DAY_USD } from "../../../../src/team/api/operator.ts";
import {
  type FailingMail,
  type FailingWork,
  type Waiting,
} from "../../../../src/platform/api/work-status.ts";
import { type ClockJob } from "../../../../src/agent/api/schedules.ts";
import { call } from "../../api/call.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Column, Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { count, duration, money } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const statusQuery = queryOptions({
  queryKey: ["operator"],
  queryFn: ({ signal }) => call(operatorEndpoints.status, { signal }),
  refetchInterval: 15_000,
});

const healthQuery = queryOptions({
  queryKey: ["operator", "health"],
  queryFn: ({ signal }) => call(operatorEndpoints.health, { signal }),
});

export default function OperatorPage() {
  const query = useQuery(statusQuery);
  const { data } = query;
  return (
    <Page title="Deployment">
      <Column>
        {data === undefined ? (
          <NotLoaded query={query} />
        ) : (
          <>
            <Section title="Failing work" lead="Retried automatically, at growing intervals.">
              {data.work.length + data.mail.length === 0 ? <p role="status">Nothing is failing.</p> : null}
              {data.work.length > 0 ? (
                <Rows>
                  {data.work.map((work) => (
                    <WorkRow key={`${work.tenantId} ${work.kind}`} work={work} />
                  ))}
                </Rows>
              ) : null}
            </Section>
            {data.mail.length > 0 ? (
              <Section title="E-mails that can’t be read" lead="They’re still in their mailboxes.">
                <Rows>
                  {data.mail.map((mail) => (
                    <MailRow key={`${mail.tenantId} ${mail.mailbox} ${mail.id}`} mail={mail} />
                  ))}
                </Rows>
              </Section>
            ) : null}
            <Section title="Waiting" lead={`The oldest due item of any team. Version ${data.version}.`}>
              <Rows>
                {data.waiting.map((waiting) => (
                  <WaitingRow
                    key={waiting.name}
                    waiting={waiting}
                    job={data.clockJobs.find(({ name }) => name === waiting.name)}
                  />
                ))}
              </Rows>
            </Section>
            <Health />
            <Section title="Cost" lead="What Cloudflare charges for computing, records, and storage.">
              <p>
                A team of five costs about {money(TEAM_DAY_USD)} on a usual day. Its models cost extra: each
                team sees that in Settings → Usage.
              </p>
            </Section>
          </>
        )}
      </Column>
    </Page>
  );
}

function Health() {
  const query = useQuery(healthQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={2} />;
  const { runs, failed, errorRate, sessions } = data;
  return (
    <Section
      title="Health"
      lead="All teams together: agents yesterday and today, counted each hour, and chats of the last 60 days."
    >
      <Rows>
        <RowItem>
          <p className="min-w-0 flex-1 basis-48">Error rate of agents</p>
          <p className="text-kumo-subtle">
            {errorRate === null
              ? "No runs yet"
              : `${(errorRate * 100).toFixed(1)} % (${failed.toLocaleString("en-US")} of ${count(runs, "run")})`}
          </p>
        </RowItem>
        <RowItem>
          <p className="min-w-0 flex-1 basis-48">Chats</p>
          <p className="text-kumo-subtle">
            {count(sessions.active, "active chat")}
            {sessions.turnsEach === null ? "" : `, ${sessions.turnsEach.toFixed(1)} turns each`} ·{" "}
            {sessions.open.toLocaleString("en-US")} open, {sessions.closed.toLocaleString("en-US")} closed,{" "}
            {sessions.expired.toLocaleString("en-US")} expired
          </p>
        </RowItem>
      </Rows>
    </Section>
  );
}

function WaitingRow({ waiting, job }: { waiting: Waiting; job: ClockJob | undefined }) {
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">{waiting.title}</p>
        <p className="text-xs text-kumo-subtle">
          {job === undefined || job.lastSeenAt === null ? (
            "Hasn’t run yet"
          ) : (
            <>
              Last run <Time at={job.lastSeenAt} />
            </>
          )}
        </p>
      </div>
      <p className={waiting.late ? "font-semibold text-kumo-danger" : "text-kumo-subtle"}>
        {waiting.seconds === null
          ? "Nothing waiting"
          : `${waiting.late ? "Behind by " : ""}${duration(waiting.seconds * 1000)}`}
      </p>
    </RowItem>
  );
}

function WorkRow({ work }: { work: FailingWork }) {
  const { mutate, isPending } = useChange(() =>
    call(operatorEndpoints.retryWork, { body: { tenantId: work.tenantId, kind: work.kind } }),
  );
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-medium">{work.title}</p>
        <p className="text-xs text-kumo-subtle">
          {work.tenantName} ({work.tenantId}) · Failed {count(work.failures, "time")} ({work.problem}) · Next
          try <Time at={work.nextTryAt} as="upcoming" />
        </p>
      </div>
      <Button
        size="sm"
        className="touch"
        loading={isPending}
        aria-label={`Try now: ${work.title}, ${work.tenantName}`}
        onClick={() => mutate()}
      >
        Try now
      </Button>
    </RowItem>
  );
}

function MailRow({ mail }: { mail: FailingMail }) {
  const [asking, setAsking] = useState(false);
  const { tenantId, mailbox, id } = mail;
  const body = { tenantId, mailbox, id };
  const retrying = useChange(() => call(operatorEndpoints.retryMail, { body }));
  const dropping = useChange(() => call(operatorEndpoints.dropMail, { body }));
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-medium">{mailbox}</p>
        <p className="text-xs text-kumo-subtle">
          {mail.tenantName} ({tenantId}) · E-mail {id} · Tried {count(mail.attempts, "time")} · Next try{" "}
          <Time at={mail.nextTryAt} as="upcoming" />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          className="touch"
          loading={retrying.isPending}
          aria-label={`Try now: e-mail ${id}`}
          onClick={() => retrying.mutate()}
        >
          Try now
        </Button>
        <Button
          size="sm"
          className="touch"
          aria-label={`Give up: e-mail ${id}`}
          onClick={() => setAsking(true)}
        >
          Give up
        </Button>
      </div>
      <Confirm
        open={asking}
        title="Give up this e-mail?"
        act="Give up"
        busy={dropping.isPending}
        onConfirm={() => dropping.mutate(undefined, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        Steward won’t try to read it again. It stays in the mailbox, and the team’s audit log says so.
      </Confirm>
    </RowItem>
  );
}

function useChange(change: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
  });
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(statusQuery);
}
