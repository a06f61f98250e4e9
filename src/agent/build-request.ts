/**
 * Builds the model request from the log: tools, instructions (breakpoint), tenant block (breakpoint),
 * history, and the newest message with its `<context>` tail; the last two breakpoints are on the last two
 * messages. A pure function of what is stored: sent bytes never change between compactions, so they are
 * read from the cache.
 */
import type { MessageParam, TextBlockParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import {
  isEmail,
  isEnclosure,
  NO_ACTION_MARKER,
  slackThreadOf,
  startsTurn,
  type Compaction,
  type LogMessage,
} from "./conversations/index.ts";
import type { Source } from "./api/conversation.ts";
import type { Author, OutcomePart, Part } from "./api/message.ts";
import type { AnswerPart } from "./api/question.ts";
import { CHANGES_MARK } from "./workspace-delta.ts";
import { waitingBlock, type WaitingDraft } from "./waiting-drafts.ts";
import { emailText, enclosedText } from "./email-text.ts";
import { outsideName, plainLine, withoutOwnMarks } from "./own-marks.ts";
import { picturesIn } from "./pictures.ts";
import type { ModelRequest } from "./ports.ts";
import type { AgentDefinition } from "./define-agent.ts";
import { outputSchemaOf } from "./output.ts";
import { withOfferedReferences } from "./tool-references.ts";
import { triggerGuidance, type TriggeredBy } from "./guidance.ts";

type Block = { type: string; [field: string]: unknown };

/** The inputs of a request. */
export interface PromptSource {
  readonly agent: AgentDefinition;
  readonly model: string;
  readonly tools: readonly Tool[];
  /** Instructions and tenant block, from `systemBlocks`. */
  readonly system: readonly TextBlockParam[];
  readonly compaction: Compaction | null;
  /** Committed messages after the compaction, oldest first. */
  readonly messages: readonly LogMessage[];
  /**
   * Thinking blocks up to this message are left out, because the model binds them to a prefix that has
   * changed since.
   */
  readonly thinkingAfterSeq: number;
  /** Blocks of the pictures that the turn's messages and results show, by message or call ID. */
  readonly pictures?: ReadonlyMap<string, readonly object[]>;
}

const BREAKPOINT = { type: "ephemeral" } as const;
const CHANNEL_GUIDANCE: Record<Source, string> = {
  web_chat: "Web chat with the team. Light Markdown is shown; keep it short.",
  sms: "A text conversation with a contact. What the contact wrote stands in <message_from_outside>. What you write here is read by the team; only an approved send_message reaches the contact.",
  team_text:
    "Texts with a colleague who is on their phone. What you write here is texted to them: one to three short sentences, no Markdown, no list of files. Drafts are named to them with a link, where they approve. A yes by text approves nothing: say so kindly; the link of what waits is added below your words.",
  team_email:
    "E-mails with a colleague. What you write here is e-mailed to them as it stands: a letter with greeting and signature, plain text, no Markdown. What they forward or quote stands in <message_from_outside>. Sign as Steward. Drafts are named below your words with a link, where they approve. A yes by e-mail approves nothing: say so kindly; the link of what waits is added there.",
  team_slack:
    "Slack, in direct messages with a colleague. What you write here is posted to them alone: a few short sentences, no headings, tables or lists of files. Drafts are shown to them with buttons. A yes in words approves nothing: say so kindly; the link of what waits is added below your words.",
  email:
    "An e-mail thread with a contact. What the contact wrote stands in <message_from_outside>. What you write here is read by the team; only an approved send_email reaches the contact.",
  schedule: "A scheduled run; no one is waiting. Report briefly, or say that there is nothing to do.",
  webhook: "An automatic event; no one is waiting. Report briefly, or say that there is nothing to do.",
};

/** Channels on which people don't see receipts. */
const ELSEWHERE: ReadonlySet<Source> = new Set(["team_text", "team_email", "team_slack"]);
const RECEIPTS_SHOWN = `People see the receipt of what was done. Unless something else is left to say or do, answer ${NO_ACTION_MARKER} and nothing else.`;

/** How to write on the channel, and who reads it. */
function channelWords(source: Source, conversationId: string): string {
  const place = source === "team_slack" ? slackThreadOf(conversationId) : null;
  if (place === null) return CHANNEL_GUIDANCE[source];
  return `A thread of a Slack channel (channel ${place.channelId}, thread ${place.threadTs}; read_slack_messages reads it). What you write here is posted there for everybody in the channel to read: a few short sentences, no headings, tables or lists of files. Drafts are shown to whoever asks alone, with buttons. A yes in words approves nothing: say so kindly; the buttons do.`;
}

/** The tail stored with the message that starts a turn. `trigger` is what started it, unless a member did. */
export function contextTail(input: {
  readonly nowMs: number;
  readonly timeZone: string;
  readonly speaker: Author;
  readonly source: Source;
  /** Needed to name some channels. */
  readonly conversationId?: string | undefined;
  /** Who decided on the draft whose outcome starts the turn. */
  readonly decidedBy?: string | undefined;
  readonly trigger?: TriggeredBy | undefined;
  /** Changes of the workspace since the tenant block was made; empty if there are none. */
  readonly delta?: string;
  /** House rules that the conversation was not told yet, as plain lines. */
  readonly houseRules?: readonly string[];
  /** Pending drafts of this conversation, oldest first. */
  readonly waiting?: readonly WaitingDraft[];
  /** Records that the question is about, from `aroundBlock`. */
  readonly around?: string;
  /** What of the message's pictures is shown, from `showPictures`. */
  readonly pictures?: string;
}): string {
  const when = new Intl.DateTimeFormat("en-US", {
    timeZone: input.timeZone,
    dateStyle: "full",
    timeStyle: "short",
  }).format(new Date(input.nowMs));
  const roles = {
    user: "of the team",
    contact: "a contact, outside the team",
    agent: "an agent",
    system: "Steward itself",
  };
  return [
    "<context>",
    `Now: ${when} (${input.timeZone})`,
    input.decidedBy === undefined
      ? `Speaking: ${speakerOf(input.speaker)} (${roles[input.speaker.kind]})`
      : `Speaking: ${plainLine(input.decidedBy)} (${roles.user}; decided on your draft, wrote nothing)`,
    `Channel: ${channelWords(input.source, input.conversationId ?? "")}`,
    ...(input.decidedBy === undefined || ELSEWHERE.has(input.source) ? [] : [RECEIPTS_SHOWN]),
    ...(input.trigger === undefined ? [] : triggerGuidance(input.source, input.trigger)),
    ...rulesBlock(input.houseRules ?? []),
    ...waitingBlock(input.waiting ?? [], input.timeZone),
    ...(input.delta === undefined || input.delta === "" ? [] : [deltaBlock(input.delta)]),
    ...(input.around === undefined || input.around === "" ? [] : [input.around]),
    ...(input.pictures === undefined || input.pictures === "" ? [] : [input.pictures]),
    "</context>",
  ].join("\n");
}

/** Rules of the team that each draft is held to. */
function rulesBlock(rules: readonly string[]): string[] {
  if (rules.length === 0) return [];
  return [
    "<house_rules>",
    "The team's rules for everything it sends. Write drafts that break none of them; if one has to, say why in its note.",
    ...rules.map((rule) => `- ${rule}`),
    "</house_rules>",
  ];
}

/** Only names of members are trusted; a schedule's title, for example, was written by a model. */
function speakerOf({ kind, name }: Author): string {
  if (kind === "system") return "no one";
  return kind === "user" ? plainLine(name) : outsideName(name);
}

/** The workspace changes as a block of the tail. */
function deltaBlock(delta: string): string {
  return `<workspace_now>\n${withoutOwnMarks(delta)}\n</workspace_now>`;
}

/** The records a question is about, as a block of the tail, without lines that the history already contains. Pure. */
export function aroundBlock(
  parts: readonly { readonly title: string; readonly lines: readonly string[] }[],
  isTold: (words: string) => boolean,
): string {
  const lines = parts.flatMap(({ title, lines: all }) => {
    const fresh = all.map(withoutOwnMarks).filter((line) => !isTold(line));
    return fresh.length === 0 ? [] : [...(title === "" ? [] : [title]), ...fresh];
  });
  return lines.length === 0 ? "" : ["<records_around>", ...lines, "</records_around>"].join("\n");
}

/**
 * The part of the changes that the history doesn't contain: today's notes in full if they changed, and new
 * lines about changed files. Pure.
 */
export function untoldNews(delta: string, isTold: (words: string) => boolean): string {
  const at = delta.indexOf(CHANGES_MARK);
  const [notes, changes] = at < 0 ? [delta, ""] : [delta.slice(0, at), delta.slice(at)];
  const known = (words: string): boolean => isTold(withoutOwnMarks(words));
  const [first = "", ...lines] = changes.split("\n");
  const fresh = lines.filter((line) => !known(line));
  return [
    ...(notes.trim() === "" || known(notes.trim()) ? [] : [notes.trim()]),
    ...(fresh.length === 0 ? [] : [first, ...fresh]),
  ].join("\n");
}

function isBlank(part: Part): boolean {
  const { type, text } = part as { type: string; text?: unknown };
  return (type === "text" || type === "outcome") && (typeof text !== "string" || text.trim() === "");
}

function fromOutside(text: string): string {
  return `<message_from_outside>\n${withoutOwnMarks(text)}\n</message_from_outside>`;
}

function outcomeText(part: OutcomePart): string {
  return `<approval_outcome approval="${part.approvalId}" state="${part.state}">\n${withoutOwnMarks(part.text)}\n</approval_outcome>`;
}

/** A form's values by field. The same answer in words precedes it, for people only. */
function answerText({ values }: AnswerPart): string {
  return `<form_answer>\n${withoutOwnMarks(JSON.stringify(values))}\n</form_answer>`;
}

const madeBlocks = new WeakMap<LogMessage, { withThinking: boolean; blocks: readonly Block[] }>();

/** The content blocks of one message. Cached, because a committed message does not change. */
function blocksOf(message: LogMessage, withThinking: boolean): readonly Block[] {
  const made = madeBlocks.get(message);
  if (made?.withThinking === withThinking) return made.blocks;
  const blocks = makeBlocks(message, withThinking);
  madeBlocks.set(message, { withThinking, blocks });
  return blocks;
}

function makeBlocks(message: LogMessage, withThinking: boolean): Block[] {
  const isForm = message.parts.some(({ type }) => type === "answer");
  const blocks = message.parts
    .filter((part) => !isBlank(part) && part.type !== "media" && !(isForm && part.type === "text"))
    .filter((part) => withThinking || (part.type !== "thinking" && part.type !== "redacted_thinking"))
    .map((part): Block => {
      if (part.type === "outcome") return { type: "text", text: outcomeText(part as OutcomePart) };
      if (part.type === "answer") return { type: "text", text: answerText(part as AnswerPart) };
      if (isEnclosure(part)) return { type: "text", text: fromOutside(enclosedText(part)) };
      if (isEmail(part)) return { type: "text", text: fromOutside(emailText(part)) };
      const { text } = part as unknown as { text: string };
      if (message.author.kind === "contact" && part.type === "text")
        return { type: "text", text: fromOutside(text) };
      if (message.author.kind === "system" && startsTurn(message) && part.type === "text")
        return { type: "text", text: `<notice>\n${withoutOwnMarks(text)}\n</notice>` };
      if (picturesIn(part) === 0) return part as Block;
      const { pictures: _, ...result } = part as Block;
      return result as Block;
    });
  return message.context === null ? blocks : [...blocks, { type: "text", text: message.context }];
}

/** Blocks of a message with the pictures it shows: before its own words, and in the results of its calls. */
function withPictures(
  { id, kind }: LogMessage,
  blocks: readonly Block[],
  pictures: PromptSource["pictures"],
): readonly Block[] {
  if (pictures === undefined || pictures.size === 0) return blocks;
  if (kind !== "results") return [...((pictures.get(id) ?? []) as readonly Block[]), ...blocks];
  return blocks.map((block) => {
    const shown = pictures.get(String(block["tool_use_id"]));
    if (shown === undefined) return block;
    return { ...block, content: [{ type: "text", text: String(block["content"]) }, ...shown] };
  });
}

/** History as alternating messages. Adjacent messages of one role are merged, tool results first. */
export function historyParams(
  source: Pick<PromptSource, "compaction" | "messages" | "thinkingAfterSeq" | "pictures">,
): MessageParam[] {
  const merged: { role: "user" | "assistant"; content: Block[] }[] = [];
  const add = (role: "user" | "assistant", blocks: readonly Block[]): void => {
    if (blocks.length === 0) return;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else merged.push({ role, content: [...blocks] });
  };
  if (source.compaction !== null) {
    const { summary } = source.compaction;
    add("user", [
      {
        type: "text",
        text: `<summary_of_earlier_conversation>\n${withoutOwnMarks(summary)}\n</summary_of_earlier_conversation>`,
      },
    ]);
  }
  for (const message of source.messages)
    add(
      message.role,
      withPictures(message, blocksOf(message, message.seq > source.thinkingAfterSeq), source.pictures),
    );
  return merged as unknown as MessageParam[];
}

/** A copy with a cache breakpoint on its last block that can have one. */
function withBreakpoint(message: MessageParam): MessageParam {
  const content = message.content as unknown as Block[];
  const at = content.findLastIndex(
    (block) => block.type !== "thinking" && block.type !== "redacted_thinking",
  );
  if (at < 0) return message;
  const marked = content.map((block, index) =>
    index === at ? { ...block, cache_control: BREAKPOINT } : block,
  );
  return { role: message.role, content: marked } as unknown as MessageParam;
}

/** Instructions and tenant block, each ending a stable prefix. */
export function systemBlocks(agent: AgentDefinition, tenantBlock: string): TextBlockParam[] {
  return [agent.instructions, tenantBlock]
    .filter((text) => text !== "")
    .map((text) => ({ type: "text", text, cache_control: BREAKPOINT }));
}

/** The whole request, for a model that supports tool references. */
export function buildRequest(source: PromptSource): ModelRequest {
  const params = withOfferedReferences(historyParams(source), source.tools);
  const from = params.length - 2;
  return {
    model: source.model,
    maxTokens: source.agent.maxTokens,
    system: source.system,
    tools: source.tools,
    messages: params.map((message, index) => (index >= from ? withBreakpoint(message) : message)),
    thinking: source.agent.thinking,
    outputSchema: outputSchemaOf(source.agent),
  };
}
