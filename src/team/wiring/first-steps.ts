/** Wires the setup of a new team. */
import { writeFirstFiles } from "../first-steps/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import { writeOnce } from "../../workspace/open-write-once.ts";

/** Writes a new team's initial files; does nothing for other teams. Idempotent. */
export async function beginTeam(ctx: TenantContext): Promise<void> {
  const db = ctx.db;
  await writeFirstFiles(
    {
      db,
      async team() {
        const team = await ctx.deployment.system.findTenant(ctx.tenantId);
        if (team === null) throw new AppError("not_found", "That team doesn’t exist.");
        return team;
      },
      write: writeOnce(ctx),
    },
    ctx.clock.now(),
  );
}
