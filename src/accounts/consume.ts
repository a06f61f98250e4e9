/** Rows follow the files of accounts, whoever writes those. */
import type { Consumer } from "../events/index.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { accountsOfFiles, projectAccounts } from "./store.ts";

const AT_ONCE = 90;

/** Keeps the rows true to the files. */
export function accountsConsumer(deps: WorkspaceDeps): Consumer {
  return {
    name: "accounts",
    takes: ["workspace.file."],
    async take(events) {
      const ids = [...new Set(events.flatMap(({ payload }) => idsOf(payload["ids"])))];
      for (let at = 0; at < ids.length; at += AT_ONCE)
        await projectAccounts(deps, await accountsOfFiles(deps.db, ids.slice(at, at + AT_ONCE)));
    },
  };
}

function idsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}
