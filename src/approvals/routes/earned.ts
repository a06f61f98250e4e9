/** Routes of the rules a team’s decisions have earned. */
import { eq } from "drizzle-orm";
import { AppError } from "../../kernel/errors.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { earnedEndpoints } from "../api/earned.ts";
import { listEarned, takeOut } from "../earned/index.ts";
import { approvalDeps, earnedDeps } from "../open.ts";
import { earnedTallies } from "../tables/approvals.ts";

export function earnedRoutes(app: App): void {
  serve(app, earnedEndpoints.list, async ({ ctx }) => ({
    items: await listEarned(earnedDeps(ctx, () => approvalDeps(ctx))),
  }));

  serve(app, earnedEndpoints.takeBack, async ({ ctx, db, principal, param }) => {
    const { id, name } = principal.user;
    if ((await db.find(earnedTallies, eq(earnedTallies.id, param("id")))) === null)
      throw new AppError("not_found", "That rule doesn’t exist.");
    await takeOut(db, param("id"), { nowMs: ctx.clock.now(), by: { kind: "user", id, name } });
    await earnedDeps(ctx, () => approvalDeps(ctx)).publish();
    return { ok: true } as const;
  });
}
