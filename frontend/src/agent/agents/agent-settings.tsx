/** What a team sets for one agent: whether it works, its model and limits, when it may act, and what each of its tools may do. */
import { useId, useState, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type * as z from "zod";
import {
  agentEndpoints,
  modelTitle,
  notConnectedWords,
  type AgentSettings,
  type AgentSettingsView,
} from "../../../../src/agent/api/agent.ts";
import { projectAgentNameSchema } from "../../../../src/projects/api/project-agents.ts";
import type { teamEndpoints } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { agentSettingsQuery } from "../../api/queries.ts";
import { Choice, FormLock, TextBox } from "../../components/form.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { HoursBoxes } from "../../components/settings/hours-boxes.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { sentenceList } from "../../components/words.ts";
import { limitWords, windowWords } from "./instructions-text.ts";

type Agent = z.output<typeof teamEndpoints.agents.output>["items"][number];
type Tier = AgentSettingsView["tier"];

const TIERS = ["cheap", "main", "heavy"] as const satisfies readonly Tier[];
/** Where hours start from when someone first sets some. */
const OFFICE_HOURS = { from: "08:00", to: "18:00" };
const LINK = "text-kumo-link underline underline-offset-2";

export function SettingsOf({ agent, current }: { agent: Agent; current: AgentSettingsView }) {
  const client = useQueryClient();
  const draft = useDraft({
    current,
    valueOf: (view: AgentSettingsView) => view.settings,
    queryKey: agentSettingsQuery(current.agent).queryKey,
    put: async (settings, version) => {
      const params = { name: current.agent };
      const answer = await call(agentEndpoints.updateSettings, { params, body: { settings, version } });
      void client.invalidateQueries({ queryKey: ["agents"] });
      return answer;
    },
    saved: ({ settings }) => ({
      title: settings.enabled ? `Settings of ${agent.title} saved.` : `${agent.title} is off.`,
    }),
  });
  const { admin, mine, set } = draft;
  const change = (some: Partial<AgentSettings>): void => set({ ...mine, ...some });
  return (
    <Section
      title="Settings"
      lead={`A run now has these limits: ${sentenceList(limitWords(agent.limits))}. Changes apply to the next run.`}
    >
      <AdminsOnly admin={admin} />
      <FormLock locked={!admin}>
        <div className="flex flex-col gap-2 leading-9">
          {current.has.switch ? <Switch agent={agent} mine={mine} change={change} /> : null}
          {current.has.model ? <Model view={current} mine={mine} change={change} /> : null}
          {current.has.model ? <Limits view={current} mine={mine} change={change} /> : null}
          {current.has.tools ? <Acting mine={mine} change={change} /> : null}
        </div>
        {agent.tools.length > 0 ? <Tools agent={agent} mine={mine} change={change} /> : null}
        {agent.notConnected.length > 0 ? (
          <p className="text-sm">{notConnectedWords(agent.notConnected)}</p>
        ) : null}
      </FormLock>
      <DraftFoot draft={draft} save="Save settings" lacks={problemOf(mine, current.windowTokens)} />
    </Section>
  );
}

interface PartProps {
  readonly mine: AgentSettings;
  readonly change: (some: Partial<AgentSettings>) => void;
}

function Line({ children }: { children: ReactNode }) {
  return <p>{children}</p>;
}

function Switch({ agent: { title }, mine: { enabled }, change }: PartProps & { agent: Agent }) {
  return (
    <Line>
      {title} is{" "}
      <Choice
        label={`Whether ${title} is on`}
        value={enabled ? "on" : "off"}
        options={[
          ["on", "on"],
          ["off", "off"],
        ]}
        onChange={(value) => change({ enabled: value === "on" })}
      />
      {enabled ? null : ". It starts nothing and gets no tasks."}
    </Line>
  );
}

function Model({ view: { tier, models, prices }, mine, change }: PartProps & { view: AgentSettingsView }) {
  const words = (one: Tier): string => {
    const price = prices[one];
    const title = modelTitle(models[one]);
    return price === null || price === undefined
      ? title
      : `${title} ($${price.input} in, $${price.output} out)`;
  };
  return (
    <>
      <Line>
        It runs on{" "}
        <Choice
          label="Model"
          value={mine.modelOverride ?? "own"}
          options={[
            ["own", `${words(tier)}, its own`],
            ...TIERS.filter((one) => one !== tier).map((one) => [one, words(one)] as const),
          ]}
          onChange={(value) => change({ modelOverride: value === "own" ? null : value })}
        />
        .
      </Line>
      <p className="text-sm leading-normal text-kumo-subtle">Prices are per million tokens.</p>
    </>
  );
}

function Limits({ view, mine, change }: PartProps & { view: AgentSettingsView }) {
  const readsProjects = projectAgentNameSchema.safeParse(view.agent).success;
  return (
    <>
      {view.has.turns ? (
        <NumberLine
          label="Model calls per run"
          value={mine.maxTurns}
          standard={view.modelCalls === null ? "as the policy says" : String(view.modelCalls)}
          onChange={(maxTurns) => change({ maxTurns })}
        />
      ) : (
        <Line>It answers a single question, with at most {view.modelCalls} model calls.</Line>
      )}
      {readsProjects ? (
        <NumberLine
          label="Tokens of project facts per run"
          value={mine.tokenBudget}
          standard="8000"
          onChange={(tokenBudget) => change({ tokenBudget })}
        />
      ) : null}
      {view.windowTokens === null ? null : (
        <>
          <NumberLine
            label="Tokens of a chat it works with"
            value={mine.tokenBudget}
            standard={String(view.windowTokens)}
            onChange={(tokenBudget) => change({ tokenBudget })}
          />
          <p className="text-sm leading-normal text-kumo-subtle">
            {windowWords(view, mine.tokenBudget, mine.modelOverride)}
          </p>
        </>
      )}
    </>
  );
}

function NumberLine({
  label,
  value,
  standard,
  onChange,
}: {
  label: string;
  value: number | null;
  /** What holds where nothing is set. */
  standard: string;
  onChange: (value: number | null) => void;
}) {
  const id = useId();
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <label htmlFor={id}>{label}: at most</label>
      <TextBox
        id={id}
        aria-label={label}
        inputMode="numeric"
        className="w-40"
        value={value === null || Number.isNaN(value) ? "" : String(value)}
        placeholder={standard}
        onChange={(text) => onChange(text.trim() === "" ? null : Number(text))}
      />
    </p>
  );
}

function Acting({ mine, change }: PartProps) {
  return (
    <>
      <Line>
        Changes inside Steward are{" "}
        <Choice
          label="Changes inside Steward"
          value={mine.permissionMode ?? "policy"}
          options={[
            ["policy", "decided by the policy"],
            ["default", "decided tool by tool"],
            ["acceptEdits", "made without asking"],
          ]}
          onChange={(value) => change({ permissionMode: value === "policy" ? null : value })}
        />
        .
      </Line>
      <Line>
        It acts without asking{" "}
        <Choice
          label="When it may act without asking"
          value={mine.hours === null ? "always" : "hours"}
          options={[
            ["always", "at any hour the policy allows"],
            ["hours", "only during these hours:"],
          ]}
          onChange={(value) => change({ hours: value === "hours" ? OFFICE_HOURS : null })}
        />
        {mine.hours === null ? (
          "."
        ) : (
          <HoursBoxes label="Hours" hours={mine.hours} onChange={(hours) => change({ hours })} />
        )}
      </Line>
    </>
  );
}

const LISTS = ["deny", "allow", "ask"] as const;
type ToolRule = (typeof LISTS)[number] | "policy";
const RULE_WORDS: readonly (readonly [ToolRule, string])[] = [
  ["policy", "As the policy says"],
  ["ask", "Asks first"],
  ["allow", "Allowed"],
  ["deny", "Never"],
];
const POLICY_MODES = { ask: "Asks first", allow: "Allowed", deny: "Never", shadow: "Notes only" } as const;

function Tools({ agent, mine, change }: PartProps & { agent: Agent }) {
  const ruleOf = (tool: string): ToolRule =>
    LISTS.find((list) => mine.rules[list].includes(tool)) ?? "policy";
  const set = (tool: string, rule: ToolRule): void => {
    const without = (list: (typeof LISTS)[number]): string[] =>
      mine.rules[list].filter((one) => one !== tool);
    const rules = { deny: without("deny"), allow: without("allow"), ask: without("ask") };
    if (rule !== "policy") rules[rule] = [...rules[rule], tool];
    change({ rules });
  };
  const ruled = agent.tools.filter(({ name }) => ruleOf(name) !== "policy").length;
  // A list that is open stays open while its last rule is taken back.
  const [wasRuled] = useState(ruled > 0);
  return (
    <details open={wasRuled} className="text-sm">
      <summary className="touch inline-flex cursor-pointer items-center link">
        Tools:{" "}
        {ruled === 0 ? `all ${agent.tools.length} as the policy says` : `${ruled} with a rule for this agent`}
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <p className="text-kumo-subtle">
          For all agents together, see{" "}
          <Link to="/settings/policy" className={LINK}>
            Policy
          </Link>
          .
        </p>
        <Rows>
          {agent.tools.map((tool) => (
            <RowItem key={tool.name}>
              <span className="min-w-0 flex-1 basis-40 text-base">{tool.title}</span>
              <span className="text-xs text-kumo-subtle">Policy: {POLICY_MODES[tool.mode]}</span>
              <Choice
                label={`${tool.title}: rule for this agent`}
                value={ruleOf(tool.name)}
                options={RULE_WORDS}
                onChange={(rule) => set(tool.name, rule)}
              />
            </RowItem>
          ))}
        </Rows>
      </div>
    </details>
  );
}

/** Why settings can't be saved; null where they can. */
function problemOf({ maxTurns, tokenBudget }: AgentSettings, windowTokens: number | null): string | null {
  if (maxTurns !== null && !(Number.isInteger(maxTurns) && maxTurns >= 1 && maxTurns <= 200))
    return "Model calls per run must be a whole number from 1 to 200.";
  const least = windowTokens ?? 1_000;
  const isFine =
    Number.isInteger(tokenBudget) && Number(tokenBudget) >= least && Number(tokenBudget) <= 200_000;
  if (tokenBudget !== null && !isFine)
    return `${windowTokens === null ? "Tokens of project facts" : "Tokens of a chat"} must be a whole number from ${least.toLocaleString("en-US")} to 200,000.`;
  return null;
}
