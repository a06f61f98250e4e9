/**
 * The product's tools by what they are for. Their names and the names of their arguments stand here and nowhere else; which of them there are
 * says each request. One that is deferred is looked for with `find_tools` first, and called by name or, where it still is none, with `use_tool`.
 */
import { knownTools } from "../anthropic/deferred-tools.ts";
import type { Block, MessagesRequest } from "../anthropic/types.ts";
import { rowsOf } from "./results.ts";
import { asText, record, type Call, type Event } from "./transcript.ts";

const NAMES = {
  ask: ["ask_user"],
  contacts: ["search_contacts"],
  texts: ["list_messages"],
  searchTexts: ["search_texts"],
  history: ["contact_history"],
  sendText: ["send_message"],
  addContact: ["create_contact"],
  searchMail: ["search_emails"],
  readMail: ["read_email"],
  sendMail: ["send_email"],
  withdraw: ["withdraw_draft"],
  drafts: ["list_approvals"],
  inbox: ["list_inbox", "list_unanswered", "list_recent"],
  team: ["list_team", "who_is_on_call"],
  events: ["list_events"],
  addEvent: ["create_event"],
  schedule: ["create_schedule"],
  schedules: ["list_schedules"],
  unschedule: ["delete_schedule"],
  searchFiles: ["search_files"],
  append: ["append_file"],
} as const satisfies Record<string, readonly string[]>;

/** What a tool is for. */
export type Role = keyof typeof NAMES;

/** Values by what they mean; those that a tool has no argument for are left out. */
export type Values = Readonly<Record<string, unknown>>;

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  number: ["to", "phone"],
  address: ["to"],
  contactId: ["contact"],
  id: ["approvalId", "scheduleId"],
};
const SEARCH = "find_tools";

/** The tools of one request. */
export interface Toolbox {
  has(role: Role): boolean;
  takes(role: Role, value: string): boolean;
  /** The next call for a role: its tool's, or the search for it; null where there is no tool. */
  next(role: Role, values: Values): Block | null;
  roleOf(call: Call): Role | null;
  /** An earlier call's argument. */
  argument(call: Call, value: string): string;
}

/** Opens the tools of a request. */
export function openToolbox(request: MessagesRequest, events: readonly Event[]): Toolbox {
  const known = new Map(knownTools(request).map(({ name, input_schema }) => [name, input_schema]));
  const all = new Map(request.tools.map(({ name, input_schema }) => [name, input_schema]));
  const calls = events.flatMap((event) => (event.kind === "replied" ? event.calls : []));
  const searches = calls.filter(({ tool, result }) => tool === SEARCH && result !== null);
  const found = new Map(
    searches
      .flatMap(({ result }) => rowsOf(result?.data, ["input_schema"]))
      .map((row) => [asText(row["name"]), record(row["input_schema"])]),
  );
  const queries = searches.flatMap(({ input }) => Object.values(input));
  const named = (role: Role, tools: ReadonlyMap<string, unknown>): string | undefined =>
    NAMES[role].find((name) => tools.has(name));
  const queryFor = (role: Role): string => NAMES[role][0].replaceAll("_", " ");
  const mayBeFound = (role: Role): boolean =>
    known.has(SEARCH) &&
    (known.has("use_tool") || named(role, all) !== undefined) &&
    !queries.includes(queryFor(role));
  const properties = (role: Role): string[] => {
    const name = named(role, all) ?? named(role, found) ?? "";
    return Object.keys(record(record(all.get(name) ?? found.get(name))["properties"]));
  };
  return {
    has: (role) => named(role, known) !== undefined || named(role, found) !== undefined || mayBeFound(role),
    takes: (role, value) => nameOf(value, properties(role)) !== null,
    roleOf: ({ tool }) => (Object.keys(NAMES) as Role[]).find((role) => isFor(role, tool)) ?? null,
    argument: ({ input }, value) => asText(input[nameOf(value, Object.keys(input)) ?? value]),
    next(role, values) {
      const input = filled(properties(role), values);
      const name = named(role, known);
      if (name !== undefined) return { type: "tool_use", name, input };
      const used = named(role, found);
      if (used !== undefined) return { type: "tool_use", name: "use_tool", input: { name: used, input } };
      return mayBeFound(role) ? { type: "tool_use", name: SEARCH, input: { query: queryFor(role) } } : null;
    },
  };
}

function isFor(role: Role, tool: string): boolean {
  return (NAMES[role] as readonly string[]).includes(tool);
}

function nameOf(value: string, names: readonly string[]): string | null {
  return [value, ...(ALIASES[value] ?? [])].find((name) => names.includes(name)) ?? null;
}

function filled(names: readonly string[], values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [value, given] of Object.entries(values)) {
    const name = nameOf(value, names);
    if (name !== null && given !== undefined && given !== null && !(name in input)) input[name] = given;
  }
  return input;
}
