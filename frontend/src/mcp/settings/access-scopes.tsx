/** Permissions of other agents, in words. */
import type { McpScope } from "../../../../src/mcp/api/mcp.ts";
import { Tick } from "../../components/form.tsx";

interface Words {
  readonly short: string;
  readonly title: string;
  readonly means: string;
}

export const SCOPES = {
  "records:read": {
    short: "reads records",
    title: "Read your team’s records",
    means: "Contacts, texts and e-mails, calendars, tasks, files, and accounts that you can see",
  },
  "records:write": {
    short: "changes records",
    title: "Change your team’s own records",
    means: "Files, notes, accounts, and schedules. What steers Steward itself still waits for approval",
  },
  "actions:propose": {
    short: "proposes actions",
    title: "Propose outside actions",
    means: "Texts, e-mails, events, and tasks. Each one waits for your team’s approval, as Steward’s own do",
  },
} as const satisfies Record<McpScope, Words>;

const NAMES = Object.keys(SCOPES) as McpScope[];

/** Scopes as one line: "reads records, proposes actions". */
export function scopeLine(scopes: readonly McpScope[]): string {
  return NAMES.filter((name) => scopes.includes(name))
    .map((name) => SCOPES[name].short)
    .join(", ");
}

/** Checkboxes for scopes, each with its meaning. */
export function ScopeChoices({
  offered = NAMES,
  chosen,
  onChange,
}: {
  offered?: readonly McpScope[];
  chosen: readonly McpScope[];
  onChange: (chosen: McpScope[]) => void;
}) {
  return (
    <ul className="flex flex-col gap-3">
      {NAMES.filter((name) => offered.includes(name)).map((name) => (
        <li key={name}>
          <Tick
            label={<span className="font-medium">{SCOPES[name].title}</span>}
            spoken={SCOPES[name].title}
            checked={chosen.includes(name)}
            onChange={(on) => onChange(NAMES.filter((one) => (one === name ? on : chosen.includes(one))))}
          />
          <p className="ml-6 text-sm text-kumo-subtle">{SCOPES[name].means}.</p>
        </li>
      ))}
    </ul>
  );
}
