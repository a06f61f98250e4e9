/** The team's own instructions for certain kinds of work. */
import type { Tenant } from "../../../integrations/tenant/index.ts";
import { useSkill, type SkillAnswer, type SkillRequest } from "../../skills/index.ts";
import type { Acting } from "../../../agent/tools/call.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface SkillServices {
  /** A skill or one of its files; the use is recorded with the run. */
  readonly useSkill: (request: SkillRequest) => Promise<SkillAnswer>;
}

/** Skills as one run uses them. */
export function skillServices(tenant: Tenant, { runId, conversationId }: Acting): SkillServices {
  return {
    useSkill: (request) =>
      useSkill(tenant.files(), request, runId === null ? null : { runId, conversationId }),
  };
}

export const skills = defineToolset<SkillServices>({
  name: "skills",
  title: "Skills",
  tools: Object.values(tools),
  open: skillServices,
});
