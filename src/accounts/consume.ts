/** Rows follow the files of accounts, whoever writes those. */
import type { Consumer } from "../events/index.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { accountsOfFiles, projectAccounts } from "./store.ts";

const AT_ONCE = 90;

/** Keeps the rows true to the files; `told` hears that some moved. */
export function accountsConsumer(deps: WorkspaceDeps, told: () => Promise<void>): Consumer {
  return {
    name: "accounts",
    takes: ["workspace.file."],
    async take(events) {
      const ids = [...new Set(events.flatMap(({ payload }) => idsOf(payload["ids"])))];
      let moved = 0;
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const found = await accountsOfFiles(deps.db, ids.slice(at, at + AT_ONCE));
        await projectAccounts(deps, found);
        moved += found.length;
      }
      if (moved > 0) await told();
    },
  };
}

function idsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}
