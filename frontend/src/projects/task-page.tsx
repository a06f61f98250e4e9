/** Redirects a task's short address to its project. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { taskQuery } from "./project-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { Empty, Scroll, Page } from "../components/page.tsx";
import { NotLoaded } from "../components/not-loaded.tsx";

const GONE = (
  <Empty
    title="Task not found"
    action={
      <ButtonLink to="/projects" className="touch">
        All projects
      </ButtonLink>
    }
  >
    It may have been deleted, or the link is wrong.
  </Empty>
);

export default function TaskPage() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(taskQuery(id));
  const { data } = query;
  if (data !== undefined)
    return <Navigate to="/projects/$id" params={{ id: data.task.projectId }} search={{ task: id }} replace />;
  return (
    <Page title="Task" back="/projects">
      <Scroll>
        <NotLoaded query={query} missing={GONE} inset />
      </Scroll>
    </Page>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(taskQuery(id));
}
