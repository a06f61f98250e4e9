/** What the desk of the accounts looks up by itself, before any agent is asked. */
import { stageRules } from "../../accounts/index.ts";
import type { StageRule } from "../../protocol/account-stages.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface DeskServices {
  readonly files: WorkspaceDeps;
  readonly stages: () => Promise<readonly StageRule[]>;
}

export const accountDesk = defineToolset<DeskServices>({
  name: "account-desk",
  title: "Finding the account that is meant",
  tools: Object.values(tools),
  open: (tenant) => ({ files: tenant.files(), stages: () => stageRules(tenant.db) }),
});
