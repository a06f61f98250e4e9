/** Accounts: customers as the team and Steward keep them. */
import {
  accountLine,
  changeAccount,
  createAccount,
  listAccounts,
  recordByHand,
  showAccount,
  stageRules,
} from "../../accounts/index.ts";
import type { Principal } from "../../auth/index.ts";
import { accountsEndpoints, type AccountEvidence } from "../../protocol/accounts.ts";
import type { Origin } from "../../workspace/index.ts";
import { withOpaqueCursor } from "../cursor.ts";
import { serve, type App } from "../serve.ts";

/** Adds them. */
export function accountsRoutes(app: App): void {
  serve(app, accountsEndpoints.list, async ({ db, query }) => {
    const [page, rules] = await Promise.all([
      withOpaqueCursor(query, (asked) => listAccounts(db, asked)),
      stageRules(db),
    ]);
    const stages = rules.map(({ stage }) => stage);
    return { items: page.items.map(accountLine), nextCursor: page.nextCursor, stages };
  });

  serve(app, accountsEndpoints.get, async ({ services, tenantId, param }) =>
    showAccount(services.workspace(tenantId), param("id")),
  );

  serve(app, accountsEndpoints.create, async ({ services, tenantId, principal, body }) =>
    createAccount(services.workspace(tenantId), { wanted: body.wanted, ...onThePage(principal) }),
  );

  serve(app, accountsEndpoints.change, async ({ services, tenantId, principal, body, param }) =>
    changeAccount(services.workspace(tenantId), param("id"), { ...body, ...onThePage(principal) }),
  );

  serve(app, accountsEndpoints.record, async ({ services, tenantId, principal, param }) =>
    recordByHand(services.workspace(tenantId), param("id"), onThePage(principal).origin),
  );
}

function onThePage({ user }: Principal): { readonly evidence: AccountEvidence; readonly origin: Origin } {
  return {
    evidence: { kind: "page", name: user.name },
    origin: { author: { kind: "user", id: user.id, name: user.name } },
  };
}
