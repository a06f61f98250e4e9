/** Whether a team's connections allow what effects would do. */
import * as z from "zod";
import type { EffectBytes } from "../approvals/ports.ts";
import type { TenantDb } from "../platform/db/index.ts";
import { lackOf } from "./allowance.ts";
import type { EffectKind } from "../approvals/effects/define-effect.ts";
import { allKinds, findKind } from "../approvals/effects/kinds.ts";

const connectionOf = z.object({ connectionId: z.string().optional() }).catch({});

/** Why one of them isn't allowed at its vendor, in words; null where all are. */
export async function lackFor(
  db: TenantDb,
  effects: readonly EffectBytes[],
  kinds: readonly EffectKind[] = allKinds(),
): Promise<string | null> {
  for (const { kind: name, document } of effects) {
    const { vendor = null, capability } = findKind(kinds, name) ?? {};
    if (capability === undefined) continue;
    for (const one of [vendor].flat()) {
      if (one === null) continue;
      const lack = await lackOf(db, one, capability, connectionOf.parse(document).connectionId);
      if (lack !== null) return lack;
    }
  }
  return null;
}
