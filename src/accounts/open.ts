/** Composition of what others ask of accounts. */
import { openFiles } from "../workspace/open-files.ts";
import type { FileAuthor } from "../platform/api/workspace-change.ts";
import type { TenantContext } from "../platform/context.ts";
import type { ImportLine, ImportResult } from "./api/account-import.ts";
import { importLines, stageRules } from "./index.ts";
import { tellOfAccounts } from "./wiring/account-files.ts";

/** Takes records of another system into a team's accounts; open pages read accounts again. Throws `not_found` for no team. */
export async function importAccounts(
  ctx: TenantContext,
  by: FileAuthor,
  lines: readonly ImportLine[],
): Promise<{ results: ImportResult[] }> {
  const [timeZone, rules] = await Promise.all([ctx.timeZone(), stageRules(ctx.db)]);
  const results = await importLines({ files: openFiles(ctx), rules, timeZone, by }, lines);
  await tellOfAccounts(ctx)();
  return { results };
}
