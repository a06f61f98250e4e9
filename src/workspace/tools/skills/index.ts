/** The team's own instructions for certain kinds of work. */
import type { Tenant } from "../../../agent/tools/tenant.ts";
import { useSkill, type SkillAnswer, type SkillRequest } from "../../skills/index.ts";
import type { WorkspaceDeps } from "../../index.ts";
import type { Acting } from "../../../agent/tools/call.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

/** Dependencies of the tools. */
export interface SkillServices {
  /** Loads a skill or one of its files, and records the use with the run. */
  readonly useSkill: (request: SkillRequest) => Promise<SkillAnswer>;
  readonly files: WorkspaceDeps;
}

/** Skills for one run. */
export function skillServices(tenant: Tenant, { runId, conversationId }: Acting): SkillServices {
  const files = tenant.files();
  return {
    useSkill: (request) => useSkill(files, request, runId === null ? null : { runId, conversationId }),
    files,
  };
}

export const skills = defineToolset<SkillServices>({
  name: "skills",
  title: "Skills",
  place: 80,
  tools: Object.values(tools),
  open: skillServices,
});
