/** Titles and permissions of tools, for pages and the rule table. */
import type { Policy, ToolPower } from "../../team/api/policy.ts";
import type { PolicyTool } from "../../approvals/policy/index.ts";
import { formOf } from "../../approvals/index.ts";
import type { FormField } from "../../approvals/api/approval.ts";
import type { BoundField } from "../../approvals/api/policy-rules.ts";
import { findTool, allToolsets } from "./catalogue.ts";
import { inputSchemaOf } from "./model-tools.ts";
import { defaultModeOf, mayAllow, type AnyTool } from "./define-tool.ts";

/** A tool's declaration for the rule table. */
export function policyToolOf(tool: AnyTool): PolicyTool {
  return {
    name: tool.name,
    effect: tool.effect,
    egress: tool.egress,
    defaultMode: defaultModeOf(tool),
    mayAllow: mayAllow(tool),
  };
}

/** All tools with the tenant's mode, or their default. */
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

/** Maximum length shown of an unknown tool name. */
const NAME_CHARS = 100;

/** A tool's title, or its name if it no longer exists. */
export function toolTitle(name: string): string {
  return findTool(name)?.tool.title ?? name.slice(0, NAME_CHARS).replaceAll("_", " ");
}

/** Whether an admin may allow an external tool without approval; false if it no longer exists. */
export function mayEarn(name: string): boolean {
  const tool = findTool(name)?.tool;
  return tool !== undefined && tool.effect === "external" && mayAllow(tool);
}

/** The arguments that rules can bound; none for an unknown tool. */
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
  // Fields of a group are bounded one by one.
  if (type === "group")
    return fields.flatMap(boundField).map((field) => ({ ...field, label: `${label}: ${field.label}` }));
  return [{ field: path, label, kind: KINDS[type], ...(choices === null ? {} : { choices: [...choices] }) }];
}

/** The title of a look-up's destination: a toolset, and for tool servers which one. */
export function destinationTitle(to: string): string {
  const [name = "", ...server] = to.split(" ");
  if (server.length > 0) return `Tool server “${server.join(" ")}”`;
  return name === "web" ? "Web search" : (allToolsets().find((one) => one.name === name)?.title ?? name);
}
