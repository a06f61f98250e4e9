/** The signed-in user, for every component in the shell. */
import { createContext, useContext } from "react";
import type { Work } from "../../../src/team/api/first-steps.ts";
import type { Me } from "../../../src/team/api/team.ts";

const MeContext = createContext<Me | null>(null);

export const MeProvider = MeContext.Provider;

export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("useMe is for pages that need sign-in.");
  return me;
}

/** What the team runs; null if it has not said, and outside the shell. */
export function useWork(): Work | null {
  return useContext(MeContext)?.tenant.work ?? null;
}

export function useIsAdmin(): boolean {
  return useMe().role === "admin";
}

export function useZone(): string {
  return useMe().tenant.timeZone;
}
