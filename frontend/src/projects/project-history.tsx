/** Every change to a project and its content, newest first. */
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { projectChangesQuery } from "./project-queries.ts";
import { PagedList } from "../components/paged-list.tsx";
import { Column } from "../components/page.tsx";
import { ChangeList } from "./change-list.tsx";

export default function ProjectHistory() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useInfiniteQuery(projectChangesQuery(id));
  return (
    <Column gap="gap-3">
      <PagedList query={query} rows={8} more="Earlier changes" empty={null}>
        {(changes) => <ChangeList changes={changes} named />}
      </PagedList>
    </Column>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchInfiniteQuery(projectChangesQuery(id));
}
