/** What each tool is called and may do, as pages and the rule table see it. */
import type { Policy, ToolPower } from "../../approvals/api/policy.ts";
import type { PolicyTool } from "../../approvals/policy/index.ts";
import { formOf } from "../../approvals/index.ts";
import type { FormField } from "../../approvals/api/approval.ts";
import type { BoundField } from "../../approvals/api/policy-rules.ts";
import { findTool, allToolsets } from "./catalogue.ts";
import { inputSchemaOf } from "./model-tools.ts";
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
  return allToolsets().flatMap(({ title: group, tools }) =>
    tools.map((tool) => ({
      ...policyToolOf(tool),
      title: tool.title,
      group,
      mode: policy.tools[tool.name] ?? defaultModeOf(tool),
    })),
  );
}

/** Most characters shown of a name that is no tool's. */
const NAME_CHARS = 100;

/** What a tool does, in words; of one that is gone, its name. */
export function toolTitle(name: string): string {
  return findTool(name)?.tool.title ?? name.slice(0, NAME_CHARS).replaceAll("_", " ");
}

/** Whether an admin may let a tool do something outside without asking; false for one that is gone. */
export function mayEarn(name: string): boolean {
  const tool = findTool(name)?.tool;
  return tool !== undefined && tool.effect === "external" && mayAllow(tool);
}

/** The arguments of a tool that rules can bound; none for a tool that does not exist. */
export function boundFields(name: string): BoundField[] {
  const tool = findTool(name)?.tool;
  return tool === undefined ? [] : formOf(inputSchemaOf(tool)).flatMap(boundField);
}

const KINDS = {
  text: "text",
  longtext: "text",
  number: "number",
  boolean: "boolean",
  choice: "choice",
  list: "list",
  records: "list",
} as const;

function boundField({ path, label, type, choices, fields = [] }: FormField): BoundField[] {
  // What a group holds is bounded field by field.
  if (type === "group")
    return fields.flatMap(boundField).map((field) => ({ ...field, label: `${label}: ${field.label}` }));
  return [{ field: path, label, kind: KINDS[type], ...(choices === null ? {} : { choices: [...choices] }) }];
}

/** Where look-ups carry words, as people call it: a toolset, and of tool servers which one. */
export function destinationTitle(to: string): string {
  const [name = "", ...server] = to.split(" ");
  if (server.length > 0) return `Tool server “${server.join(" ")}”`;
  return name === "web" ? "Web search" : (allToolsets().find((one) => one.name === name)?.title ?? name);
}
