/** The part of the policy on individual tools, by title. Their ids are under Developer. */
import type * as z from "zod";
import type { accountEndpoints } from "../../../../src/team/api/account.ts";
import type { Policy } from "../../../../src/approvals/api/policy.ts";
import type { ToolMode } from "../../../../src/approvals/api/policy-rules.ts";
import { Choice } from "../../components/form.tsx";
import { Sentence } from "./policy-inputs.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";

type Tool = z.output<typeof accountEndpoints.policy.output>["tools"][number];

const MODE_WORDS: Readonly<Record<ToolMode, string>> = {
  ask: "Ask first",
  allow: "Allow without asking",
  deny: "Never",
  shadow: "Only note what it would do",
};

/** Tools that reach the outside world come first: a mistake there cannot be undone. */
const EFFECTS = [
  ["external", "Acting outside", "What happens when Steward wants to send or change something outside."],
  ["internal", "Changing your records", "Files, schedules, and notes. Every version is kept."],
  ["read", "Reading", "These change nothing."],
] as const;

function modesOf(tool: Tool): ToolMode[] {
  const external = tool.effect === "external";
  const all: ToolMode[] = external ? ["ask", "allow", "deny", "shadow"] : ["allow", "ask", "deny", "shadow"];
  return all.filter((mode) => mode !== "allow" || !external || tool.mayAllow || tool.mode === "allow");
}

function noteOf(tool: Tool, policy: Policy): string {
  const mode = policy.tools[tool.name] ?? tool.defaultMode;
  const stillAsks = tool.effect === "external" && mode === "allow" && policy.autonomy === "propose";
  return [
    tool.egress === "open_web" ? "Reaches the open web" : "",
    tool.egress === "listed_sites" ? "Reaches the sites listed above" : "",
    tool.effect === "external" && !tool.mayAllow ? "Always needs a person" : "",
    stillAsks ? "Still asks, since Steward only proposes (Autonomy, above)" : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

export function ToolRules({
  tools,
  policy,
  onChange,
}: {
  tools: readonly Tool[];
  policy: Policy;
  onChange: (policy: Policy) => void;
}) {
  return EFFECTS.map(([effect, title, lead]) => (
    <Section key={effect} title={title} lead={lead}>
      <Rows>
        {tools
          .filter((tool) => tool.effect === effect)
          .map((tool) => (
            <Sentence key={tool.name} note={noteOf(tool, policy)}>
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span>{tool.title}</span>
                <Choice
                  label={`${tool.title}: what happens`}
                  value={policy.tools[tool.name] ?? tool.defaultMode}
                  options={modesOf(tool).map((mode) => [mode, MODE_WORDS[mode]] as const)}
                  onChange={(mode) => onChange({ ...policy, tools: { ...policy.tools, [tool.name]: mode } })}
                />
              </span>
            </Sentence>
          ))}
      </Rows>
    </Section>
  ));
}
