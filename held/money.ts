/** Sums of a statement of work: effort, cost and payments, in cents so that they add up. Pure. */

/** A role, how much of its time goes into the project, and what an hour of it costs. */
export interface RoleShare {
  readonly allocation_percentage: number;
  readonly rate_per_hour: number;
}

/** What hours cost whose work is shared among roles by their allocation. Dollars, to the cent. */
export function costOf(hours: number, roles: readonly RoleShare[]): number {
  const all = roles.reduce((sum, { allocation_percentage: share }) => sum + share, 0);
  if (all === 0) return 0;
  const perHour = roles.reduce(
    (sum, role) => sum + (role.allocation_percentage / all) * role.rate_per_hour,
    0,
  );
  return Math.round(hours * perHour * 100) / 100;
}

/** An amount split by weights, to the cent; the parts add up to it exactly. */
export function split(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const cents = Math.round(total * 100);
  let given = 0;
  return weights.map((weight, at) => {
    const share =
      at === weights.length - 1
        ? cents - given
        : Math.floor(cents * (all === 0 ? 1 / weights.length : weight / all));
    given += share;
    return share / 100;
  });
}
