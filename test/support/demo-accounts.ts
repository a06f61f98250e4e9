/** The demo brokerage's accounts as files of a test's team, with their rows. */
import { HARBOR } from "../../sandbox/world/company.ts";
import { companyContacts } from "../../sandbox/world/index.ts";
import { accountFiles } from "../../scripts/demo-accounts.ts";
import { takeAccountFiles } from "../../src/accounts/index.ts";
import { type Origin, type WorkspaceDeps } from "../../src/workspace/index.ts";

/** Moves them in; their numbers by name. */
export async function moveAccountsIn(
  deps: WorkspaceDeps,
  origin: Origin,
): Promise<ReadonlyMap<string, string>> {
  const nowMs = deps.clock.now();
  const written = accountFiles(companyContacts(HARBOR, nowMs), nowMs);
  const exported = [...written].map(([path, content]) => ({ path, content }));
  const { skipped } = await takeAccountFiles(deps, exported, origin);
  if (skipped.length > 0) throw new Error(`refused: ${JSON.stringify(skipped)}`);
  const ids = [...written.keys()].flatMap((path) => /^accounts\/(\d+)\/state\.md$/.exec(path)?.[1] ?? []);
  return new Map(ids.map((id) => [nameIn(written.get(`accounts/${id}/state.md`) ?? ""), id]));
}

function nameIn(state: string): string {
  return /^name: (.+)$/m.exec(state)?.[1]?.replace(/^["']|["']$/g, "") ?? "";
}
