import { dbFor } from "../../src/platform/db/index.ts";
import { silentLogger } from "../../src/kernel/log.ts";
import { nodeD1 } from "./node-d1.ts";

function none(what: string): () => never {
  return () => {
    throw new Error(`no ${what} here`);
  };
}

/** What effects of a vendor are given beside its account: an empty database, and nothing else of the team. */
export function effectWorld(db = dbFor(nodeD1(), "tenant_alder")) {
  return {
    db,
    clock: { now: () => Date.now() },
    logger: silentLogger,
    files: none("files"),
    servers: none("servers"),
    projects: none("projects"),
    answered: async () => {},
  };
}
