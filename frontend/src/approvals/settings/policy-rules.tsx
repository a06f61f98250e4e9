/** The team's own rules as sentences. Admins change them; members read the same sentences. */
import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DECISION_WORDS, sentenceOf } from "../../../../src/approvals/api/policy-words.ts";
import { type Policy } from "../../../../src/team/api/policy.ts";
import { type PolicyRule } from "../../../../src/approvals/api/policy-rules.ts";
import { agentsQuery } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import { Choice } from "../../components/form.tsx";
import { PlusIcon } from "../../components/icons.ts";
import { Empty } from "../../components/page.tsx";
import { boundOf, heldBack, newRule, withTool, type RuleTool } from "./policy-rule-edits.ts";
import { Conditions, Hours, Recipients } from "./policy-rule-parts.tsx";
import { Section } from "../../components/settings/section.tsx";
import { OrderButtons } from "../../components/order-buttons.tsx";
import { moveItem } from "../../components/move-item.ts";
import { AddButton } from "../../components/record-list.tsx";

const MAX_RULES = 50;
const MAX_CONDITIONS = 10;
/** Represents "any" among names. */
const ANY = "*";

interface Props {
  readonly admin: boolean;
  readonly tools: readonly RuleTool[];
  readonly policy: Policy;
  readonly onChange: (policy: Policy) => void;
}

export function TeamRules({ admin, tools, policy, onChange }: Props) {
  const { rules } = policy;
  const [added, setAdded] = useState<string | null>(null);
  const set = (next: PolicyRule[]): void => onChange({ ...policy, rules: next });
  useEffect(() => {
    if (added !== null) document.getElementById(`rule-${added}`)?.focus();
  }, [added]);
  const add = (): void => {
    const id = newId();
    set([...rules, newRule(id)]);
    setAdded(id);
  };
  return (
    <Section
      title="Rules"
      lead="The first matching rule wins; everything else follows the settings above. Nothing overrides “Never”, and new people always need approval."
    >
      {rules.length === 0 ? (
        <Empty
          title="No rules yet"
          action={admin ? <AddButton add="Add rule" onAdd={add} isFirst /> : undefined}
        >
          A rule like “short texts to colleagues go out without asking on weekdays” saves you a tap.
        </Empty>
      ) : (
        <ol aria-label="Rules" className="flex flex-col gap-3">
          {rules.map((rule, index) => (
            <Rule
              key={rule.id}
              rule={rule}
              place={index + 1}
              last={index === rules.length - 1}
              admin={admin}
              tools={tools}
              hint={heldBack(rule, policy, tools)}
              onChange={(changed) => set(rules.map((one) => (one.id === rule.id ? changed : one)))}
              onMove={(by) => set(moveItem(rules, index, by))}
              onRemove={() => set(rules.filter((one) => one.id !== rule.id))}
            />
          ))}
        </ol>
      )}
      {admin && rules.length > 0 && rules.length < MAX_RULES ? (
        <AddButton add="Add rule" onAdd={add} />
      ) : null}
    </Section>
  );
}

interface RuleProps {
  readonly rule: PolicyRule;
  readonly place: number;
  readonly last: boolean;
  readonly admin: boolean;
  readonly tools: readonly RuleTool[];
  readonly hint: string | null;
  readonly onChange: (rule: PolicyRule) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function Rule(props: RuleProps) {
  const { rule, place, admin, tools, hint } = props;
  const isEarned = rule.origin === "earned";
  const sentence = sentenceOf(rule, (name) => tools.find((tool) => tool.name === name)?.title ?? name);
  return (
    <li
      id={`rule-${rule.id}`}
      tabIndex={-1}
      aria-label={`Rule ${place}: ${sentence}`}
      className="sheet flex items-start gap-1 px-4 py-2.5"
    >
      <div className="min-w-0 flex-1">
        {admin && !isEarned ? <Sentence {...props} /> : <p className="wrap-anywhere">{sentence}</p>}
        {isEarned ? (
          <p className="text-xs text-kumo-subtle">
            Earned: you let Steward do this after it was approved unchanged.
          </p>
        ) : null}
        {hint === null ? null : <p className="py-1 text-xs text-kumo-subtle">{hint}</p>}
        {admin && !isEarned ? <AddCondition {...props} /> : null}
      </div>
      {admin ? (
        <OrderButtons
          name={`rule ${place}`}
          isFirst={place === 1}
          isLast={props.last}
          onMove={props.onMove}
          onRemove={props.onRemove}
        />
      ) : null}
    </li>
  );
}

function AddCondition({ rule, place, tools, onChange }: RuleProps) {
  const fields = tools.find(({ name }) => name === rule.tool)?.fields ?? [];
  const field = fields.find((one) => one.field === "/text") ?? fields[0];
  if (field === undefined || rule.bounds.length >= MAX_CONDITIONS) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      className="touch -ml-2"
      aria-label={`Rule ${place}: add a condition`}
      icon={<PlusIcon aria-hidden className="size-3.5" />}
      onClick={() => onChange({ ...rule, bounds: [...rule.bounds, boundOf(field)] })}
    >
      Add condition
    </Button>
  );
}

/** The sentence with its words to choose from. */
function Sentence({ rule, place, tools, onChange }: RuleProps) {
  const label = `Rule ${place}`;
  const tool = tools.find(({ name }) => name === rule.tool) ?? null;
  return (
    <div className="leading-10">
      When <Agent label={label} rule={rule} onChange={onChange} /> wants to{" "}
      <Choice
        label={`${label}: action`}
        value={rule.tool ?? ANY}
        options={[
          [ANY, "do anything"],
          ...(rule.tool !== null && tool === null ? [[rule.tool, rule.tool] as const] : []),
          ...tools.map(({ name, title }) => [name, lowered(title)] as const),
        ]}
        onChange={(name) => onChange(withTool(rule, tools.find((one) => one.name === name) ?? null))}
      />
      {tool === null || tool.effect === "external" ? (
        <Recipients
          label={label}
          value={rule.recipients}
          onChange={(recipients) => onChange({ ...rule, recipients })}
        />
      ) : null}
      <Conditions
        label={label}
        fields={tool?.fields ?? []}
        value={rule.bounds}
        onChange={(bounds) => onChange({ ...rule, bounds })}
      />{" "}
      <Hours label={label} value={rule.hours} onChange={(hours) => onChange({ ...rule, hours })} />{" "}
      <span className="inline-block max-w-full whitespace-nowrap">
        then{" "}
        <Choice
          label={`${label}: what happens`}
          value={rule.decision}
          options={(["allow", "ask", "deny", "shadow"] as const).map((one) => [one, DECISION_WORDS[one]])}
          onChange={(decision) => onChange({ ...rule, decision })}
        />
      </span>
    </div>
  );
}

function Agent({ label, rule, onChange }: Pick<RuleProps, "rule" | "onChange"> & { label: string }) {
  const { data } = useQuery(agentsQuery);
  const agents = data?.items ?? [];
  const known = agents.some(({ name }) => name === rule.agent);
  return (
    <Choice
      label={`${label}: agent`}
      value={rule.agent ?? ANY}
      options={[
        [ANY, "any agent"],
        ...(rule.agent === null || known ? [] : [[rule.agent, rule.agent] as const]),
        ...agents.map(({ name, title }) => [name, title] as const),
      ]}
      onChange={(agent) => onChange({ ...rule, agent: agent === ANY ? null : agent })}
    />
  );
}

function lowered(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
