/** Routes of accounts. */
import {
  accountLine,
  calledStage,
  changeAccount,
  createAccount,
  listAccounts,
  mendAccount,
  recordByHand,
  removeAccount,
  removeSource,
  restoreAccount,
  takeAccountFiles,
  undoNewest,
  showAccount,
  stageNamed,
  stageRules,
  stageSettings,
  updateMorning,
  updateStages,
  wordsOfStage,
} from "../index.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { accountsEndpoints, type AccountEvidence } from "../api/accounts.ts";
import { accountFilesEndpoint, accountImportEndpoint } from "../api/account-import.ts";
import type { Origin } from "../../workspace/index.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";

export function accountsRoutes(app: App): void {
  serve(app, accountsEndpoints.list, async ({ db, query }) => {
    const rules = await stageRules(db);
    const { stage, ...asked } = query;
    const rule = stage === undefined ? null : stageNamed(rules, stage);
    const words = stage === undefined ? undefined : rule === null ? [stage] : wordsOfStage(rule);
    const page = await withOpaqueCursor(asked, (rest) => listAccounts(db, { ...rest, stages: words }));
    const items = page.items.map(accountLine);
    return {
      items: items.map((line) => ({ ...line, stage: calledStage(rules, line.stage) })),
      nextCursor: page.nextCursor,
      stages: rules.map((one) => one.stage),
    };
  });

  serve(app, accountImportEndpoint, async ({ services, tenantId, principal, body }) =>
    services.importAccounts(tenantId, onThePage(principal).origin.author, body.lines),
  );

  serve(app, accountsEndpoints.stages, async ({ db }) => stageSettings(db));

  serve(app, accountsEndpoints.updateStages, async ({ services, db, principal, tenantId, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user", id, name } as const;
    const changed = await updateStages(db, { ...body, by, nowMs: services.clock.now() });
    const tenant = await services.tenant(tenantId);
    await tenant.publish(tenantId, { type: "settings.updated" });
    await tenant.publish(tenantId, { type: "records.changed", records: ["accounts"] });
    return changed;
  });

  serve(app, accountsEndpoints.updateMorning, async ({ services, db, principal, tenantId, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user", id, name } as const;
    const changed = await updateMorning(db, { ...body, by, nowMs: services.clock.now() });
    await (await services.tenant(tenantId)).publish(tenantId, { type: "settings.updated" });
    return changed;
  });

  serve(app, accountsEndpoints.get, async ({ services, tenantId, param }) =>
    showAccount(services.workspace(tenantId), param("id")),
  );

  serve(app, accountsEndpoints.history, async ({ services, tenantId, param }) => {
    const { entries, problems } = await showAccount(services.workspace(tenantId), param("id"));
    return { entries, problems };
  });

  serve(app, accountsEndpoints.create, async ({ services, tenantId, principal, body }) =>
    createAccount(services.workspace(tenantId), { wanted: body.wanted, ...onThePage(principal) }),
  );

  serve(app, accountsEndpoints.change, async ({ services, tenantId, principal, body, param }) =>
    changeAccount(services.workspace(tenantId), param("id"), { ...body, ...onThePage(principal) }),
  );

  serve(app, accountsEndpoints.undo, async ({ services, tenantId, principal, body, param }) =>
    undoNewest(services.workspace(tenantId), param("id"), { ...body, origin: onThePage(principal).origin }),
  );

  serve(app, accountsEndpoints.repair, async ({ services, tenantId, principal, param }) =>
    mendAccount(services.workspace(tenantId), param("id"), onThePage(principal).origin),
  );

  serve(app, accountsEndpoints.remove, async ({ services, tenantId, principal, param }) =>
    removeAccount(services.workspace(tenantId), param("id"), onThePage(principal).origin),
  );

  serve(app, accountsEndpoints.removeSource, async ({ services, tenantId, principal, body, param }) =>
    removeSource(services.workspace(tenantId), {
      id: param("id"),
      path: body.path,
      origin: onThePage(principal).origin,
    }),
  );

  serve(app, accountsEndpoints.restore, async ({ services, tenantId, principal, body, param }) =>
    restoreAccount(services.workspace(tenantId), param("id"), {
      ...body,
      origin: onThePage(principal).origin,
    }),
  );

  serve(app, accountFilesEndpoint, async ({ services, tenantId, principal, body }) =>
    takeAccountFiles(services.workspace(tenantId), body.files, onThePage(principal).origin),
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
