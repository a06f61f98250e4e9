/** A conversation with the operator over the demo world, with tools as small as a test needs them: what they take, and what they answer. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Block, Message, MessagesRequest, ToolDefinition } from "../../../../sandbox/anthropic/types.ts";
import { operate } from "../../../../sandbox/operator/operator.ts";
import { localTime } from "../../../../src/kernel/local-time.ts";
import { ALDER, HARBOR, type DemoTenant } from "../../../../sandbox/world/company.ts";
import { companyWorld } from "../../../../sandbox/world/index.ts";

/** A Wednesday. */
export const NOW = Date.parse("2026-03-18T15:30:00Z");
const WORLDS = new Map([ALDER, HARBOR].map((company) => [company.name, companyWorld(company, NOW)]));
const MAX_CALLS = 12;

const FOLDER = join(import.meta.dirname, "../../../../sandbox/world/workspace/tenant_alder/areas");
const FILES = readdirSync(FOLDER).flatMap((name) =>
  readFileSync(join(FOLDER, name), "utf8")
    .split("\n")
    .map((line, index) => ({ path: `areas/${name}`, line: index + 1, text: line })),
);

type Input = Readonly<Record<string, unknown>>;
type Run = (input: Input, company: string) => unknown;

/** A tool of the test: names of its arguments, and what it answers. `null` waits for an approval. */
export interface TestTool {
  readonly takes: readonly string[];
  readonly run: Run | null;
  readonly deferred?: true;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const words = (value: string): string[] => value.toLowerCase().match(/[\p{L}\p{N}+]+/gu) ?? [];

function searchContacts(query: string, company: string): unknown[] {
  const wanted = words(query.replace(/^\+/, ""));
  return (WORLDS.get(company)?.contacts ?? [])
    .map((contact) => ({
      id: contact.id,
      name: [contact.firstName, contact.lastName].filter(Boolean).join(" "),
      company: contact.company,
      role: contact.role,
      numbers: contact.phones.map(({ value }) => ({ label: "mobile", number: value })),
      emails: contact.emails.map(({ value }) => value),
      internal: contact.kind === "team",
    }))
    .filter((contact) => {
      const have = words(
        `${contact.name} ${contact.role ?? ""} ${contact.company ?? ""} ${contact.numbers.map(({ number }) => number.slice(1)).join(" ")}`,
      );
      return wanted.every((word) =>
        have.some((own) =>
          own
            .normalize("NFKD")
            .replace(/\p{M}/gu, "")
            .startsWith(word.normalize("NFKD").replace(/\p{M}/gu, "")),
        ),
      );
    })
    .slice(0, 25);
}

function thread(number: string, company: string): unknown[] {
  return (WORLDS.get(company)?.messages ?? [])
    .filter(({ participant }) => participant === number)
    .slice(-20)
    .map(({ direction, text: said, createdAt }) => ({
      at: localTime(Date.parse(createdAt), "America/New_York"),
      from: direction === "incoming" ? "contact" : "team",
      text: said,
    }));
}

const OURS = "> The valve in 3B was $240. We will see to the rest.";
const LEAK = {
  with: "Maria Lopez",
  at: "Tue 2026-03-17 18:10",
  from: "contact",
  text: "The heater is leaking again",
};

/** Lines of the team's files that hold a word. */
function searchFiles(query: string): unknown[] {
  return FILES.filter(({ text: line }) =>
    words(query).some((word) => line.toLowerCase().includes(word)),
  ).slice(0, 20);
}

/** The tools of an ordinary chat. */
export const TOOLS: Readonly<Record<string, TestTool>> = {
  search_contacts: {
    takes: ["query", "limit"],
    run: ({ query }, company) => searchContacts(text(query), company),
  },
  list_messages: { takes: ["number", "limit"], run: ({ number }, company) => thread(text(number), company) },
  contact_history: {
    takes: ["contact", "limit"],
    run: ({ contact }, company) => thread(text(contact), company),
  },
  send_message: { takes: ["to", "text", "createContact", "urgent", "note", "replaces"], run: null },
  send_email: { takes: ["to", "subject", "text", "replyToEmailId", "replaces"], run: null },
  withdraw_draft: { takes: ["approvalId"], run: () => [{ status: "withdrawn" }] },
  list_team: { takes: [], run: () => [{ name: "Tom Reyes", onCall: "Mon to Fri" }] },
  list_approvals: { takes: ["state"], run: () => [] },
  list_inbox: { takes: ["since", "unanswered"], run: () => [LEAK] },
  search_github_issues: {
    takes: ["state"],
    run: () => [{ issue: "harborlight/website#3", title: "Renewal reminder goes out twice", state: "open" }],
  },
  search_jira: {
    takes: ["open"],
    run: () => [{ key: "CLAIM-2", summary: "Spoiled goods after the power cut", status: "To Do" }],
  },
  create_jira_issue: { takes: ["project", "summary"], run: null },
  create_github_issue: { takes: ["repository", "title"], run: null },
  create_contact: { takes: ["firstName", "lastName", "number"], run: null },
  ask_user: {
    takes: ["question", "options", "requiredFor"],
    run: ({ question }) => ({ status: "asked", question }),
  },
  search_emails: { takes: ["query", "limit"], run: () => [] },
  read_email: {
    takes: ["id"],
    run: ({ id }) => ({
      id,
      from: "Harold Finch <h@mail.example>",
      subject: "Statement",
      text: "…",
      quotedHistory: OURS,
    }),
  },
  search_texts: { takes: ["query", "limit"], run: () => [{ contact: "Maria Lopez", messages: [LEAK] }] },
  search_files: { takes: ["query"], run: ({ query }) => searchFiles(text(query)) },
  append_file: { takes: ["path", "text"], run: ({ path }) => [{ path, done: "added" }] },
  list_events: {
    takes: ["from", "to", "calendar", "freeFor"],
    run: ({ from }) => [
      {
        title: "Showing 2A",
        calendar: "Dana",
        start: `Wed ${text(from)} 10:00`,
        end: `Wed ${text(from)} 11:00`,
      },
    ],
  },
  create_schedule: {
    takes: ["title", "instruction", "at", "cron", "tell"],
    run: (input) => [{ id: "schedule_1", when: input["at"] ?? input["cron"], ...input, status: "active" }],
  },
  list_schedules: {
    takes: [],
    run: () => [{ id: "schedule_1", title: "Call the roofer", when: "tomorrow" }],
  },
  list_own_acts: { takes: ["since", "unasked", "where"], run: () => [] },
  undo_own_act: {
    takes: ["id"],
    run: () => ({ status: "undone", what: "a note", now: "It is as it was." }),
  },
  propose_house_rule: {
    takes: ["sentence", "channels", "recipients", "holds", "amountAbove", "judged", "decidedBy"],
    run: null,
  },
  create_account: { takes: ["name", "location", "industry", "notes"], run: null },
  update_account: { takes: ["account", "stage"], run: () => ({ status: "changed" }) },
  scan_followups: { takes: ["limit"], run: () => ({ total: 0, items: [] }) },
  delete_schedule: { takes: ["id"], run: () => [{ status: "deleted" }] },
};

function schemaOf(takes: readonly string[]): { type: "object"; properties: object } {
  return { type: "object", properties: Object.fromEntries(takes.map((one) => [one, {}])) };
}

/** A call the operator made. */
export interface Made {
  readonly tool: string;
  readonly input: Input;
}

/** What the operator did until its turn stopped. */
export interface Turn {
  readonly said: string;
  readonly calls: readonly Made[];
}

/** A running conversation. */
export class Conversation {
  readonly messages: Message[] = [];
  tools: Readonly<Record<string, TestTool>> = TOOLS;
  /** Whether deferred tools are called by way of `use_tool`, as by a model that knows no references. */
  twoSteps = false;
  system = "";
  readonly #company: DemoTenant;
  #ids = 0;

  constructor(company: DemoTenant = ALDER) {
    this.#company = company;
  }

  /** A colleague says something; runs the turn to its stop. */
  say(said: string, speaker = "Dana Whitfield"): Promise<Turn> {
    return this.receive([said], `Speaking: ${speaker} (of the team)`);
  }

  /** Something comes in, with the tail the product writes; runs the turn to its stop. */
  receive(texts: readonly string[], context: string): Promise<Turn> {
    const tail = `<context>\nNow: Wednesday, March 18, 2026 at 11:30 AM (America/New_York)\n${context}\n</context>`;
    const blocks = [...texts, tail].map((one) => ({ type: "text", text: one }));
    this.messages.push({ role: "user", content: blocks });
    return this.#run();
  }

  /** Texts from outside, or the record of a call; `from` is a contact's name or a number. */
  hear(texts: readonly string[], from: string): Promise<Turn> {
    const contact = WORLDS.get(this.#company.name)?.contacts.find(
      ({ firstName, lastName }) => `${firstName} ${lastName ?? ""}`.trim() === from,
    );
    const who = contact === undefined ? from : `${from}, ${contact.phones[0]?.value ?? ""}`;
    return this.receive(
      texts.map((one) => `<message_from_outside>\n${one}\n</message_from_outside>`),
      `Trigger: the text(s) above came in from ${who}. No one of the team has asked you.`,
    );
  }

  async #run(): Promise<Turn> {
    const said: string[] = [];
    const calls: Made[] = [];
    for (let step = 0; step < MAX_CALLS; step++) {
      const { content } = await operate(this.#request(), { now: () => NOW });
      const blocks = content.map((block) =>
        block.type === "tool_use" ? { ...block, id: `t${this.#ids++}` } : block,
      );
      this.messages.push({ role: "assistant", content: blocks });
      said.push(
        ...blocks.filter(({ type }) => type === "text").map((block) => text((block as Block)["text"])),
      );
      const made = blocks.filter(({ type }) => type === "tool_use");
      if (made.length === 0) return { said: said.join("\n"), calls };
      calls.push(
        ...made.map((block) => ({
          tool: text((block as Block)["name"]),
          input: (block as Block)["input"] as Input,
        })),
      );
      const results = made.map((block) => this.#answer(block));
      this.messages.push({ role: "user", content: results.map(({ block }) => block) });
      if (results.some(({ waits }) => waits)) return { said: said.join("\n"), calls };
    }
    throw new Error(`The operator does not stop: ${JSON.stringify(calls)}`);
  }

  #answer(block: Block): { block: Block; waits: boolean } {
    const id = text(block["id"]);
    const name = text(block["name"]);
    const input = block["input"] as Input;
    const result = (content: unknown): Block => ({
      type: "tool_result",
      tool_use_id: id,
      content: typeof content === "string" ? content : (content as Block[]),
    });
    if (name === "find_tools") return { block: result(this.#found(text(input["query"]))), waits: false };
    const used = input["input"] as Input | undefined;
    if (name === "use_tool") return this.#answer({ ...block, name: input["name"], input: used ?? {} });
    const tool = this.tools[name];
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    if (tool.run === null)
      return {
        block: result(JSON.stringify({ status: "awaiting_approval", approvalId: `approval_${id}` })),
        waits: true,
      };
    const found = tool.run(input, this.#company.name);
    const answer = JSON.stringify(Array.isArray(found) ? { items: found } : found);
    return { block: result(answer), waits: name === "ask_user" };
  }

  /** What a search for tools answers: references, or definitions for a model that knows none. */
  #found(query: string): string | Block[] {
    const found = Object.entries(this.tools).filter(([tool]) => query.replaceAll(" ", "_") === tool);
    if (!this.twoSteps) return found.map(([tool]) => ({ type: "tool_reference", tool_name: tool }));
    const tools = found.map(([name, { takes }]) => ({ name, input_schema: schemaOf(takes) }));
    return JSON.stringify({ message: "Call one with use_tool.", tools });
  }

  #request(): MessagesRequest {
    return {
      model: "claude-sonnet-5-5",
      max_tokens: 4000,
      system: [{ type: "text", text: `${this.system}\nCompany: ${this.#company.name}` }],
      tools: Object.entries(this.tools)
        .filter(([, { deferred }]) => !this.twoSteps || deferred !== true)
        .map(([name, { takes, deferred }]): ToolDefinition => ({
          name,
          input_schema: schemaOf(takes),
          ...(deferred === true ? { defer_loading: true } : {}),
        })),
      messages: this.messages,
      stream: false,
    };
  }
}
