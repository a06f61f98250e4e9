import type { Tenant } from "../../../agent/tools/tenant.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

export interface WebServices {
  readonly research: Tenant["research"];
}

export const web = defineToolset<WebServices>({
  name: "web",
  title: "Web",
  place: 150,
  isServed: false,
  tools: Object.values(tools),
  open: (tenant) => ({ research: (asked) => tenant.research(asked) }),
});
