/** Amounts of a statement of work: cost and payments, in cents so that they add up. Pure. */

/** A role, its share of the project's hours, and its hourly rate in dollars. */
interface RoleShare {
  readonly allocation_percentage: number;
  readonly rate_per_hour: number;
}

/** Cost of hours split among roles by allocation. Dollars, to the cent; 0 without roles. */
export function costOf(hours: number, roles: readonly RoleShare[]): number {
  const all = roles.reduce((sum, { allocation_percentage: share }) => sum + share, 0);
  if (all === 0) return 0;
  const perHour = roles.reduce(
    (sum, role) => sum + (role.allocation_percentage / all) * role.rate_per_hour,
    0,
  );
  return Math.round(hours * perHour * 100) / 100;
}

/**
 * Splits an amount by weights, to the cent; the parts add up exactly, with the rounding remainder on the
 * largest weight.
 */
export function split(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const cents = Math.round(total * 100);
  const parts = weights.map((weight) => Math.floor(cents * (all === 0 ? 1 / weights.length : weight / all)));
  const left = cents - parts.reduce((sum, part) => sum + part, 0);
  const heaviest = weights.indexOf(Math.max(...weights));
  return parts.map((part, at) => (at === heaviest ? part + left : part) / 100);
}
