/** Tools that turn people's texts into tasks, in whichever system the team uses. */
import type { FoundPassage, RetrieveQuery } from "../../../platform/api/search-items.ts";
import type { ExtractTasks } from "../../ports.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { finderOf } from "../../../agent/tools/findings.ts";
import { once } from "../../../agent/tools/once.ts";
import { openSystems, type OpenSystem } from "./task-systems.ts";
import * as tools from "./tools.ts";

export interface PlanningServices {
  readonly extractTasks: ExtractTasks;
  /** Connected task systems; opened once per run. */
  readonly systems: () => Promise<readonly OpenSystem[]>;
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  readonly timeZone: string;
}

export const planning = defineToolset<PlanningServices>({
  name: "planning",
  title: "Tasks from what people wrote",
  place: 250,
  tools: Object.values(tools),
  async open(tenant, acting) {
    const by = finderOf(acting);
    return {
      extractTasks: tenant.extractTasks,
      systems: once(() => openSystems(tenant, acting)),
      retrieve: (query) => tenant.retrieve(query, by),
      timeZone: await tenant.timeZone(),
    };
  },
});
