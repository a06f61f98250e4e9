/** Every change of a project and what is in it, the newest first. */
import { useInfiniteQuery, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { projectChangesQuery } from "./project-queries.ts";
import { MorePages } from "../components/more-pages.tsx";
import { ErrorNotice } from "../components/notice.tsx";
import { Scroll } from "../components/page.tsx";
import { ListSkeleton } from "../components/skeleton.tsx";
import { ChangeList } from "./change-list.tsx";

export default function ProjectHistory() {
  const id = useParams({ strict: false }).id ?? "";
  const { data, error, refetch, ...pages } = useInfiniteQuery(projectChangesQuery(id));
  return (
    <Scroll>
      <div className="mx-auto flex max-w-3xl flex-col gap-3 p-4 sm:p-6">
        {error !== null && data === undefined ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <ListSkeleton rows={8} />
        ) : (
          <>
            <ChangeList changes={data.pages.flatMap((page) => page.items)} named />
            <MorePages query={pages} words="Earlier changes" />
          </>
        )}
      </div>
    </Scroll>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchInfiniteQuery(projectChangesQuery(id));
}
