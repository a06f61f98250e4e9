/** Imports tasks from ClickUp, Jira, or a file: choose, preview, import. An interrupted import resumes. */
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  projectImportsEndpoints,
  type ImportList,
  type ImportPreview,
  type ImportStep,
} from "../../../src/projects/api/project-imports.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { CaretRightIcon } from "../components/icons.ts";
import { ErrorNotice, Notice } from "../components/notice.tsx";
import { Scroll, Page } from "../components/page.tsx";
import { useIsAdmin } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { count } from "../components/words.ts";
import { STATUS_WORDS } from "./task-words.ts";
import { renewProjects } from "./use-record.ts";
import { NotLoaded } from "../components/not-loaded.tsx";
import { Meter } from "../components/meter.tsx";

const ImportFile = lazy(whenReachable(() => import("./import-file.tsx")));
const VENDORS = { clickup: "ClickUp", jira: "Jira" } as const;

export default function ImportPage() {
  const isAdmin = useIsAdmin();
  const [picked, setPicked] = useState<ImportList | null>(null);
  return (
    <Page title="Import tasks" back="/projects">
      <Scroll>
        <div className="mx-auto flex max-w-2xl flex-col gap-4 p-4 sm:p-6">
          {!isAdmin ? (
            <Notice title="Admins import tasks">Ask an admin of your team to do it.</Notice>
          ) : picked === null ? (
            <>
              <Lists onPick={setPicked} />
              <Suspense fallback={null}>
                <ImportFile />
              </Suspense>
            </>
          ) : (
            <Chosen list={picked} onBack={() => setPicked(null)} />
          )}
        </div>
      </Scroll>
    </Page>
  );
}

const listsQuery = {
  queryKey: ["projects", "imports"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(projectImportsEndpoints.lists, { signal }),
} as const;

function Lists({ onPick }: { onPick: (list: ImportList) => void }) {
  const query = useQuery(listsQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={4} />;
  return (
    <>
      {data.problems.map((problem) => (
        <Notice key={problem} tone="warning">
          {clipped(problem, 300)}
        </Notice>
      ))}
      {data.items.length === 0 && data.problems.length === 0 ? (
        <Notice
          title="Neither ClickUp nor Jira is connected"
          actions={
            <ButtonLink to="/settings/connections" className="touch">
              Connect one
            </ButtonLink>
          }
        >
          Connect it to import its lists, or use a file.
        </Notice>
      ) : null}
      {(["clickup", "jira"] as const).map((vendor) => {
        const lists = data.items.filter((list) => list.vendor === vendor);
        return lists.length === 0 ? null : (
          <section key={vendor} aria-label={VENDORS[vendor]} className="sheet">
            <h2 className="border-b border-kumo-hairline px-4 py-2.5 font-semibold">{VENDORS[vendor]}</h2>
            <ul>
              {lists.map((list) => (
                <li key={list.id} className="border-b border-kumo-hairline last:border-0">
                  <button
                    type="button"
                    className="flex w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-kumo-tint"
                    onClick={() => onPick(list)}
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-sm font-medium">{clipped(list.name, 120)}</span>
                      <span className="block truncate text-xs text-kumo-subtle">
                        {clipped(list.where, 120)}
                      </span>
                    </span>
                    <span className="shrink-0 text-xs text-kumo-subtle">
                      {list.projectId !== null
                        ? "Imported"
                        : list.tasks === null
                          ? ""
                          : count(list.tasks, "task")}
                    </span>
                    <CaretRightIcon aria-hidden className="size-3.5 shrink-0 text-kumo-subtle" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function Chosen({ list, onBack }: { list: ImportList; onBack: () => void }) {
  const { vendor, id } = list;
  const query = useQuery({
    // The preview as of before the import: not invalidated by it, and refetched each time.
    queryKey: ["project-import", vendor, id],
    gcTime: 0,
    queryFn: ({ signal }) => call(projectImportsEndpoints.preview, { signal, body: { vendor, id } }),
    staleTime: Infinity,
  });
  const { data } = query;
  const job = useImport((cursor) => call(projectImportsEndpoints.next, { body: { vendor, id, cursor } }));
  return (
    <section aria-label={list.name} className="sheet flex flex-col gap-4 p-4">
      <div>
        <h2 className="font-semibold">{clipped(list.name, 120)}</h2>
        <p className="text-sm text-kumo-subtle">
          {VENDORS[vendor]} · {clipped(list.where, 120)}
        </p>
      </div>
      {data === undefined ? (
        <NotLoaded query={query} rows={4} />
      ) : (
        <>
          <Preview preview={data} />
          <p className="text-sm text-kumo-subtle">
            Each task stays linked to {VENDORS[vendor]}. Title, description, status, priority, and due date
            are kept there; importing again updates what changed and adds new tags. Comments and checklists
            aren’t imported. Nothing is written to {VENDORS[vendor]}.
          </p>
          <Progress job={job} total={data.more ? null : data.tasks} onBack={onBack}>
            {data.there > 0 ? "Import again" : "Import"}
          </Progress>
        </>
      )}
    </section>
  );
}

/** The mapping of statuses and people. */
export function Preview({ preview }: { preview: ImportPreview }) {
  const { tasks, more, there, statuses, people } = preview;
  return (
    <>
      <p className="text-sm">
        {more ? `More than ${count(tasks, "task")}` : count(tasks, "task")}
        {there === 0 ? "" : `, ${there.toLocaleString("en-US")} of them here already`}.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Becomes
          title="Statuses"
          rows={statuses.map(({ theirs, ours, tasks: amount }) => [
            theirs || "none",
            STATUS_WORDS[ours],
            amount,
          ])}
        />
        <Becomes
          title="People"
          rows={people.map(({ name, member, tasks: amount }) => [name, member ?? "not on your team", amount])}
        />
      </div>
    </>
  );
}

const SHOWN = 12;

function Becomes({ title, rows }: { title: string; rows: readonly (readonly [string, string, number])[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="pb-1 text-xs font-semibold">{title}</h3>
      <ul className="text-sm">
        {rows.slice(0, SHOWN).map(([theirs, ours, amount]) => (
          <li key={theirs} className="flex items-baseline gap-2 py-0.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {clipped(theirs, 60)} <span className="text-kumo-subtle">→ {clipped(ours, 60)}</span>
            </span>
            <span className="text-xs text-kumo-subtle tabular-nums">{amount.toLocaleString("en-US")}</span>
          </li>
        ))}
        {rows.length > SHOWN ? (
          <li className="text-xs text-kumo-subtle">and {rows.length - SHOWN} more</li>
        ) : null}
      </ul>
    </section>
  );
}

/** Progress of an import; `cursor` is where it resumes. */
interface Progressed extends Omit<ImportStep, "projectId" | "next"> {
  readonly projectId: string | null;
  readonly cursor: string | null;
  readonly isDone: boolean;
}
const BEGIN: Progressed = {
  made: 0,
  renewed: 0,
  there: 0,
  tagged: 0,
  untagged: 0,
  projectId: null,
  cursor: null,
  isDone: false,
};

/** Runs step after step until there is no next one; resumes after the last complete step. */
export function useImport(step: (cursor: string | null) => Promise<ImportStep>) {
  const client = useQueryClient();
  const [at, setAt] = useState(BEGIN);
  const run = useMutation({
    mutationFn: async () => {
      let now = at.isDone ? BEGIN : at;
      do {
        const done = await step(now.cursor);
        now = {
          made: now.made + done.made,
          renewed: now.renewed + done.renewed,
          there: now.there + done.there,
          tagged: now.tagged + done.tagged,
          untagged: now.untagged + done.untagged,
          projectId: done.projectId,
          cursor: done.next,
          isDone: done.next === null,
        };
        setAt(now);
      } while (!now.isDone);
    },
    meta: ERROR_SHOWN_HERE,
    onSettled: () => renewProjects(client),
  });
  return { at, run };
}

function figuresOf({ isDone, made, renewed, there, tagged, untagged }: Progressed): string {
  const words = (figure: number): string => figure.toLocaleString("en-US");
  return [
    `${isDone ? "Done: " : ""}${words(made)} new, ${words(renewed)} changed, ${words(there)} already here.`,
    ...(tagged === 0 ? [] : [`Tags added: ${words(tagged)}.`]),
    ...(untagged === 0 ? [] : [`Tags left out: ${words(untagged)}.`]),
  ].join(" ");
}

export function Progress({
  job: { at, run },
  total,
  ready = true,
  onBack,
  children,
}: {
  job: ReturnType<typeof useImport>;
  /** Null if unknown. */
  total: number | null;
  ready?: boolean;
  onBack: () => void;
  children: ReactNode;
}) {
  const done = at.made + at.renewed + at.there;
  return (
    <div className="flex flex-col gap-3">
      {run.isPending || at.projectId !== null ? (
        <div role="status" className="flex flex-col gap-1.5 text-sm">
          <Meter label="Imported" value={done} max={Math.max(total ?? done, done, 1)} />
          <p>{figuresOf(at)}</p>
        </div>
      ) : null}
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      <div className="flex flex-wrap gap-2">
        {at.isDone && at.projectId !== null ? (
          <ButtonLink variant="primary" to="/projects/$id" params={{ id: at.projectId }} className="touch">
            Open the project
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            className="touch"
            disabled={!ready}
            loading={run.isPending}
            onClick={() => run.mutate()}
          >
            {run.error === null ? children : "Continue"}
          </Button>
        )}
        <Button className="touch" disabled={run.isPending} onClick={onBack}>
          {at.isDone ? "Import something else" : "Back"}
        </Button>
      </div>
    </div>
  );
}
