/** Making tasks of what people wrote, wherever the team keeps its tasks. */
import type { FoundPassage, RetrieveQuery } from "../../../knowledge/api/search-items.ts";
import type { ExtractTasks } from "../../../integrations/tenant/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { finderOf } from "../../../agent/tools/findings.ts";
import { once } from "../../../agent/tools/once.ts";
import { openSystems, type OpenSystem } from "./task-systems.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface PlanningServices {
  readonly extractTasks: ExtractTasks;
  /** What keeps tasks and is connected; opened once a run. */
  readonly systems: () => Promise<readonly OpenSystem[]>;
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  readonly timeZone: string;
}

export const planning = defineToolset<PlanningServices>({
  name: "planning",
  title: "Tasks from what people wrote",
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
