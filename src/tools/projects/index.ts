/** Projects and their tasks: asked for in one typed language, changed as pages change them, with the journal of what happened. */
import type { ProjectDeps } from "../../projects/index.ts";
import type { SearchPage } from "../../protocol/search.ts";
import type { SearchQuery } from "../../protocol/search-items.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface ProjectServices {
  readonly projects: ProjectDeps;
  readonly search: (query: SearchQuery) => Promise<SearchPage>;
}

export const projects = defineToolset<ProjectServices>({
  name: "projects",
  title: "Projects",
  tools: Object.values(tools),
  open: (tenant, { speaker }) => ({
    projects: tenant.projects(),
    search: (query) =>
      tenant.search(query, { userId: speaker?.kind === "user" ? (speaker.id ?? null) : null }),
  }),
});
