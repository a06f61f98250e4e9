/** A team that a person is about to start, kept in this tab during sign-in at the provider. */
import { workSchema, type Work } from "../../../../src/team/api/first-steps.ts";

const KEY = "steward.new-team";

export interface NewTeam {
  readonly team: string;
  readonly timeZone: string;
  readonly work: Work;
}

export function rememberNewTeam(team: NewTeam): void {
  sessionStorage.setItem(KEY, JSON.stringify(team));
}

/** The team, once: a second try signs in without it. */
export function takeNewTeam(): NewTeam | null {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) return null;
  const { team, timeZone, work } = JSON.parse(stored) as NewTeam;
  return { team, timeZone, work: workSchema.parse(work) };
}
