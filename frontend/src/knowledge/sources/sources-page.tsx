/** Connected services that are read and searchable: their progress and what blocks them. Admins add, pause and remove them; members can only look. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { knowledgeEndpoints, type KnowledgeSource } from "../../../../src/knowledge/api/knowledge.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Confirm } from "../../components/confirm.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Column, Empty, Page } from "../../components/page.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { AddSource } from "./add-source.tsx";
import { Section } from "../../components/settings/section.tsx";
import { SourceChoices } from "./source-choices.tsx";
import { SyncHistory } from "./sync-history.tsx";
import { SHELF_WORDS, sourcesQuery, THING_WORDS, withSource, type SourceMember } from "./sources-query.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { Meter } from "../../components/meter.tsx";

export default function SourcesPage() {
  return (
    <Page title="Sources">
      <Column gap="gap-8">
        <Sources />
        <SyncHistory />
      </Column>
    </Page>
  );
}

function Sources() {
  const query = useQuery(sourcesQuery);
  const { data } = query;
  const admin = useIsAdmin();
  const [adding, setAdding] = useState(false);
  if (data === undefined) return <NotLoaded query={query} />;
  const { sources, offers, members } = data;
  const [first, ...rest] = offers;
  return (
    <Section
      title="Sources"
      lead="What Steward reads in your connected accounts, so that search and answers find it. Each source shows who can find it. Steward changes nothing there."
    >
      {admin ? null : <Notice>Only admins can change sources.</Notice>}
      {sources.length === 0 ? (
        <Empty title="No sources yet">
          {offers.length === 0 ? (
            <>
              Connect Google, Microsoft 365, ClickUp, or Jira under{" "}
              <Link to="/settings/connections" className="link">
                Connections
              </Link>{" "}
              first.
            </>
          ) : (
            "Texts, calls, the inbox’s e-mails, files, and chats are already searchable. Add mailboxes, documents, calendars, or tasks."
          )}
        </Empty>
      ) : (
        <ul className="flex flex-col gap-3">
          {sources.map((source) => (
            <li key={source.id} className="sheet flex flex-col gap-3 p-4">
              <Source source={source} admin={admin} members={members} />
            </li>
          ))}
        </ul>
      )}
      {admin && first !== undefined ? (
        <div>
          <Button variant="primary" className="touch" onClick={() => setAdding(true)}>
            Add a source…
          </Button>
        </div>
      ) : null}
      {adding && first !== undefined ? (
        <AddSource offers={[first, ...rest]} members={members} onClose={() => setAdding(false)} />
      ) : null}
    </Section>
  );
}

function Source({
  source,
  admin,
  members,
}: {
  source: KnowledgeSource;
  admin: boolean;
  members: readonly SourceMember[];
}) {
  const { service, kind, person, windowDays, createdBy, problem, state, owner } = source;
  return (
    <>
      <div className="min-w-0 wrap-anywhere">
        <h3 className="font-semibold">
          {service}: {SHELF_WORDS[kind]}
        </h3>
        <p className="text-sm text-kumo-subtle">
          {person === "" ? "" : `As ${person} sees them. `}The last {count(windowDays, "day")}. Added by{" "}
          {createdBy}.
        </p>
        {admin ? null : (
          <p className="text-sm text-kumo-subtle">
            {owner === null ? "Everyone in your team can find it." : `Only ${owner.name} can find it.`}
          </p>
        )}
      </div>
      {problem === null ? null : <Notice tone="warning">{problem}</Notice>}
      <Progress source={source} />
      {admin && state !== "removing" ? <SourceChoices source={source} members={members} /> : null}
      {admin && state !== "removing" ? <Acts source={source} /> : null}
    </>
  );
}

function Progress({ source }: { source: KnowledgeSource }) {
  const { progress } = source;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p role="status">{progress === null ? <Standing source={source} /> : progressWords(progress)}</p>
      {progress?.isWhole === true && progress.expected !== null && progress.expected > 0 ? (
        <Meter label="Read so far" value={progress.done} max={progress.expected} />
      ) : null}
    </div>
  );
}

function progressWords({ isWhole, done, expected }: NonNullable<KnowledgeSource["progress"]>): string {
  const of = expected === null ? "" : ` of about ${expected.toLocaleString("en-US")}`;
  return `${isWhole ? "Reading" : "Looking for changes"}: ${done.toLocaleString("en-US")}${of}`;
}

const HELD =
  "What the service sends meanwhile waits up to 30 days for you to continue; what it deletes is removed right away. ";

function Standing({ source }: { source: KnowledgeSource }) {
  const { state, finishedAt } = source;
  if (state === "removing") return "Removing everything that was read…";
  const paused = state === "paused" ? `Paused. ${source.isToldOf ? HELD : ""}` : "";
  if (finishedAt === null) return paused === "" ? "Starts in a moment…" : paused;
  return (
    <>
      {paused}
      <Held source={source} />
    </>
  );
}

function Held({ source }: { source: KnowledgeSource }) {
  const { id, items, notRead, finishedAt, kind, isVisible } = source;
  const [one, many] = THING_WORDS[kind];
  const amount = count(items, one, many);
  return (
    <>
      {isVisible ? (
        <Link to="/sources/$id" params={{ id }} className="link">
          {amount}
        </Link>
      ) : (
        amount
      )}
      {notRead === 0 ? "" : `, ${notRead.toLocaleString("en-US")} not fully read`}.
      {finishedAt === null ? null : (
        <span className="text-kumo-subtle">
          {" "}
          Up to date <Time at={finishedAt} />.
        </span>
      )}
    </>
  );
}

function Acts({ source }: { source: KnowledgeSource }) {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const acting = useMutation({
    mutationFn: (to: "read" | "pause") =>
      call(knowledgeEndpoints.act, { params: { id: source.id }, body: { to } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (answer) => withSource(client, answer),
  });
  const removing = useMutation({
    mutationFn: () => call(knowledgeEndpoints.remove, { params: { id: source.id } }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      setLeaving(false);
      await client.invalidateQueries(sourcesQuery);
    },
  });
  const problem = acting.error ?? removing.error;
  const { state, finishedAt, service, kind } = source;
  const isOn = state !== "paused";
  const read = state === "paused" ? "Continue" : "Read again";
  return (
    <>
      {problem ? <ErrorNotice error={problem} /> : null}
      <div className="flex flex-wrap gap-2">
        {state === "reading" || (state === "waiting" && finishedAt === null) ? null : (
          <Button className="touch" loading={acting.isPending} onClick={() => acting.mutate("read")}>
            {read}
          </Button>
        )}
        {isOn ? (
          <Button className="touch" disabled={acting.isPending} onClick={() => acting.mutate("pause")}>
            Pause
          </Button>
        ) : null}
        <Button className="touch" onClick={() => setLeaving(true)}>
          Remove…
        </Button>
      </div>
      <Confirm
        open={leaving}
        title={`Remove ${service}: ${SHELF_WORDS[kind]}?`}
        act="Remove"
        busy={removing.isPending}
        onClose={() => setLeaving(false)}
        onConfirm={() => removing.mutate()}
      >
        <p>
          Steward deletes everything it read here, and search and answers no longer find it. Nothing is
          deleted in {service}.
        </p>
      </Confirm>
    </>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(sourcesQuery);
}
