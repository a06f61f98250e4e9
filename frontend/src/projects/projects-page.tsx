/** All projects: status, owner, and due date. */
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { projectStatusSchema, type Project } from "../../../src/projects/api/projects.ts";
import { projectsQuery } from "./project-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { Choice } from "../components/form.tsx";
import { PlusIcon } from "../components/icons.ts";
import { ListSearch } from "../components/list-search.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { Empty, Scroll, Page } from "../components/page.tsx";
import { useIsAdmin } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { whenReachable } from "../components/when-reachable.ts";
import type { ProjectsParams } from "./project-params.ts";
import { PROJECT_STATUS_WORDS } from "./project-words.ts";
import { DueMark, Faces } from "./task-bits.tsx";
import { useTeam, useToday } from "./use-team.ts";
import { Meter } from "../components/meter.tsx";

const NewProject = lazy(whenReachable(() => import("./new-project.tsx")));

/** Projects that are neither done nor canceled. */
const OPEN = "planned,active,on_hold";
const CHOICES = [
  ["open", "Open projects"],
  ...projectStatusSchema.options.map((status) => [status, PROJECT_STATUS_WORDS[status]] as const),
  ["all", "All projects"],
] as const;

export default function ProjectsPage() {
  const { q = "", status }: ProjectsParams = useSearch({ strict: false });
  const navigate = useNavigate({ from: "/projects" });
  const [creating, setCreating] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const isAdmin = useIsAdmin();
  const add = (
    <Button
      variant="primary"
      className="touch shrink-0"
      icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
      onClick={() => setCreating(true)}
    >
      New project
    </Button>
  );
  return (
    <Page
      title="Projects"
      below={
        <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
          <div className="min-w-0 flex-1 basis-56 sm:max-w-md">
            <ListSearch
              name="projects"
              words={q}
              placeholder="Name of a project"
              list={list}
              onWords={(words) =>
                void navigate({ search: (before) => ({ ...before, q: words }), replace: true })
              }
            />
          </div>
          <Choice
            label="Show"
            value={status ?? "open"}
            options={CHOICES}
            onChange={(picked) =>
              void navigate({
                search: (before) => ({ ...before, status: picked === "open" ? undefined : picked }),
              })
            }
          />
        </div>
      }
      actions={
        <>
          <ButtonLink to="/projects/learned" className="touch shrink-0 max-sm:hidden">
            What we learned
          </ButtonLink>
          {isAdmin ? (
            <ButtonLink to="/projects/import" className="touch shrink-0 max-sm:hidden">
              Import
            </ButtonLink>
          ) : null}
          {add}
        </>
      }
    >
      <Scroll>
        <Listed words={q} status={status} list={list} add={add} />
      </Scroll>
      {creating ? (
        <Suspense fallback={null}>
          <NewProject name={q} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function Listed({
  words,
  status,
  list,
  add,
}: {
  words: string;
  status: string | undefined;
  list: React.RefObject<HTMLUListElement | null>;
  add: ReactNode;
}) {
  const asked = status === undefined ? OPEN : status === "all" ? undefined : status;
  const query = useInfiniteQuery(projectsQuery(words, asked));
  const none =
    words === "" && status === undefined ? (
      <Empty title="No projects yet" action={add}>
        Plan a renovation, a turnover, or anything with more than one step. Give it a name, add its tasks, and
        your team sees each change as it happens.
      </Empty>
    ) : (
      <Empty title="No projects match">Try part of its name, or show all projects.</Empty>
    );
  return (
    <PagedList query={query} rows={8} wide more="More projects" empty={none}>
      {(items) => (
        <ul ref={list} aria-label="Projects">
          {items.map((item) => (
            <Row key={item.id} project={item} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Row({ project }: { project: Project }) {
  const [team, today] = [useTeam(), useToday()];
  const { id, name, clientName, status, ownerId, dueDate, tasksDone, tasksTotal } = project;
  const isOver = status === "completed" || status === "cancelled";
  return (
    <li>
      <Link
        to="/projects/$id"
        params={{ id }}
        data-row
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-kumo-hairline px-4 py-2.5 hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:-outline-offset-2 md:grid-cols-[minmax(0,5fr)_6rem_minmax(8rem,3fr)_6rem_2.5rem] md:py-2"
      >
        <span className="min-w-0">
          <span className="block truncate leading-5 font-medium">{clipped(name, 120)}</span>
          <span className="block truncate text-xs leading-4 text-kumo-subtle">
            {clipped(clientName, 100)}
          </span>
        </span>
        <span className="text-xs text-kumo-subtle max-md:text-right">{PROJECT_STATUS_WORDS[status]}</span>
        <span className="flex items-center gap-2">
          <Share done={tasksDone} total={tasksTotal} />
        </span>
        <span className="text-right text-xs text-kumo-subtle">
          <DueMark task={{ dueDate, status: isOver ? "completed" : "created" }} today={today} />
        </span>
        <span className="justify-self-end max-md:hidden">
          {ownerId === null ? null : <Faces ids={[ownerId]} team={team} />}
        </span>
      </Link>
    </li>
  );
}

/** How much of it is done, as a bar with its figures. */
function Share({ done, total }: { done: number; total: number }) {
  if (total === 0) return <span className="text-xs text-kumo-subtle">No tasks</span>;
  return (
    <>
      <Meter
        label={`${done} of ${total} tasks done`}
        value={done}
        max={total}
        className="h-1.5 w-24 max-w-full"
      />
      <span aria-hidden className="text-xs whitespace-nowrap text-kumo-subtle tabular-nums">
        {done.toLocaleString("en-US")}/{total.toLocaleString("en-US")}
      </span>
    </>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(projectsQuery("", OPEN));
}
