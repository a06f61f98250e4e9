/** Wires import sources: the team's ClickUp and Jira, read-only. */
import { clickUpImport } from "../../integrations/clickup/import.ts";
import { jiraImport } from "../../integrations/jira/import.ts";
import { openAccount, readOnly } from "../../integrations/open-account.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ImportSource } from "../index.ts";
import type { TaskLinkVendor } from "../api/projects.ts";
import { accountDeps } from "../../integrations/open.ts";

/** A vendor's import source; null if it is not connected. Throws `not_configured`. */
export async function importSource(
  ctx: TenantContext,
  timeZone: string,
  vendor: TaskLinkVendor,
): Promise<ImportSource | null> {
  const deps = readOnly(accountDeps(ctx));
  if (vendor === "clickup") {
    const account = await openAccount(deps, "clickup");
    return account === null ? null : clickUpImport(account, timeZone);
  }
  const account = await openAccount(deps, "jira");
  return account === null ? null : jiraImport(account);
}
