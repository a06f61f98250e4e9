/** The team's own instructions for certain kinds of work. */
import type { SkillAnswer, SkillRequest } from "../../skills/index.ts";
import type { WorkspaceDeps } from "../../index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import * as tools from "./tools.ts";

export interface SkillServices {
  /** Loads a skill or one of its files, and records the use with the run. */
  readonly useSkill: (request: SkillRequest) => Promise<SkillAnswer>;
  readonly files: WorkspaceDeps;
}

export const skills = defineToolset<SkillServices>({
  name: "skills",
  title: "Skills",
  place: 80,
  tools: Object.values(tools),
  open: (tenant, acting) => ({
    useSkill: (request) => tenant.useSkill(request, acting),
    files: tenant.files(),
  }),
});
