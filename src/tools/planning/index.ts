/** Making tasks of what people wrote, wherever the team keeps its tasks. */
import type { FoundPassage, RetrieveQuery } from "../../protocol/search-items.ts";
import type { ExtractTasks } from "../../tenant/index.ts";
import { defineToolset } from "../define-toolset.ts";
import { finderOf } from "../findings.ts";
import { once } from "../once.ts";
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
