/** The short address of a task, for links that know only the task: goes on to its project. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { taskQuery } from "./project-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { ErrorNotice } from "../components/notice.tsx";
import { Empty, PageHead, Scroll, usePageTitle } from "../components/page.tsx";
import { ListSkeleton } from "../components/skeleton.tsx";

export default function TaskPage() {
  const id = useParams({ strict: false }).id ?? "";
  const { data, error, refetch } = useQuery(taskQuery(id));
  usePageTitle("Task");
  if (data !== undefined)
    return <Navigate to="/projects/$id" params={{ id: data.task.projectId }} search={{ task: id }} replace />;
  return (
    <section aria-label="Task" className="flex min-h-0 w-full flex-col">
      <PageHead back="/projects" title={<h1 className="text-base font-semibold">Task</h1>} />
      <Scroll>
        {error === null ? (
          <ListSkeleton />
        ) : error instanceof ApiError && error.code === "not_found" ? (
          <Empty
            title="There’s no such task"
            action={
              <ButtonLink to="/projects" className="touch">
                All projects
              </ButtonLink>
            }
          >
            It may have been deleted, or the link is wrong.
          </Empty>
        ) : (
          <div className="p-4">
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          </div>
        )}
      </Scroll>
    </section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(taskQuery(id));
}
