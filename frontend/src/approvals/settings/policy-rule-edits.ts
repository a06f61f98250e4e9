/** Edits to the policy's rules, what is missing, and what makes them ineffective. Pure. */
import { fieldWords } from "../../../../src/approvals/api/policy-words.ts";
import {
  type BoundField,
  type PolicyBound,
  type PolicyRule,
  type RuleHours,
} from "../../../../src/approvals/api/policy-rules.ts";
import { type Policy, type ToolPower } from "../../../../src/team/api/policy.ts";

/** A tool with the arguments rules can bound. */
export type RuleTool = ToolPower & { readonly fields: readonly BoundField[] };

/** A rule to start from: anything, to anyone, at any time, asks first. */
export function newRule(id: string): PolicyRule {
  return { id, agent: null, tool: null, recipients: null, bounds: [], hours: null, decision: "ask" };
}

/** The rule for another action; parts that don't apply to it are removed. */
export function withTool(rule: PolicyRule, tool: RuleTool | null): PolicyRule {
  const fields = tool?.fields.map(({ field }) => field) ?? [];
  return {
    ...rule,
    tool: tool?.name ?? null,
    recipients: tool === null || tool.effect === "external" ? rule.recipients : null,
    bounds: rule.bounds.filter(({ field }) => fields.includes(field)),
  };
}

const COMPARISONS: Readonly<Record<BoundField["kind"], readonly PolicyBound["is"][]>> = {
  text: ["at_most", "at_least", "contains", "equals", "one_of"],
  number: ["at_most", "at_least", "equals"],
  choice: ["equals", "one_of"],
  boolean: ["equals"],
  list: ["at_most", "at_least", "contains", "one_of"],
};

export function comparisonsOf({ kind }: BoundField): readonly PolicyBound["is"][] {
  return COMPARISONS[kind];
}

const START = { text: 160, list: 1, number: 100, choice: 1, boolean: 1 } as const;

/** A bound of a field; `is` defaults to the field's first comparison. */
export function boundOf(field: BoundField, is = comparisonsOf(field)[0] ?? "equals"): PolicyBound {
  const first = field.kind === "boolean" ? "true" : (field.choices?.[0] ?? "");
  switch (is) {
    case "at_most":
    case "at_least":
      return { field: field.field, is, value: START[field.kind] };
    case "equals":
    case "contains":
      return { field: field.field, is, value: first };
    case "one_of":
      return { field: field.field, is, value: first === "" ? [] : [first] };
  }
}

export type DaysKind = "any" | "daily" | "weekdays" | "weekends" | "days";

/** The choice in the form that some hours correspond to. */
export function daysKindOf(hours: RuleHours | null): DaysKind {
  if (hours === null) return "any";
  if (hours.days === null) return "daily";
  const days = hours.days.toSorted((one, other) => one - other).join("");
  return days === "12345" ? "weekdays" : days === "67" ? "weekends" : "days";
}

const DAYS: Readonly<Record<Exclude<DaysKind, "any">, RuleHours["days"]>> = {
  daily: null,
  weekdays: [1, 2, 3, 4, 5],
  weekends: [6, 7],
  days: [1],
};

export function hoursOf(kind: DaysKind, before: RuleHours | null): RuleHours | null {
  if (kind === "any") return null;
  const { from, to } = before ?? { from: "08:00", to: "18:00" };
  return { from, to, days: DAYS[kind] };
}

/** What keeps the rules from being saved, as an instruction; null if nothing does. */
export function lacksOf(rules: readonly PolicyRule[]): string | null {
  for (const [index, { bounds, recipients }] of rules.entries()) {
    if (recipients?.length === 0) return `Rule ${index + 1}: choose who it’s for, or “anyone”.`;
    const empty = bounds.find(({ value }) => typeof value !== "number" && value.length === 0);
    if (empty) return `Rule ${index + 1}: fill in the ${fieldWords(empty.field)}, or remove that condition.`;
  }
  return null;
}

/** Why a rule would have no effect, in words; null if it would have one. */
export function heldBack(rule: PolicyRule, policy: Policy, tools: readonly RuleTool[]): string | null {
  const power = tools.find(({ name }) => name === rule.tool) ?? null;
  const mode = power === null ? null : (policy.tools[power.name] ?? power.defaultMode);
  if (rule.decision !== "deny" && mode === "deny")
    return "Never happens: this action is set to “Never” below.";
  if (rule.decision !== "allow") return null;
  if (mode === "shadow") return "Only noted: this action is set to “Only note what it would do” below.";
  if (policy.autonomy === "shadow") return "Only noted, as set under Autonomy above.";
  return power === null || power.effect === "external" ? stillAsks(rule, policy, power) : null;
}

function stillAsks({ recipients }: PolicyRule, { autonomy }: Policy, power: RuleTool | null): string | null {
  if (power?.mayAllow === false) return "Steward still asks: this action always needs a person.";
  if (autonomy === "propose")
    return "Steward still asks. To let it act, set Autonomy above to “acts where a rule or an action allows it”.";
  return recipients?.includes("new") === true ? "Someone new always needs a person’s approval." : null;
}
