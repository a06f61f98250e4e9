/** A project's own settings. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { projectQuery } from "../../api/project-queries.ts";
import { Scroll } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { DetailsPart } from "./settings-details.tsx";
import { PhasesPart } from "./settings-phases.tsx";

export default function ProjectSettings() {
  const id = useParams({ strict: false }).id ?? "";
  const { data: project } = useQuery(projectQuery(id));
  return (
    <Scroll>
      <div className="mx-auto flex max-w-3xl flex-col gap-8 p-4 sm:p-6">
        {project === undefined ? (
          <ListSkeleton rows={6} />
        ) : (
          <>
            <DetailsPart key={project.id} project={project} />
            <PhasesPart project={project} />
          </>
        )}
      </div>
    </Scroll>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(projectQuery(id));
}
