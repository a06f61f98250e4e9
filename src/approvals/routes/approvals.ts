/** Approvals: seen, previewed, decided by a person who saw exactly these bytes, taken back, settled. GET shows, POST decides. */
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
import { approvalTokenHolder, type Principal } from "../../platform/auth/index.ts";
import { approvalEndpoints, type Approval } from "../api/approval.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import type { HttpServices } from "../../features/http-services.ts";
import { authenticate, credentials } from "../../platform/http/middleware/session.ts";
import { pathParam, serve, serveTo, type App } from "../../platform/http/serve.ts";

/** Between two looks at a try that ends before what it tries can be stopped. */
const STOP_LOOK_MS = 500;

/** Adds them. The batch stands before the single one: its address would fit there too. */
export function approvalRoutes(app: App): void {
  serve(app, approvalEndpoints.list, async ({ services, db, principal, tenantId, query }) => {
    const deps = await services.approvals(tenantId);
    const page = await withOpaqueCursor(query, (asked) => listApprovals(deps, asked));
    return { ...page, items: await approvalsFor(db, principal.user.id, page.items) };
  });

  serve(app, approvalEndpoints.decideMany, async ({ services, principal, tenantId, body }) => {
    const deps = await services.approvals(tenantId);
    const results = await decideMany(deps, { decisions: body.decisions, by: personOf(principal) });
    return {
      results: await Promise.all(
        results.map(async (result) =>
          result.ok ? { ...result, approval: await shownTo(services, principal, result.approval) } : result,
        ),
      ),
    };
  });

  serve(app, approvalEndpoints.get, async ({ services, principal, tenantId, param }) =>
    shownTo(services, principal, await getApproval(await services.approvals(tenantId), param("id"))),
  );

  serve(app, approvalEndpoints.preview, async ({ services, tenantId, param, body }) =>
    preview(await services.approvals(tenantId), { approvalId: param("id"), ...body }),
  );

  serveTo(app, approvalEndpoints.decide, deciderOf, async ({ services, who, param, body }) => {
    const decided = await decide(await services.approvals(who.tenantId), {
      approvalId: param("id"),
      body,
      by: who.by,
      ...(who.token === undefined ? {} : { token: who.token }),
    });
    return shownTo(services, { tenant: { id: who.tenantId }, user: who.by }, decided);
  });

  serve(app, approvalEndpoints.undo, async ({ services, principal, tenantId, param }) =>
    shownTo(
      services,
      principal,
      await undo(await services.approvals(tenantId), { approvalId: param("id"), by: personOf(principal) }),
    ),
  );

  serve(app, approvalEndpoints.stop, async ({ services, principal, tenantId, param }) =>
    shownTo(
      services,
      principal,
      await stop(await services.approvals(tenantId), {
        approvalId: param("id"),
        by: personOf(principal),
        pause: () => new Promise((resolve) => setTimeout(resolve, STOP_LOOK_MS)),
      }),
    ),
  );

  serve(app, approvalEndpoints.resolve, async ({ services, principal, tenantId, param, body }) =>
    shownTo(
      services,
      principal,
      await resolve(await services.approvals(tenantId), {
        approvalId: param("id"),
        by: personOf(principal),
        outcome: body.outcome,
        note: body.note,
      }),
    ),
  );

  serve(app, approvalEndpoints.withdraw, async ({ services, principal, tenantId, param }) =>
    shownTo(
      services,
      principal,
      await withdraw(await services.approvals(tenantId), {
        approvalId: param("id"),
        by: { kind: "user", ...personOf(principal) },
      }),
    ),
  );

  serve(app, approvalEndpoints.compensate, async ({ services, principal, tenantId, param }) =>
    shownTo(
      services,
      principal,
      await compensate(await services.approvals(tenantId), {
        approvalId: param("id"),
        by: personOf(principal),
      }),
    ),
  );
}

/** An approval as a member may see it. */
async function shownTo(
  services: HttpServices,
  { tenant, user }: { readonly tenant: { readonly id: string }; readonly user: { readonly id: string } },
  approval: Approval,
): Promise<Approval> {
  const [shown = approval] = await approvalsFor(services.db(tenant.id), user.id, [approval]);
  return shown;
}

function personOf(principal: Pick<Principal, "user">): DecideInput["by"] {
  return { id: principal.user.id, name: principal.user.name };
}

/** Who decides: a signed-in member, or the member a notification's button was made for. */
async function deciderOf(c: HttpContext): Promise<Pick<DecideInput, "by" | "token"> & { tenantId: string }> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined || !/^approval\s/i.test(authorization)) {
    const principal = await authenticate(c);
    return { tenantId: principal.tenant.id, by: personOf(principal) };
  }
  const token = credentials(authorization, "Approval");
  const holder = await approvalTokenHolder(c.var.services.auth, token, pathParam(c, "id"));
  return { tenantId: holder.tenant.id, by: personOf(holder), token: { hash: holder.tokenHash } };
}
