/** Tools for projects and tasks: typed queries, the same changes as on pages, and the event journal. */
import type { ProjectDeps } from "../index.ts";
import type { FoundPassage, RetrieveQuery } from "../../platform/api/search-items.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import type { Tenant } from "../../agent/tools/tenant.ts";
import { finderOf } from "../../agent/tools/findings.ts";
import * as tools from "./tools.ts";

export interface ProjectServices {
  readonly projects: ProjectDeps;
  /** The member whose own records an answer may hold; null if others read it too. */
  readonly reader: string | null;
  /** Passages that answer a question, limited to what the acting person may see. */
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  readonly embedding: Tenant["embedding"];
  readonly startAgent: Tenant["startProjectAgent"];
  readonly timeZone: string;
}

export const projects = defineToolset<ProjectServices>({
  name: "projects",
  title: "Projects",
  place: 220,
  tools: Object.values(tools),
  async open(tenant, acting) {
    const by = finderOf(acting);
    return {
      projects: tenant.projects(),
      reader: by.userId,
      retrieve: (query) => tenant.retrieve(query, by),
      embedding: () => tenant.embedding(),
      startAgent: (asked) => tenant.startProjectAgent(asked),
      timeZone: await tenant.timeZone(),
    };
  },
});
