/** A project's own settings, and the tags, fields and rates that its tasks use. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { customFieldsQuery, projectQuery, ratesQuery, tagsQuery } from "./project-queries.ts";
import { Column } from "../components/page.tsx";
import { ListSkeleton } from "../components/skeleton.tsx";
import { DetailsPart } from "./settings-details.tsx";
import { FieldsPart } from "./settings-fields.tsx";
import { PhasesPart } from "./settings-phases.tsx";
import { RatesPart } from "./settings-rates.tsx";
import { TagsPart } from "./settings-tags.tsx";

export default function ProjectSettings() {
  const id = useParams({ strict: false }).id ?? "";
  const { data: project } = useQuery(projectQuery(id));
  return (
    <Column gap="gap-8">
      {project === undefined ? (
        <ListSkeleton rows={6} />
      ) : (
        <>
          <DetailsPart key={project.id} project={project} />
          <PhasesPart project={project} />
          <FieldsPart projectId={project.id} />
          <TagsPart />
          <RatesPart />
        </>
      )}
    </Column>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id === undefined) return;
  void client.prefetchQuery(customFieldsQuery(id));
  void client.prefetchQuery(tagsQuery);
  void client.prefetchQuery(ratesQuery);
}
