/** A conversation with the operator over the demo world, with tools as small as a test needs them: what they take, and what they answer. */
import type { Block, Message, MessagesRequest, ToolDefinition } from "../../../sandbox/anthropic/types.ts";
import { operate } from "../../../sandbox/operator/operator.ts";
import { ALDER } from "../../../sandbox/world/company.ts";
import { companyWorld } from "../../../sandbox/world/index.ts";

/** A Wednesday. */
export const NOW = Date.parse("2026-03-18T15:30:00Z");
const WORLD = companyWorld(ALDER, NOW);
const MAX_CALLS = 12;

type Input = Readonly<Record<string, unknown>>;
type Run = (input: Input) => unknown;

/** A tool of the test: names of its arguments, and what it answers. `null` waits for an approval. */
export interface TestTool {
  readonly takes: readonly string[];
  readonly run: Run | null;
  readonly deferred?: true;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const words = (value: string): string[] => value.toLowerCase().match(/[\p{L}\p{N}+]+/gu) ?? [];

function searchContacts(query: string): unknown[] {
  const wanted = words(query.replace(/^\+/, ""));
  return WORLD.contacts
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

function thread(number: string): unknown[] {
  return WORLD.messages
    .filter(({ participant }) => participant === number)
    .slice(-20)
    .map(({ direction, text: said, createdAt }) => ({ direction, text: said, at: createdAt }));
}

/** The tools of an ordinary chat. */
export const TOOLS: Readonly<Record<string, TestTool>> = {
  search_contacts: { takes: ["query", "limit"], run: ({ query }) => searchContacts(text(query)) },
  list_messages: { takes: ["number", "limit"], run: ({ number }) => thread(text(number)) },
  contact_history: { takes: ["contact", "limit"], run: ({ contact }) => thread(text(contact)) },
  send_message: { takes: ["to", "text", "createContact", "urgent"], run: null },
  send_email: { takes: ["to", "subject", "text", "replyToEmailId"], run: null },
  create_contact: { takes: ["firstName", "lastName", "number"], run: null },
  ask_user: {
    takes: ["question", "options", "requiredFor"],
    run: ({ question }) => ({ status: "asked", question }),
  },
  search_emails: { takes: ["query", "limit"], run: () => [] },
  read_email: { takes: ["id"], run: () => [] },
  search_texts: { takes: ["query", "limit"], run: () => [] },
  search_files: { takes: ["query"], run: () => [] },
  append_file: { takes: ["path", "text"], run: ({ path }) => [{ path, done: "added" }] },
  list_events: { takes: ["from", "to", "calendar", "freeFor"], run: () => [] },
  run_code: { takes: ["code"], run: () => [{ result: 409.5 }] },
  create_schedule: {
    takes: ["title", "instruction", "at", "cron", "tell"],
    run: (input) => [{ id: "schedule_1", when: input["at"] ?? input["cron"], ...input, status: "active" }],
  },
  list_schedules: {
    takes: [],
    run: () => [{ id: "schedule_1", title: "Call the roofer", when: "tomorrow" }],
  },
  delete_schedule: { takes: ["id"], run: () => [{ status: "deleted" }] },
};

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
  system = "";
  format: Readonly<Record<string, unknown>> | null = null;
  #ids = 0;

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

  /** Texts from outside. */
  hear(texts: readonly string[], name: string, number: string): Promise<Turn> {
    const who = name === "" ? number : `${name}, ${number}`;
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
    if (name === "find_tools") {
      const found = Object.keys(this.tools).filter(
        (tool) =>
          this.tools[tool]?.deferred === true && text(Object.values(input)[0]).replaceAll(" ", "_") === tool,
      );
      return {
        block: result(found.map((tool) => ({ type: "tool_reference", tool_name: tool }))),
        waits: false,
      };
    }
    const tool = this.tools[name];
    if (tool === undefined) throw new Error(`There is no tool ${name}`);
    if (tool.run === null)
      return {
        block: result(JSON.stringify({ status: "awaiting_approval", approvalId: `approval_${id}` })),
        waits: true,
      };
    return { block: result(JSON.stringify({ content: tool.run(input) })), waits: name === "ask_user" };
  }

  #request(): MessagesRequest {
    return {
      model: "claude-sonnet-5-5",
      max_tokens: 4000,
      system: [{ type: "text", text: `${this.system}\nCompany: ${ALDER.name}` }],
      tools: Object.entries(this.tools).map(([name, { takes, deferred }]): ToolDefinition => ({
        name,
        input_schema: { type: "object", properties: Object.fromEntries(takes.map((one) => [one, {}])) },
        ...(deferred === true ? { defer_loading: true } : {}),
      })),
      messages: this.messages,
      stream: false,
      ...(this.format === null
        ? {}
        : { output_config: { format: { type: "json_schema", schema: this.format } } }),
    };
  }
}
