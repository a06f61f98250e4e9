/** Lookups of the account desk, before any agent is asked. */
import { nearAccounts, stageRules, type NearAccounts } from "../../index.ts";
import type { StageRule } from "../../api/account-stages.ts";
import type { WorkspaceDeps } from "../../../workspace/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

export interface DeskServices {
  readonly files: WorkspaceDeps;
  readonly stages: () => Promise<readonly StageRule[]>;
  readonly near: NearAccounts;
}

export const accountDesk = defineToolset<DeskServices>({
  name: "account-desk",
  title: "Finding the account that is meant",
  place: 230,
  tools: Object.values(tools),
  open: (tenant) => ({
    files: tenant.files(),
    stages: () => stageRules(tenant.db),
    near: nearAccounts((query) => tenant.retrieve(query, { userId: null })),
  }),
});
