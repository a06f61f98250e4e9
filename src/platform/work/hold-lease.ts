/**
 * Leases of work that may take minutes: short, and renewed while the work runs. If the process dies, the
 * work is due again when the lease ends.
 */
import { LIMITS } from "../../kernel/limits.ts";

/** Duration of a lease after its last renewal. */
export const LEASE_MS = LIMITS.leaseMs;
const RENEW_MS = LEASE_MS / 3;

/**
 * Runs work under a lease. `renew` extends it by `LEASE_MS` if the holder is unchanged; a failed renewal is
 * covered by the next.
 */
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
