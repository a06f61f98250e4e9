/** Tools by what they work on, and what each group may do in a few words. Pure. */
import type { ToolMode } from "../../../../src/approvals/api/policy-rules.ts";
import type { Policy, ToolPower } from "../../../../src/team/api/policy.ts";

type Modes = Pick<Policy, "tools">;

export interface ToolGroup {
  readonly title: string;
  /** What it sends or changes; at least one. */
  readonly acting: readonly ToolPower[];
  readonly reading: readonly ToolPower[];
}

export const MODE_WORDS: Readonly<Record<ToolMode, string>> = {
  ask: "Ask first",
  allow: "Allow without asking",
  deny: "Never",
  shadow: "Only note what it would do",
};

export function modeOf(tool: ToolPower, { tools }: Modes): ToolMode {
  return tools[tool.name] ?? tool.defaultMode;
}

/** What an admin may choose for a tool. */
export function modesOf(tool: ToolPower): ToolMode[] {
  const external = tool.effect === "external";
  const all: ToolMode[] = external ? ["ask", "allow", "deny", "shadow"] : ["allow", "ask", "deny", "shadow"];
  return all.filter((mode) => mode !== "allow" || !external || tool.mayAllow || tool.mode === "allow");
}

/** Groups that reach outside come first, since a mistake there can’t be undone; those that only look things up last. */
export function groupsOf(tools: readonly ToolPower[]): readonly ToolGroup[] {
  const reach = ({ acting }: ToolGroup): number =>
    acting.some(({ effect }) => effect === "external") ? 0 : acting.length > 0 ? 1 : 2;
  return [...Map.groupBy(tools, ({ group }) => group)]
    .map(([title, ofGroup]) => ({
      title,
      acting: ofGroup.filter(({ effect }) => effect !== "read"),
      reading: ofGroup.filter(({ effect }) => effect === "read"),
    }))
    .toSorted((left, right) => reach(left) - reach(right));
}

/** The mode that all of them have; null if they differ. */
export function sharedMode(tools: readonly ToolPower[], policy: Modes): ToolMode | null {
  const modes = new Set(tools.map((tool) => modeOf(tool, policy)));
  const [only = null] = modes;
  return modes.size === 1 ? only : null;
}

/** The policy with a mode set for each of these tools that may have it. */
export function withMode(policy: Policy, tools: readonly ToolPower[], mode: ToolMode): Policy {
  const set = tools.filter((tool) => modesOf(tool).includes(mode)).map(({ name }) => [name, mode] as const);
  return { ...policy, tools: { ...policy.tools, ...Object.fromEntries(set) } };
}

const SHORT: Readonly<Record<ToolMode, string>> = {
  ask: "asks first",
  allow: "goes ahead",
  deny: "never",
  shadow: "only notes",
};

/** `Asks first`; `2 ask first, 1 never`; `Only looks things up`. */
export function groupWords({ acting }: ToolGroup, policy: Modes): string {
  if (acting.length === 0) return "Only looks things up";
  const shared = sharedMode(acting, policy);
  const words =
    shared !== null
      ? SHORT[shared]
      : (["ask", "allow", "deny", "shadow"] as const)
          .map((mode) => [acting.filter((tool) => modeOf(tool, policy) === mode).length, mode] as const)
          .filter(([amount]) => amount > 0)
          .map(([amount, mode]) => `${SHORT[mode]} for ${amount}`)
          .join(", ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Tools whose title or group has all of the words; those that only look things up last. */
export function toolsWith(words: string, tools: readonly ToolPower[]): readonly ToolPower[] {
  const typed = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter(({ title, group }) => {
    const text = `${title} ${group}`.toLowerCase();
    return typed.every((word) => text.includes(word));
  });
  return [
    ...found.filter(({ effect }) => effect !== "read"),
    ...found.filter(({ effect }) => effect === "read"),
  ];
}
