import { denied } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

/** A call runs only in the tenant its conversation belongs to, whatever else went wrong before. */
export const tenantIsolation: BeforeHook = {
  name: "tenant-isolation",
  async before({ scope }, deps) {
    if (scope.tenantId === deps.tenantId && deps.tenantId !== "")
      return { decision: "same tenant", rule: null };
    const rule = "tenant.mismatch";
    return { decision: "deny", rule, stop: denied(rule, "This call does not belong to this team.") };
  },
};
