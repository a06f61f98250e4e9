/** The team's workspace. */
import type { Clock } from "../../../kernel/clock.ts";
import type { WorkspaceDeps } from "../../index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";
export { isOutside, OUTSIDE_TEXT_RULE, originOf } from "./provenance.ts";

export interface FileServices {
  readonly deps: WorkspaceDeps;
  readonly clock: Clock;
  /** The time zone that defines the team's days. */
  readonly timeZone: string;
}

export const files = defineToolset<FileServices>({
  name: "files",
  title: "Files",
  place: 70,
  tools: Object.values(tools),
  open: async (tenant) => ({
    deps: tenant.files(),
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
  }),
});
