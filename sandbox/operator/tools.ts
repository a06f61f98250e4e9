/**
 * The product's tools by what they are for. Their names and the names of their arguments stand here and nowhere else in the playbook; which of
 * them there are, and what they take, says each request. A deferred tool is found with the search tool first.
 */
import { knownTools } from "../anthropic/deferred-tools.ts";
import type { Block, MessagesRequest, ToolDefinition } from "../anthropic/types.ts";
import { asText, record, type Call, type Event } from "./transcript.ts";

const NAMES = {
  ask: ["ask_user"],
  contacts: ["search_contacts"],
  texts: ["list_messages"],
  searchTexts: ["search_texts"],
  history: ["contact_history"],
  sendText: ["send_message", "send_text"],
  addContact: ["create_contact"],
  searchMail: ["search_emails"],
  readMail: ["read_email"],
  sendMail: ["send_email"],
  withdraw: ["withdraw_draft"],
  drafts: ["list_approvals", "list_drafts"],
  unanswered: ["list_unanswered", "list_recent"],
  onCall: ["who_is_on_call", "get_on_call"],
  events: ["list_events"],
  addEvent: ["create_event"],
  schedule: ["create_schedule"],
  schedules: ["list_schedules"],
  unschedule: ["delete_schedule"],
  searchFiles: ["search_files"],
  readFile: ["read_file"],
  append: ["append_file"],
  compute: ["run_code"],
} as const satisfies Record<string, readonly string[]>;

/** What a tool is for. */
export type Role = keyof typeof NAMES;

/** What the product's arguments may be called, by what they mean. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  number: ["number", "to", "phone", "recipient"],
  contactId: ["contactId", "contact"],
  address: ["to", "address", "recipients"],
  text: ["text", "body", "message", "content", "words"],
  query: ["query", "search", "words"],
  id: ["id", "emailId", "approvalId", "scheduleId"],
};

const SEARCH = "find_tools";

/** Values by what they mean; those that a tool has no argument for are left out. */
export type Values = Readonly<Record<string, unknown>>;

/** The next call for a role: its tool's, or the search for it; null where there is no tool. */
export type Next = { readonly kind: "call" | "search"; readonly block: Block } | null;

/** The tools of one request. */
export interface Toolbox {
  has(role: Role): boolean;
  next(role: Role, values: Values): Next;
  /** Whether the tool for it takes such a value. */
  takes(role: Role, value: string): boolean;
  /** Which role an earlier call played; null for others. */
  roleOf(call: Call): Role | null;
  /** Whether an earlier call only looked for a tool. */
  isSearch(call: Call): boolean;
  /** An earlier call's argument. */
  argument(call: Call, value: string): string;
}

/** Opens the tools of a request. */
export function openToolbox(request: MessagesRequest, events: readonly Event[]): Toolbox {
  const known = knownTools(request);
  const search = known.find(({ name }) => name === SEARCH);
  const searched = events
    .flatMap((event) => (event.kind === "replied" ? event.calls : []))
    .filter(({ tool, result }) => tool === SEARCH && result !== null)
    .flatMap(({ input }) => Object.values(input));
  const toolFor = (role: Role, tools: readonly ToolDefinition[]): ToolDefinition | undefined =>
    tools.find(({ name }) => isFor(role, name));
  /** What was searched for and not found is not there. */
  const mayBeFound = (role: Role): boolean =>
    search !== undefined && toolFor(role, request.tools) !== undefined && !searched.includes(wordsFor(role));
  return {
    has: (role) => toolFor(role, known) !== undefined || mayBeFound(role),
    takes: (role, value) => argumentFor(value, propertiesOf(toolFor(role, request.tools))) !== null,
    roleOf: ({ tool }) => (Object.keys(NAMES) as Role[]).find((role) => isFor(role, tool)) ?? null,
    isSearch: ({ tool }) => tool === SEARCH,
    argument: ({ input }, value) => asText(input[argumentFor(value, Object.keys(input)) ?? value]),
    next(role, values) {
      const tool = toolFor(role, known);
      if (tool !== undefined) {
        const input = filled(propertiesOf(tool), values);
        return { kind: "call", block: { type: "tool_use", name: tool.name, input } };
      }
      if (!mayBeFound(role)) return null;
      const [query = "query"] = propertiesOf(search);
      return {
        kind: "search",
        block: { type: "tool_use", name: SEARCH, input: { [query]: wordsFor(role) } },
      };
    },
  };
}

function isFor(role: Role, name: string): boolean {
  return (NAMES[role] as readonly string[]).includes(name);
}

function wordsFor(role: Role): string {
  return NAMES[role][0].replaceAll("_", " ");
}

function propertiesOf(tool: ToolDefinition | undefined): string[] {
  return Object.keys(record(tool?.input_schema?.["properties"]));
}

/** The name a value has among some arguments; null where none takes it. */
function argumentFor(value: string, names: readonly string[]): string | null {
  return [value, ...(ALIASES[value] ?? [])].find((name) => names.includes(name)) ?? null;
}

/** An input of those arguments, made of the values they take. */
function filled(names: readonly string[], values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [value, given] of Object.entries(values)) {
    const name = argumentFor(value, names);
    if (name !== null && given !== undefined && given !== null && !(name in input)) input[name] = given;
  }
  return input;
}
