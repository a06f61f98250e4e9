/** My tasks in every project: overdue first, then by day. */
import { lazy, Suspense, useRef } from "react";
import { useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { nextUpQuery } from "./project-agent-queries.ts";
import { myWorkQuery, tagsQuery } from "./project-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { Choice } from "../components/form.tsx";
import { useRowKeys } from "../components/keys/use-row-keys.ts";
import { MorePages } from "../components/paged-list.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../components/page.tsx";
import { useMe } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { whenReachable } from "../components/when-reachable.ts";
import type { TaskParams } from "./project-params.ts";
import { workGroups } from "./work-groups.ts";
import { useTaskActs } from "./use-task-acts.ts";
import { useTeam, useToday, type Team } from "./use-team.ts";
import { WorkRow } from "./work-row.tsx";
import { TaskLink } from "./task-link.tsx";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

const TaskSheet = lazy(whenReachable(() => import("./task-sheet.tsx")));

export default function MyWorkPage() {
  const me = useMe();
  const { task, who = me.user.id }: TaskParams = useSearch({ strict: false });
  const navigate = useNavigate({ from: "/work" });
  const team = useTeam();
  usePageTitle("My work");
  return (
    <>
      <section
        aria-label="My work"
        className={`min-h-0 min-w-0 flex-1 flex-col ${task === undefined ? "flex" : "hidden xl:flex"}`}
      >
        <PageHead title="My work">
          <Choice
            label="Whose work"
            value={who}
            options={team.members.map(
              ({ id, name }) => [id, id === me.user.id ? "Mine" : clipped(name, 40)] as const,
            )}
            onChange={(id) =>
              void navigate({ search: (before) => ({ ...before, who: id === me.user.id ? undefined : id }) })
            }
          />
        </PageHead>
        <Scroll>
          <Work userId={who === me.user.id ? undefined : who} openId={task} team={team} />
        </Scroll>
      </section>
      {task === undefined ? null : (
        <Suspense fallback={null}>
          <TaskSheet key={task} id={task} />
        </Suspense>
      )}
    </>
  );
}

function Work({
  userId,
  openId,
  team,
}: {
  userId: string | undefined;
  openId: string | undefined;
  team: Team;
}) {
  const acts = useTaskActs();
  const today = useToday();
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, () => null);
  const query = useInfiniteQuery(myWorkQuery(userId));
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={8} inset />;
  const groups = workGroups(itemsOf(data), today.day);
  if (groups.length === 0)
    return (
      <Empty
        title={userId === undefined ? "Nothing assigned to you" : "Nothing assigned to them"}
        action={
          <ButtonLink to="/projects" className="touch">
            Go to Projects
          </ButtonLink>
        }
      >
        Open tasks appear here as soon as someone assigns them.
      </Empty>
    );
  return (
    <div ref={list} className="pb-4">
      <NextUp userId={userId} />
      {groups.map(({ title, tasks, late }) => (
        <section key={title} aria-label={title}>
          <h2
            className={`flex h-9 items-end gap-2 border-b border-kumo-hairline px-4 pb-1.5 text-xs font-semibold ${late ? "text-kumo-danger" : ""}`}
          >
            {title}
            <span className="font-normal text-kumo-subtle tabular-nums">{tasks.length}</span>
          </h2>
          <ul>
            {tasks.map((task) => (
              <WorkRow
                key={task.id}
                task={task}
                isOpen={task.id === openId}
                acts={acts}
                team={team}
                today={today}
              />
            ))}
          </ul>
        </section>
      ))}
      <MorePages query={query} words="More tasks" wide />
    </div>
  );
}

/** The few to begin with, and why. */
function NextUp({ userId }: { userId: string | undefined }) {
  const { data } = useQuery(nextUpQuery(userId));
  // A single task has no order.
  if (data === undefined || data.items.length < 2) return null;
  return (
    <section aria-label="Next up" className="border-b border-kumo-hairline px-4 pt-3 pb-4">
      <h2 className="pb-2 text-xs font-semibold">Next up</h2>
      <ol className="grid gap-2 lg:grid-cols-3">
        {data.items.map(({ id, title, projectName, reasons }) => (
          <li key={id} className="min-w-0">
            <TaskLink id={id} data-row className="sheet block h-full p-3 hover:bg-kumo-tint">
              <span className="block truncate text-sm font-medium">{clipped(title, 200)}</span>
              <span className="block truncate text-xs text-kumo-subtle">{clipped(projectName, 80)}</span>
              <span className="block pt-1 text-xs">{becauseOf(reasons)}</span>
            </TaskLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `Overdue by 2 days, high priority`. */
function becauseOf(reasons: readonly string[]): string {
  const words = reasons.join(", ");
  return words === "" ? "Next in line" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(myWorkQuery(undefined));
  void client.prefetchQuery(nextUpQuery(undefined));
  void client.prefetchQuery(tagsQuery);
}
