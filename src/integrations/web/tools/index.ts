import type { Tenant } from "../../tenant/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

export interface WebServices {
  readonly research: Tenant["research"];
}

export const web = defineToolset<WebServices>({
  name: "web",
  title: "Web",
  tools: Object.values(tools),
  open: (tenant) => ({ research: (asked) => tenant.research(asked) }),
});
