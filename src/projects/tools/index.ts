/** Projects and their tasks: asked for in one typed language, changed as pages change them, with the journal of what happened. */
import type { ProjectDeps } from "../index.ts";
import type { FoundPassage, RetrieveQuery } from "../../knowledge/api/search-items.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { finderOf } from "../../agent/tools/findings.ts";
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
