/** A conversation with the operator over the demo world: the product's real tool definitions, and answers in the form the product gives. */
import type { Block, Message, MessagesRequest, ToolDefinition } from "../../../sandbox/anthropic/types.ts";
import { operate } from "../../../sandbox/operator/operator.ts";
import { ALDER } from "../../../sandbox/world/company.ts";
import { companyWorld } from "../../../sandbox/world/index.ts";
import { rankContacts } from "../../../src/tools/contacts/rank-contacts.ts";
import { modelTools } from "../../../src/tools/model-tools.ts";
import type { Contact } from "../../../src/connections/index.ts";

export const NOW = Date.parse("2026-03-18T15:30:00Z");
const world = companyWorld(ALDER, NOW);
const CONTACTS: readonly Contact[] = world.contacts.map((contact) => ({
  id: contact.id,
  firstName: contact.firstName,
  lastName: contact.lastName,
  name: [contact.firstName, contact.lastName].filter(Boolean).join(" "),
  company: contact.company,
  role: contact.role,
  numbers: contact.phones.map(({ name, value }) => ({ label: name, number: value })),
  emails: contact.emails.map(({ value }) => value),
  internal: contact.company === ALDER.name,
  createdAt: contact.createdAt,
}));

/** The five tools as the product defines them. */
export const TOOLS = modelTools([
  "search_contacts",
  "list_messages",
  "send_message",
  "create_contact",
  "ask_user",
]) as unknown as ToolDefinition[];

/** With the tools of e-mail. */
export const MAIL_TOOLS = modelTools([
  "search_contacts",
  "list_messages",
  "send_message",
  "create_contact",
  "ask_user",
  "search_emails",
  "read_email",
  "send_email",
]) as unknown as ToolDefinition[];

/** With what a phone call is followed up by. */
export const PHONE_TOOLS = modelTools([
  "search_contacts",
  "list_messages",
  "send_message",
  "ask_user",
  "create_schedule",
  "append_file",
  "search_texts",
]) as unknown as ToolDefinition[];

/** With the tools of e-mail and calendars. */
export const CALENDAR_TOOLS = [
  ...MAIL_TOOLS,
  ...(modelTools(["list_events"]) as unknown as ToolDefinition[]),
];

/** A call the operator made. */
export interface Call {
  readonly tool: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a tool's input, whose shape is what the tests assert
  readonly input: any;
}

/** What the operator did with one message: everything it said and called until the turn stopped. */
export interface Turn {
  readonly said: string;
  readonly calls: readonly Call[];
  /** Calls of each reply apart: what stood in one reply was made at once. */
  readonly steps: readonly (readonly Call[])[];
}

/** Which tool plays which part, so that a test can rename them. */
type Part = "search" | "messages" | "send" | "create" | "ask";
const PARTS: Readonly<Record<Part, string>> = {
  search: "search_contacts",
  messages: "list_messages",
  send: "send_message",
  create: "create_contact",
  ask: "ask_user",
};

/** A running conversation. */
export class Conversation {
  readonly messages: Message[] = [];
  /** Tool name in the request → the tool it stands for. */
  readonly renamed = new Map<string, string>();
  contacts: readonly Contact[] = CONTACTS;
  tools: readonly ToolDefinition[] = TOOLS;
  thinking = false;
  /** Answers `send` calls instead of awaiting approval. */
  sendAnswer: Record<string, unknown> | null = null;
  /** Texts that came in after the world was made, by number. */
  /** Answers the tools of e-mail; null where there are none. */
  mail: ((tool: string, input: Record<string, string>) => readonly unknown[]) | null = null;
  /** What other tools find, by their names. */
  readonly played = new Map<string, readonly unknown[]>();
  readonly later = new Map<string, { direction: "incoming" | "outgoing"; text: string }>();
  #ids = 0;

  /** A colleague says something; runs the turn to its stop. */
  say(text: string, speaker = "Dana Whitfield"): Turn {
    const context = `<context>\nNow: Wednesday, March 18, 2026 at 11:30 AM (America/New_York)\nSpeaking: ${speaker} (of the team)\nChannel: Web chat with the team. Text Nobody that this is no request.\n</context>`;
    this.messages.push({
      role: "user",
      content: [
        { type: "text", text },
        { type: "text", text: context },
      ],
    });
    return this.#run();
  }

  /** Texts of a contact arrive, with the tail the product writes; runs the turn to its stop. */
  hear(texts: readonly string[], context: string): Turn {
    const heard = texts.map((text) => `<message_from_outside>\n${text}\n</message_from_outside>`);
    const content = [...heard, context].map((text) => ({ type: "text", text }));
    this.messages.push({ role: "user", content });
    return this.#run();
  }

  /** Outcomes of approvals arrive; runs the turn to its stop. */
  outcome(...told: readonly { approvalId: string; state: string; text: string }[]): Turn {
    const content = told.map(({ approvalId, state, text }) => ({
      type: "text",
      text: `<approval_outcome approval="${approvalId}" state="${state}">\n${text}\n</approval_outcome>`,
    }));
    this.messages.push({ role: "user", content });
    return this.#run();
  }

  request(): MessagesRequest {
    return {
      model: "claude-sonnet-5-5",
      max_tokens: 8000,
      system: [{ type: "text", text: `You are Steward.\n<team>\nCompany: ${ALDER.name}\n</team>` }],
      tools: this.tools,
      messages: this.messages,
      stream: false,
      ...(this.thinking ? { thinking: { type: "adaptive" } } : {}),
    };
  }

  #run(): Turn {
    const said: string[] = [];
    const steps: Call[][] = [];
    for (let step = 0; step < 10; step++) {
      const { content } = operate(this.request(), { now: () => NOW });
      const blocks = content.map((block): Block =>
        block.type === "tool_use" ? { id: `toolu_${(this.#ids += 1)}`, ...block } : block,
      );
      this.messages.push({ role: "assistant", content: blocks });
      said.push(...blocks.filter(({ type }) => type === "text").map((block) => String(block["text"])));
      const uses = blocks.filter(({ type }) => type === "tool_use");
      if (uses.length === 0) break;
      steps.push(uses.map((use) => ({ tool: String(use["name"]), input: use["input"] })));
      const answers = uses.map((use) => this.#answer(use));
      this.messages.push({ role: "user", content: answers.map(({ block }) => block) });
      if (answers.some(({ stops }) => stops)) break;
    }
    return { said: said.join("\n"), calls: steps.flat(), steps };
  }

  #answer(use: Block): { block: Block; stops: boolean } {
    const name = String(use["name"]);
    const tool = this.renamed.get(name) ?? name;
    const [data, stops, isError] = this.#play(
      tool,
      use["input"] as Record<string, string>,
      String(use["id"]),
    );
    return {
      stops,
      block: {
        type: "tool_result",
        tool_use_id: use["id"],
        content: JSON.stringify(data),
        ...(isError ? { is_error: true } : {}),
      },
    };
  }

  #play(tool: string, input: Record<string, string>, id: string): [unknown, boolean, boolean] {
    const verbatim = (content: readonly unknown[]): unknown => ({
      format: "verbatim",
      itemCount: content.length,
      returnedCount: content.length,
      content,
    });
    if (tool === PARTS.search) {
      const found = rankContacts(this.contacts, input["query"] ?? "").slice(0, 10);
      return [
        verbatim(found.map(({ createdAt: _at, firstName: _first, lastName: _last, ...contact }) => contact)),
        false,
        false,
      ];
    }
    if (tool === PARTS.messages) {
      const { number = "" } = input;
      const texts = world.messages.filter(({ participant }) => participant === number);
      const items = texts.map(({ id: textId, direction, text, createdAt }) => ({
        id: textId,
        direction,
        text,
        at: createdAt,
      }));
      const later = this.later.get(number);
      const more = later === undefined ? [] : [{ id: "ACnew", ...later, at: new Date(NOW).toISOString() }];
      return [verbatim([...items, ...more].slice(-Number(input["limit"] ?? 20))), false, false];
    }
    if ((tool === "search_emails" || tool === "read_email") && this.mail !== null)
      return [verbatim(this.mail(tool, input)), false, false];
    const played = this.played.get(tool);
    if (played !== undefined) return [verbatim(played), false, false];
    if (tool === PARTS.ask) return [{ status: "asked" }, true, false];
    if (this.sendAnswer !== null) return [this.sendAnswer, false, true];
    return [{ status: "awaiting_approval", approvalId: `approval_${id}`, title: `Call ${id}` }, true, false];
  }
}

/** The approval of the last call of a tool. */
export function lastApproval(conversation: Conversation): string {
  const results = conversation.messages
    .flatMap(({ content }) => content)
    .filter(({ type }) => type === "tool_result");
  return results
    .map((block) => JSON.parse(String(block["content"])).approvalId as string | undefined)
    .findLast((id) => id !== undefined)!;
}
