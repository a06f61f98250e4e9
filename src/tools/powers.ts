/** What each tool may do, as the policy page and the rule table see it. */
import type { Policy, ToolPower } from "../protocol/account.ts";
import type { PolicyTool } from "../policy/index.ts";
import { CATALOGUE } from "./catalogue.ts";
import { defaultModeOf, mayAllow, type AnyTool } from "./define-tool.ts";

/** What a tool declares of itself, for the rule table. */
export function policyToolOf(tool: AnyTool): PolicyTool {
  return {
    name: tool.name,
    effect: tool.effect,
    egress: tool.egress,
    defaultMode: defaultModeOf(tool),
    mayAllow: mayAllow(tool),
  };
}

/** All tools with the mode the tenant set for each, or the tool's own. */
export function powers(policy: Pick<Policy, "tools">): ToolPower[] {
  return CATALOGUE.map((tool) => ({
    ...policyToolOf(tool),
    title: tool.title,
    mode: policy.tools[tool.name] ?? defaultModeOf(tool),
  }));
}
