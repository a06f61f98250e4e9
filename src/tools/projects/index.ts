/** Projects and their tasks: asked for in one typed language, changed as pages change them, with the journal of what happened. */
import type { ProjectDeps } from "../../projects/index.ts";
import type { FoundPassage, RetrieveQuery } from "../../protocol/search-items.ts";
import { defineToolset } from "../define-toolset.ts";
import { finderOf } from "../findings.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface ProjectServices {
  readonly projects: ProjectDeps;
  /** What answers a question, of what whoever asks may find. */
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  readonly timeZone: string;
}

export const projects = defineToolset<ProjectServices>({
  name: "projects",
  title: "Projects",
  tools: Object.values(tools),
  async open(tenant, acting) {
    const by = finderOf(acting);
    return {
      projects: tenant.projects(),
      retrieve: (query) => tenant.retrieve(query, by),
      timeZone: await tenant.timeZone(),
    };
  },
});
