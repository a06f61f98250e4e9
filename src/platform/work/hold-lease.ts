/**
 * Leases of work that may take minutes: short, and renewed as long as the work goes on. What dies with its process is due again once the lease ends,
 * however long the work would have taken.
 */
import { LIMITS } from "../../kernel/limits.ts";

/** A lease ends so long after its last renewal. */
export const LEASE_MS = LIMITS.leaseMs;
const RENEW_MS = LEASE_MS / 3;

/** Does work under a lease. `renew` extends it by `LEASE_MS`, where it is still the same holder's; one that fails is made good by the next. */
export async function holdLease<Result>(
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
