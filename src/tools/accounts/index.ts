/** Customers' files: how things stand with each, and how they came to stand so. */
import { defineToolset } from "../define-toolset.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface AccountServices {
  readonly files: WorkspaceDeps;
  readonly timeZone: string;
}

export const accounts = defineToolset<AccountServices>({
  name: "accounts",
  title: "Accounts",
  tools: Object.values(tools),
  open: async (tenant) => ({ files: tenant.files(), timeZone: await tenant.timeZone() }),
});
