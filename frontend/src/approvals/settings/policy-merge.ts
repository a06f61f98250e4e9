/** Merges concurrent policy edits: what each person changed, and the conflicts. Pure. */
import type { Policy } from "../../../../src/team/api/policy.ts";

type Flat = Record<string, unknown>;

function flatten(policy: Policy): Flat {
  const { tools, turn, sms, appointments, ...rest } = policy;
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(sms).map(([name, value]) => [`sms.${name}`, value])),
    ...Object.fromEntries(
      Object.entries(appointments).map(([name, value]) => [`appointments.${name}`, value]),
    ),
    ...Object.fromEntries(Object.entries(tools).map(([name, mode]) => [`tools.${name}`, mode])),
    ...Object.fromEntries(Object.entries(turn).map(([name, limit]) => [`turn.${name}`, limit])),
  };
}

function build(flat: Flat): Policy {
  const tools: Flat = {};
  const turn: Flat = {};
  const sms: Flat = {};
  const appointments: Flat = {};
  const rest: Flat = {};
  for (const [key, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    if (key.startsWith("tools.")) tools[key.slice("tools.".length)] = value;
    else if (key.startsWith("sms.")) sms[key.slice("sms.".length)] = value;
    else if (key.startsWith("appointments.")) appointments[key.slice("appointments.".length)] = value;
    else if (key.startsWith("turn.")) turn[key.slice("turn.".length)] = value;
    else rest[key] = value;
  }
  return { ...rest, tools, turn, sms, appointments } as unknown as Policy;
}

function differ(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) !== JSON.stringify(right);
}

export interface Merged {
  /** Theirs with my changes on top. */
  readonly policy: Policy;
  /** Settings both changed, to different values. */
  readonly conflicts: readonly string[];
}

/** Lays my changes since `base` over `theirs`. */
export function mergePolicy(base: Policy, mine: Policy, theirs: Policy): Merged {
  const before = flatten(base);
  const my = flatten(mine);
  const their = flatten(theirs);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(my), ...Object.keys(their)])];
  const conflicts: string[] = [];
  const merged: Flat = {};
  for (const key of keys) {
    const iChanged = differ(my[key], before[key]);
    if (iChanged && differ(their[key], before[key]) && differ(my[key], their[key])) conflicts.push(key);
    merged[key] = iChanged ? my[key] : their[key];
  }
  return { policy: build(merged), conflicts };
}

export function samePolicy(left: Policy, right: Policy): boolean {
  const one = flatten(left);
  const other = flatten(right);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (key) => !differ(one[key], other[key]),
  );
}
