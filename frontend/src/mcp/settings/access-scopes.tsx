/** Permissions of other agents, in words. */
import type { GrantScope } from "../../../../src/mcp/api/mcp.ts";
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
  "chat:write": {
    short: "talks to Steward",
    title: "Talk to Steward",
    means: "Questions and tasks as in a chat, by POST /api/chat. What goes outside still waits for approval",
  },
  "chat:confirm": {
    short: "confirms actions",
    title: "Confirm actions",
    means: "Approves what waits in its own chats, as you. For scripts that decide on their own",
  },
} as const satisfies Record<GrantScope, Words>;

const NAMES = Object.keys(SCOPES) as GrantScope[];

/** Scopes as one line: "reads records, proposes actions". */
export function scopeLine(scopes: readonly GrantScope[]): string {
  return NAMES.filter((name) => scopes.includes(name))
    .map((name) => SCOPES[name].short)
    .join(", ");
}

/** Checkboxes for scopes, each with its meaning. */
export function ScopeChoices<Scope extends GrantScope>({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
}) {
  return (
    <ul className="flex flex-col gap-3">
      {offered.map((name) => (
        <li key={name}>
          <Tick
            label={<span className="font-medium">{SCOPES[name].title}</span>}
            spoken={SCOPES[name].title}
            checked={chosen.includes(name)}
            onChange={(on) => onChange(offered.filter((one) => (one === name ? on : chosen.includes(one))))}
          />
          <p className="ml-6 text-sm text-kumo-subtle">{SCOPES[name].means}.</p>
        </li>
      ))}
    </ul>
  );
}
