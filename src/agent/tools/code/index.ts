/** Scripts in the code sandbox. */
import type { CodeOutcome, CodeRequest } from "../../../platform/code-sandbox/index.ts";
import { defineToolset } from "../define-toolset.ts";
import { skillServices, type SkillServices } from "../../../workspace/tools/skills/index.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface CodeServices extends SkillServices {
  runCode(request: CodeRequest): Promise<CodeOutcome>;
}

export const code = defineToolset<CodeServices>({
  name: "code",
  title: "Calculation",
  place: 90,
  tools: Object.values(tools),
  open: (tenant, acting) => ({
    ...skillServices(tenant, acting),
    runCode: (request) => tenant.runCode(request),
  }),
});
