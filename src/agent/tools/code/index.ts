/** Tools that run code in the sandbox. */
import type { CodeOutcome, CodeRequest } from "../../../platform/code-sandbox/index.ts";
import { defineToolset } from "../define-toolset.ts";
import type { Tenant } from "../tenant.ts";
import * as tools from "./tools.ts";

export interface CodeServices {
  runCode(request: CodeRequest): Promise<CodeOutcome>;
  useSkill(request: { readonly name: string; readonly resource: string }): ReturnType<Tenant["useSkill"]>;
}

export const code = defineToolset<CodeServices>({
  name: "code",
  title: "Calculation",
  place: 90,
  tools: Object.values(tools),
  open: (tenant, acting) => ({
    useSkill: (request) => tenant.useSkill(request, acting),
    runCode: (request) => tenant.runCode(request),
  }),
});
