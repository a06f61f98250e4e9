/** What belongs to one team of the drill. */
import type { DemoTenant } from "../../../sandbox/world/company.ts";

/** A team's times. */
export interface Planned {
  readonly team: DemoTenant;
  readonly textAtMs: number;
  readonly lookAtMs: number;
  readonly reminderAtMs: number;
}

/** Words of a team's own, by which the model's scripted answers are found. */
export function markerOf(team: DemoTenant, what: "mail" | "reminder" | "text"): string {
  return `drill-${what}-of-${team.id}.`;
}

/** The number that texts a team. */
export function senderOf(team: DemoTenant): string {
  return `+1412900${team.id.slice(-4)}`;
}

/** The id of a team's reminder. */
export function reminderOf(team: DemoTenant): string {
  return `reminder-${team.id}`;
}
