/** What Steward may do, by what it works on: a sentence for each, the single tools behind it, and a search over all of them. */
import { useState } from "react";
import { useSearch } from "@tanstack/react-router";
import type { Policy, ToolPower } from "../../../../src/team/api/policy.ts";
import type { ToolMode } from "../../../../src/approvals/api/policy-rules.ts";
import { Choice, FormLock, TextBox } from "../../components/form.tsx";
import { CaretRightIcon } from "../../components/icons.ts";
import { Empty } from "../../components/page.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { clipped } from "../../components/text-pieces.ts";
import type { PolicyParams } from "./policy-params.ts";
import {
  groupsOf,
  groupWords,
  MODE_WORDS,
  modeOf,
  modesOf,
  sharedMode,
  toolsWith,
  withMode,
  type ToolGroup,
} from "./tool-groups.ts";

interface Props {
  readonly tools: readonly ToolPower[];
  readonly policy: Policy;
  readonly onChange: (policy: Policy) => void;
}

export function ToolRules({ tools, policy, onChange }: Props) {
  const { tool }: PolicyParams = useSearch({ strict: false });
  const [words, setWords] = useState(tools.find(({ name }) => name === tool)?.title ?? "");
  const found = toolsWith(words, tools);
  return (
    <Section
      title="What Steward may do"
      lead="Steward looks things up on its own. Whatever it sends or changes follows these settings."
    >
      {/* Also those who may not change anything look for something. */}
      <FormLock locked={false}>
        <TextBox
          type="search"
          aria-label="Search what Steward may do"
          placeholder={`Search all ${tools.length} tools`}
          value={words}
          maxLength={100}
          onChange={setWords}
          className="w-full max-w-md"
        />
      </FormLock>
      {words.trim() === "" ? (
        <Rows>
          {groupsOf(tools).map((group) => (
            <Group key={group.title} group={group} policy={policy} onChange={onChange} />
          ))}
        </Rows>
      ) : found.length === 0 ? (
        <Empty title={`Nothing matches “${clipped(words.trim(), 60)}”`}>
          Try what it does or works on, such as “text” or “calendar”.
        </Empty>
      ) : (
        <Rows>
          {found.map((tool) => (
            <Tool key={tool.name} tool={tool} policy={policy} onChange={onChange} of={tool.group} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

/** Stands for tools that differ. */
const DIFFER = "differ";

function Group({ group, policy, onChange }: Omit<Props, "tools"> & { group: ToolGroup }) {
  const { title, acting, reading } = group;
  const shared = sharedMode(acting, policy);
  const modes = (["ask", "allow", "deny", "shadow"] as const).filter((mode) =>
    acting.some((tool) => modesOf(tool).includes(mode)),
  );
  return (
    <li className="border-b border-kumo-hairline last:border-b-0">
      <details className="group/tools">
        <summary className="touch flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-kumo-tint focus-visible:-outline-offset-2">
          <CaretRightIcon
            aria-hidden
            className="size-4 shrink-0 text-kumo-subtle transition-transform group-open/tools:rotate-90"
          />
          <span className="min-w-0 flex-1 font-medium">{title}</span>
          <span className="text-right text-sm text-kumo-subtle">{groupWords(group, policy)}</span>
        </summary>
        <div className="border-t border-kumo-hairline bg-kumo-recessed pl-7">
          {acting.length > 1 ? (
            <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-kumo-hairline px-4 py-1.5">
              <span className="text-sm text-kumo-subtle">All that send or change something</span>
              <Choice<ToolMode | typeof DIFFER>
                label={`${title}, all: what happens`}
                value={shared ?? DIFFER}
                options={[
                  ...(shared === null ? [[DIFFER, "Different for each"] as const] : []),
                  ...modes.map((mode) => [mode, MODE_WORDS[mode]] as const),
                ]}
                onChange={(mode) => {
                  if (mode !== DIFFER) onChange(withMode(policy, acting, mode));
                }}
              />
            </div>
          ) : null}
          <ul>
            {[...acting, ...reading].map((tool) => (
              <Tool key={tool.name} tool={tool} policy={policy} onChange={onChange} />
            ))}
          </ul>
        </div>
      </details>
    </li>
  );
}

function Tool({
  tool,
  policy,
  onChange,
  of = null,
}: Omit<Props, "tools"> & {
  tool: ToolPower;
  /** Its group, where that isn’t clear. */
  of?: string | null;
}) {
  const note = [of, ...notesOf(tool, policy)].filter(Boolean).join(" · ");
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-kumo-hairline px-4 py-1.5 last:border-b-0">
      <span className="min-w-0">
        {tool.title}
        {note === "" ? null : <span className="block text-xs text-kumo-subtle">{note}</span>}
      </span>
      <Choice
        label={`${tool.title}: what happens`}
        value={modeOf(tool, policy)}
        options={modesOf(tool).map((mode) => [mode, MODE_WORDS[mode]] as const)}
        onChange={(mode) => onChange(withMode(policy, [tool], mode))}
      />
    </li>
  );
}

function notesOf(tool: ToolPower, policy: Policy): string[] {
  const external = tool.effect === "external";
  const stillAsks = external && modeOf(tool, policy) === "allow" && policy.autonomy === "propose";
  return [
    tool.effect === "read" ? "Only looks things up" : "",
    tool.egress === "open_web" ? "Reaches the open web" : "",
    tool.egress === "listed_sites" ? "Reaches the sites listed below" : "",
    external && !tool.mayAllow ? "Always needs a person" : "",
    stillAsks ? "Still asks, since Steward only proposes (Autonomy, above)" : "",
  ].filter(Boolean);
}
