/** Routes of accounts. */
import { importAccounts } from "../open.ts";
import { workspace } from "../../workspace/open.ts";
import {
  accountLine,
  accountRules,
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
  sumAccounts,
  valuesAsked,
  stageNamed,
  stageSettings,
  updateFields,
  updateMorning,
  updateStages,
  wordsOfStage,
} from "../index.ts";
import type { TeamField } from "../api/account-fields.ts";
import type { StageRule } from "../api/account-stages.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { accountsEndpoints, type AccountEvidence } from "../api/accounts.ts";
import { accountFilesEndpoint, accountImportEndpoint } from "../api/account-import.ts";
import type { Origin } from "../../workspace/index.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { dayOf } from "../../kernel/calendar.ts";

export function accountsRoutes(app: App): void {
  serve(app, accountsEndpoints.list, async ({ ctx, db, query }) => {
    const { stages: rules, fields } = await accountRules(db);
    const { stage, sort, order, within, ...asked } = query;
    const stages = stagesOf(rules, stage);
    const by = await byField(ctx, fields, { sort, order, within });
    const page = await withOpaqueCursor(asked, (rest) => listAccounts(db, { ...rest, by, stages }));
    const items = page.items.map(accountLine);
    return {
      items: items.map((line) => ({ ...line, stage: calledStage(rules, line.stage) })),
      nextCursor: page.nextCursor,
      stages: rules.map((one) => one.stage),
      fields: [...fields],
    };
  });

  serve(app, accountsEndpoints.totals, async ({ ctx, db, query: { stage, ...query } }) => {
    const { stages: rules, fields } = await accountRules(db);
    const by = await byField(ctx, fields, query);
    return { totals: await sumAccounts(db, fields, { stages: stagesOf(rules, stage), by }) };
  });

  serve(app, accountsEndpoints.updateFields, async ({ ctx, db, principal, tenantId, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user", id, name } as const;
    const changed = await updateFields(db, { ...body, by, nowMs: ctx.clock.now() });
    const tenant = await ctx.objects.team();
    await tenant.publish(tenantId, { type: "settings.updated" });
    await tenant.publish(tenantId, { type: "records.changed", records: ["accounts"] });
    return changed;
  });

  serve(app, accountImportEndpoint, async ({ ctx, principal, body }) =>
    importAccounts(ctx, onThePage(principal).origin.author, body.lines),
  );

  serve(app, accountsEndpoints.stages, async ({ db }) => stageSettings(db));

  serve(app, accountsEndpoints.updateStages, async ({ ctx, db, principal, tenantId, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user", id, name } as const;
    const changed = await updateStages(db, { ...body, by, nowMs: ctx.clock.now() });
    const tenant = await ctx.objects.team();
    await tenant.publish(tenantId, { type: "settings.updated" });
    await tenant.publish(tenantId, { type: "records.changed", records: ["accounts"] });
    return changed;
  });

  serve(app, accountsEndpoints.updateMorning, async ({ ctx, db, principal, tenantId, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user", id, name } as const;
    const changed = await updateMorning(db, { ...body, by, nowMs: ctx.clock.now() });
    await (await ctx.objects.team()).publish(tenantId, { type: "settings.updated" });
    return changed;
  });

  serve(app, accountsEndpoints.get, async ({ ctx, param }) => showAccount(workspace(ctx), param("id")));

  serve(app, accountsEndpoints.history, async ({ ctx, param }) => {
    const { entries, problems } = await showAccount(workspace(ctx), param("id"));
    return { entries, problems };
  });

  serve(app, accountsEndpoints.create, async ({ ctx, principal, body }) =>
    createAccount(workspace(ctx), { wanted: body.wanted, ...onThePage(principal) }),
  );

  serve(app, accountsEndpoints.change, async ({ ctx, principal, body, param }) =>
    changeAccount(workspace(ctx), param("id"), { ...body, ...onThePage(principal) }),
  );

  serve(app, accountsEndpoints.undo, async ({ ctx, principal, body, param }) =>
    undoNewest(workspace(ctx), param("id"), { ...body, origin: onThePage(principal).origin }),
  );

  serve(app, accountsEndpoints.repair, async ({ ctx, principal, param }) =>
    mendAccount(workspace(ctx), param("id"), onThePage(principal).origin),
  );

  serve(app, accountsEndpoints.remove, async ({ ctx, principal, param }) =>
    removeAccount(workspace(ctx), param("id"), onThePage(principal).origin),
  );

  serve(app, accountsEndpoints.removeSource, async ({ ctx, principal, body, param }) =>
    removeSource(workspace(ctx), {
      id: param("id"),
      path: body.path,
      origin: onThePage(principal).origin,
    }),
  );

  serve(app, accountsEndpoints.restore, async ({ ctx, principal, body, param }) =>
    restoreAccount(workspace(ctx), param("id"), {
      ...body,
      origin: onThePage(principal).origin,
    }),
  );

  serve(app, accountFilesEndpoint, async ({ ctx, principal, body }) =>
    takeAccountFiles(workspace(ctx), body.files, onThePage(principal).origin),
  );

  serve(app, accountsEndpoints.record, async ({ ctx, principal, param }) =>
    recordByHand(workspace(ctx), param("id"), onThePage(principal).origin),
  );
}

/** All names of a stage; undefined for every stage. A blank stands for accounts without one. */
function stagesOf(rules: readonly StageRule[], stage: string | undefined): readonly string[] | undefined {
  if (stage === undefined) return undefined;
  const rule = stageNamed(rules, stage);
  return rule === null ? [stage.trim()] : wordsOfStage(rule);
}

/** Which values of a field to show. Throws `invalid_request` for a field the team doesn't have. */
async function byField(
  ctx: TenantContext,
  fields: readonly TeamField[],
  asked: Parameters<typeof valuesAsked>[1],
) {
  const [zone, nowMs] = [await ctx.timeZone(), ctx.clock.now()];
  const by = valuesAsked(fields, asked, (days) => dayOf(nowMs + days * DAY_MS, zone));
  if (typeof by === "string") throw new AppError("invalid_request", by);
  return by;
}

function onThePage({ user }: Principal): { readonly evidence: AccountEvidence; readonly origin: Origin } {
  return {
    evidence: { kind: "page", name: user.name },
    origin: { author: userActor(user) },
  };
}
