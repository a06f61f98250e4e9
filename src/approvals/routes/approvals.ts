/** Routes of approvals. GET reads; only POST changes anything. */
import { approvalDeps } from "../open.ts";
import type { TenantContext } from "../../platform/context.ts";
import {
  approvalsFor,
  compensate,
  decide,
  decideMany,
  getApproval,
  listApprovals,
  preview,
  resolve,
  stop,
  undo,
  withdraw,
  type DecideInput,
} from "../index.ts";
import { authDeps, approvalTokenHolder, type Principal } from "../../platform/auth/index.ts";
import { toRow } from "../api/approval-row.ts";
import { approvalEndpoints, type Approval } from "../api/approval.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { authenticate, credentials } from "../../platform/http/middleware/session.ts";
import { pathParam, serve, serveTo, type App } from "../../platform/http/serve.ts";
import { pause } from "../../kernel/time-limit.ts";

/** Poll interval while a running attempt ends. */
const STOP_LOOK_MS = 500;

/** The batch route comes first, because its path also matches the single one. */
export function approvalRoutes(app: App): void {
  serve(app, approvalEndpoints.list, async ({ ctx, db, principal, query }) => {
    const deps = await approvalDeps(ctx);
    const page = await withOpaqueCursor(query, (asked) => listApprovals(deps, asked));
    const shown = await approvalsFor(db, principal.user.id, page.items);
    return { ...page, items: shown.map(toRow) };
  });

  serve(app, approvalEndpoints.decideMany, async ({ ctx, principal, body }) => {
    const deps = await approvalDeps(ctx);
    const results = await decideMany(deps, { decisions: body.decisions, by: personOf(principal) });
    return {
      results: await Promise.all(
        results.map(async (result) =>
          result.ok ? { ...result, approval: await shownTo(ctx, principal, result.approval) } : result,
        ),
      ),
    };
  });

  serve(app, approvalEndpoints.get, async ({ ctx, principal, param }) =>
    shownTo(ctx, principal, await getApproval(await approvalDeps(ctx), param("id"))),
  );

  serve(app, approvalEndpoints.preview, async ({ ctx, param, body }) =>
    preview(await approvalDeps(ctx), { approvalId: param("id"), ...body }),
  );

  serveTo(app, approvalEndpoints.decide, deciderOf, async ({ deployment, who, param, body }) => {
    const ctx = deployment.tenant(who.tenantId);
    const decided = await decide(await approvalDeps(ctx), {
      approvalId: param("id"),
      body,
      by: who.by,
      ...(who.token === undefined ? {} : { token: who.token }),
    });
    return shownTo(ctx, { user: who.by }, decided);
  });

  serve(app, approvalEndpoints.undo, async ({ ctx, principal, param }) =>
    shownTo(
      ctx,
      principal,
      await undo(await approvalDeps(ctx), { approvalId: param("id"), by: personOf(principal) }),
    ),
  );

  serve(app, approvalEndpoints.stop, async ({ ctx, principal, param }) =>
    shownTo(
      ctx,
      principal,
      await stop(await approvalDeps(ctx), {
        approvalId: param("id"),
        by: personOf(principal),
        pause: () => pause(STOP_LOOK_MS),
      }),
    ),
  );

  serve(app, approvalEndpoints.resolve, async ({ ctx, principal, param, body }) =>
    shownTo(
      ctx,
      principal,
      await resolve(await approvalDeps(ctx), {
        approvalId: param("id"),
        by: personOf(principal),
        outcome: body.outcome,
        note: body.note,
      }),
    ),
  );

  serve(app, approvalEndpoints.withdraw, async ({ ctx, principal, param }) =>
    shownTo(
      ctx,
      principal,
      await withdraw(await approvalDeps(ctx), {
        approvalId: param("id"),
        by: { kind: "user", ...personOf(principal) },
      }),
    ),
  );

  serve(app, approvalEndpoints.compensate, async ({ ctx, principal, param }) =>
    shownTo(
      ctx,
      principal,
      await compensate(await approvalDeps(ctx), {
        approvalId: param("id"),
        by: personOf(principal),
      }),
    ),
  );
}

/** An approval as this member may see it. */
async function shownTo(
  ctx: TenantContext,
  { user }: { readonly user: { readonly id: string } },
  approval: Approval,
): Promise<Approval> {
  const [shown = approval] = await approvalsFor(ctx.db, user.id, [approval]);
  return shown;
}

function personOf(principal: Pick<Principal, "user">): DecideInput["by"] {
  return { id: principal.user.id, name: principal.user.name };
}

/** The signed-in member, or the member a notification's button was made for. */
async function deciderOf(c: HttpContext): Promise<Pick<DecideInput, "by" | "token"> & { tenantId: string }> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined || !/^approval\s/i.test(authorization)) {
    const principal = await authenticate(c);
    return { tenantId: principal.tenant.id, by: personOf(principal) };
  }
  const token = credentials(authorization, "Approval");
  const holder = await approvalTokenHolder(authDeps(c.var.deployment), token, pathParam(c, "id"));
  return { tenantId: holder.tenant.id, by: personOf(holder), token: { hash: holder.tokenHash } };
}
