/** One project: its name and state at the top, its pages as tabs, and the open task beside them. */
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ProjectPage as Project } from "../../../src/projects/api/projects.ts";
import { projectQuery, tagsQuery } from "./project-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { isTyping, singleKeysOn } from "../components/keys/shortcuts.ts";
import { Empty, PageHead, Scroll, usePageTitle, Page } from "../components/page.tsx";
import { ListSkeleton } from "../components/skeleton.tsx";
import { StartChat } from "../components/start-chat.tsx";
import { clipped } from "../components/text-pieces.ts";
import { useOpenInSight } from "../components/use-open-in-sight.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { count } from "../components/words.ts";
import { HistoryProblem } from "./history-problem.tsx";
import type { TaskParams } from "./project-params.ts";
import { PROJECT_STATUS_WORDS } from "./project-words.ts";
import { undoLastChange } from "./use-task-acts.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

const loadSheet = whenReachable(() => import("./task-sheet.tsx"));
const TaskSheet = lazy(loadSheet);

const TABS = [
  ["", "Board"],
  ["/list", "List"],
  ["/timeline", "Timeline"],
  ["/documents", "Documents"],
  ["/goals", "Goals"],
  ["/forms", "Forms"],
  ["/automations", "Automations"],
  ["/agents", "Agents"],
  ["/history", "History"],
  ["/settings", "Settings"],
] as const;

export default function ProjectPage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(projectQuery(id));
  const { data } = query;
  usePageTitle(data === undefined ? "Project" : clipped(data.name, 80));
  if (data !== undefined) return <Open project={data} />;
  return (
    <Page title="Project" back="/projects">
      <Scroll>
        <NotLoaded query={query} missing={GONE} inset />
      </Scroll>
    </Page>
  );
}

const GONE = (
  <Empty
    title="Project not found"
    action={
      <ButtonLink to="/projects" className="touch">
        All projects
      </ButtonLink>
    }
  >
    It may have been deleted, or the link is wrong.
  </Empty>
);

function Open({ project }: { project: Project }) {
  const { task }: TaskParams = useSearch({ strict: false });
  useKeys();
  // Its code is there before the first task is opened.
  useEffect(() => void loadSheet().catch(() => undefined), []);
  const name = clipped(project.name, 100);
  return (
    <>
      <section
        aria-label={name}
        className={`min-h-0 min-w-0 flex-1 flex-col ${task === undefined ? "flex" : "hidden xl:flex"}`}
      >
        <PageHead
          back="/projects"
          title={
            <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-2">
              <h1 className="max-w-full truncate text-base leading-6 font-semibold">{name}</h1>
              <p className="text-xs text-kumo-subtle">
                <Standing project={project} />
              </p>
            </div>
          }
          below={<Tabs id={project.id} />}
        >
          <StartChat
            about={`the project ${project.name} (${project.id})`}
            spoken="Ask Steward about this project"
          >
            Ask<span className="max-md:hidden"> Steward</span>
          </StartChat>
        </PageHead>
        {project.historyProblem === null ? null : (
          <div className="px-4 pt-3">
            <HistoryProblem problem={project.historyProblem} />
          </div>
        )}
        <Outlet />
      </section>
      {task === undefined ? null : (
        <Suspense fallback={<SheetPending />}>
          <TaskSheet key={task} id={task} />
        </Suspense>
      )}
    </>
  );
}

function SheetPending() {
  return (
    <aside aria-label="Task" className="w-full shrink-0 border-l border-kumo-line bg-kumo-base xl:w-120">
      <ListSkeleton rows={4} />
    </aside>
  );
}

function Standing({ project }: { project: Project }) {
  const { status, clientName, tasksDone, tasksTotal, overdue } = project;
  const parts = [
    PROJECT_STATUS_WORDS[status],
    clientName === "" ? null : clipped(clientName, 60),
    tasksTotal === 0 ? null : `${tasksDone.toLocaleString("en-US")} of ${count(tasksTotal, "task")} done`,
  ];
  return (
    <>
      {parts.filter(Boolean).join(" · ")}
      {overdue === 0 ? null : (
        <>
          {" · "}
          <Link
            to="/projects/$id/list"
            params={{ id: project.id }}
            search={{ due: "overdue" }}
            className="font-medium whitespace-nowrap text-kumo-danger hover:underline"
          >
            {overdue.toLocaleString("en-US")} overdue
          </Link>
        </>
      )}
    </>
  );
}

function Tabs({ id }: { id: string }) {
  const line = useOpenInSight();
  return (
    <nav
      ref={line}
      aria-label="Project"
      className="no-scrollbar relative flex gap-0.5 overflow-x-auto px-2.5"
    >
      {TABS.map(([path, label]) => (
        <Link
          key={path}
          to={`/projects/$id${path}`}
          params={{ id }}
          activeOptions={{ exact: true, includeSearch: false }}
          className="touch -mb-px inline-flex h-9 shrink-0 items-center border-b-2 border-transparent px-2 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:-outline-offset-2 data-[status=active]:border-kumo-brand data-[status=active]:font-medium data-[status=active]:text-kumo-default"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** c: new task; Escape: closes the sheet; /: focuses the search; Ctrl Z: undoes the last change. */
function useKeys(): void {
  const navigate = useNavigate();
  const { task }: TaskParams = useSearch({ strict: false });
  const withControl = (event: KeyboardEvent): boolean => {
    if (event.key.toLowerCase() !== "z" || event.shiftKey || event.altKey) return false;
    undoLastChange();
    return true;
  };
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey) return withControl(event);
    if (event.altKey) return false;
    if (event.key === "Escape" && task !== undefined) {
      void navigate({ to: ".", search: (before) => ({ ...before, task: undefined }) });
      return true;
    }
    if (event.key !== "c" || !singleKeysOn()) return false;
    const add = document.querySelector<HTMLElement>("[data-quick-add]");
    add?.click();
    return add !== null;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      if (press(event)) event.preventDefault();
    };
    const onShortcut = (event: Event): void => {
      const box = document.querySelector<HTMLInputElement>("[data-search=tasks]");
      if ((event as CustomEvent<string>).detail !== "search" || box === null) return;
      event.preventDefault();
      box.focus();
      box.select();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("steward:key", onShortcut);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("steward:key", onShortcut);
    };
  }, []);
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id === undefined) return;
  void client.prefetchQuery(projectQuery(id));
  void client.prefetchQuery(tagsQuery);
}
