/** The nightly consistency check of a tenant's index. */
import type { TenantContext } from "../../platform/context.ts";
import { consume } from "../../platform/events/index.ts";

const CONSUME_MS = 60_000;

/** Indexes pending changes, then checks the index against the records. */
export async function checkIndex(ctx: TenantContext): Promise<{ readonly summary: string }> {
  await consume(ctx, ctx.clock.now() + CONSUME_MS);
  await (await ctx.objects.search()).check(ctx.tenantId);
  return { summary: "Began comparing the search index with the records; what differs is repaired." };
}
