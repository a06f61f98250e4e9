/** Composition of the nightly check of one tenant's index. */
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { indexLeftOver } from "../search/index.ts";
import { consume } from "../../features/consumers.ts";
import { indexDeps, searchObject } from "../open.ts";

const CONSUME_MS = 60_000;

/** Brings the index what is still on its way there, and has it hold itself against the records. */
export async function checkIndex(env: Env, tenantId: string): Promise<{ readonly summary: string }> {
  await indexLeftOver(indexDeps(env, tenantId));
  await consume(env, tenantId, systemClock.now() + CONSUME_MS);
  await (await searchObject(env, tenantId)).check(tenantId);
  return { summary: "Began comparing the search index with the records; what differs is repaired." };
}
