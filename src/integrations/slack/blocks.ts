/**
 * Extracts the text of a Slack message's blocks and attachments, in the notation of its `text` (mrkdwn), so that names and links resolve
 * the same way. docs.slack.dev: "Block Kit", "rich_text block", "table block", "Legacy secondary attachments", read 2026-11-23. Unknown
 * blocks become a placeholder. Bounded; never throws. Pure.
 */
import * as z from "zod";
import { escapeMrkdwn } from "./text.ts";

/** Limits for attachments and total characters per message. */
const ATTACHMENTS = 20;
const WORDS_CHARS = 12_000;
/** Maximum nesting depth. */
const DEPTH = 8;

const word = z.string().optional().catch(undefined);
const list = z.array(z.unknown()).max(200).optional().catch(undefined);
const nodeSchema = z.object({
  type: z.string().catch(""),
  text: z.unknown().optional(),
  title: z.unknown().optional(),
  subtitle: z.unknown().optional(),
  body: z.unknown().optional(),
  label: z.unknown().optional(),
  description: z.unknown().optional(),
  placeholder: z.unknown().optional(),
  accessory: z.unknown().optional(),
  element: z.unknown().optional(),
  initial_option: z.unknown().optional(),
  initial_options: list,
  initial_value: word,
  initial_date: word,
  initial_time: word,
  tasks: list,
  fields: list,
  elements: list,
  rows: list,
  options: list,
  alt_text: word,
  url: word,
  user_id: word,
  channel_id: word,
  usergroup_id: word,
  range: word,
  name: word,
  fallback: word,
  value: z.unknown().optional(),
  style: z.unknown().optional(),
  indent: z.number().int().min(0).max(DEPTH).catch(0).default(0),
  offset: z.number().int().min(0).catch(0).default(0),
});
type SlackNode = z.output<typeof nodeSchema>;

const words = z.string().catch("").default("");
const attachmentSchema = z.object({
  pretext: words,
  author_name: words,
  title: words,
  text: words,
  fallback: words,
  footer: words,
  fields: z
    .array(z.object({ title: words, value: words }))
    .max(50)
    .catch([])
    .default([]),
  actions: z
    .array(z.object({ text: words }))
    .max(25)
    .catch([])
    .default([]),
  blocks: z.array(z.unknown()).max(200).catch([]).default([]),
  message_blocks: z
    .array(z.object({ message: z.object({ blocks: z.array(z.unknown()).max(200).catch([]).default([]) }) }))
    .max(20)
    .catch([])
    .default([]),
});

/** A message's text plus whatever its blocks and attachments add. */
export function messageWords(
  text: string,
  blocks: readonly unknown[] = [],
  attachments: readonly unknown[] = [],
): string {
  const said = joinedWords(text, blocks.map((block) => blockWords(block)).join("\n"));
  const beside = attachments.slice(0, ATTACHMENTS).map(attachmentWords);
  return [said, ...beside.filter((one) => !holds(said, one))]
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .join("\n\n")
    .slice(0, Math.max(WORDS_CHARS, text.length));
}

/** A shared message, link preview or app attachment: its author and text. */
export function attachmentWords(attachment: unknown): string {
  const one = attachmentSchema.safeParse(attachment).data;
  if (one === undefined) return "";
  const blocks = [...one.blocks, ...one.message_blocks.flatMap(({ message }) => message.blocks)];
  const body = one.text || blocks.map((block) => blockWords(block)).join("\n");
  const fields = one.fields.map(({ title, value }) => [title, value].filter(Boolean).join(": "));
  const said = [one.pretext, one.title, body, ...fields].filter((part) => part.trim() !== "");
  const head = one.author_name === "" ? [] : [`From ${one.author_name}:`];
  const actions = one.actions.filter(({ text }) => text !== "").map(({ text }) => `[${text}]`);
  return [...head, ...(said.length === 0 ? [one.fallback] : said), actions.join(" "), one.footer]
    .filter((part) => part.trim() !== "")
    .join("\n");
}

/** The text of a block, an element or a text object. */
export function blockWords(block: unknown, depth = DEPTH): string {
  const node = nodeSchema.safeParse(block).data;
  if (node === undefined || depth === 0) return "";
  const inner: Inner = (part) => blockWords(part, depth - 1);
  return (
    (Object.hasOwn(KINDS, node.type) ? KINDS[node.type] : undefined)?.(node, inner) ?? partsOf(node, inner)
  );
}

/** Reads a nested part. */
type Inner = (part: unknown) => string;
type Kind = (node: SlackNode, inner: Inner) => string;

const marked: Kind = ({ text }) => stringOf(text);
const letterly: Kind = ({ text, style }) => struck(escapeMrkdwn(stringOf(text)), style);
const inARow: Kind = ({ elements = [] }, inner) => elements.map(inner).join("");
const besideEachOther: Kind = ({ elements = [] }, inner) => elements.map(inner).filter(Boolean).join(" ");
const button: Kind = ({ text }, inner) => `[${inner(text)}]`;

/** Blocks and elements with special handling. */
const KINDS: Readonly<Record<string, Kind>> = {
  mrkdwn: marked,
  markdown: marked,
  plain_text: letterly,
  raw_text: letterly,
  text: letterly,
  raw_number: ({ text, value }) =>
    stringOf(text) || (typeof value === "number" ? String(value) : stringOf(value)),
  rich_text_section: inARow,
  rich_text_preformatted: inARow,
  rich_text_quote: (node, inner) => inARow(node, inner).replace(/^/gm, "&gt; "),
  rich_text_list({ elements = [], style, indent, offset }, inner) {
    const mark = (at: number): string => (style === "ordered" ? `${at + 1 + offset}.` : "•");
    return elements.map((one, at) => `${"  ".repeat(indent)}${mark(at)} ${inner(one)}`).join("\n");
  },
  table: ({ rows = [] }, inner) => rows.map((row) => rowWords(row, inner)).join("\n"),
  context: besideEachOther,
  actions: besideEachOther,
  context_actions: besideEachOther,
  button,
  workflow_button: button,
  divider: () => "",
  user: ({ user_id: id }) => (id === undefined ? "" : `<@${id}>`),
  channel: ({ channel_id: id }) => (id === undefined ? "" : `<#${id}>`),
  usergroup: ({ usergroup_id: id }) => (id === undefined ? "" : `<!subteam^${id}>`),
  broadcast: ({ range = "everyone" }) => `<!${range}>`,
  emoji: ({ name }) => (name === undefined ? "" : `:${name}:`),
  link({ url = "", text, style }) {
    const label = stringOf(text);
    return struck(label === "" ? `<${url}>` : `<${url}|${escapeMrkdwn(label)}>`, style);
  },
  date: ({ fallback = "" }) => escapeMrkdwn(fallback),
  color: ({ value }) => escapeMrkdwn(stringOf(value)),
};

/** Text from the fields any block may have; a block without text becomes a placeholder. */
function partsOf(node: SlackNode, inner: Inner): string {
  const shown = (part: unknown): string => (typeof part === "string" ? escapeMrkdwn(part) : inner(part));
  const alt =
    node.alt_text === undefined || node.alt_text === "" ? "" : `(image: ${escapeMrkdwn(node.alt_text)})`;
  /** A field shows its value or choice instead of its options. */
  const chosen = [
    ...[node.initial_option, ...(node.initial_options ?? [])].map(inner),
    ...[node.initial_value, node.initial_date, node.initial_time].map((one) => escapeMrkdwn(one ?? "")),
  ].filter((one) => one !== "");
  const options = chosen.length > 0 ? [] : (node.options ?? []);
  const parts = [
    ...[node.title, node.subtitle, node.label, node.text, node.body, node.description].map(shown),
    ...(chosen.length > 0 ? chosen : [shown(node.placeholder)]),
    ...[...(node.fields ?? []), ...(node.elements ?? []), ...(node.tasks ?? []), ...options].map(inner),
    ...[node.accessory, node.element].map(inner),
    alt,
  ].filter((part) => part !== "");
  if (parts.length > 0) return parts.join("\n");
  if (node.url !== undefined) return `<${node.url}>`;
  if (node.type === "file") return "(a file not shown here)";
  const isBare = ["", "image", "section", "rich_text", "input", "header"].includes(node.type);
  return isBare ? "" : `(a ${escapeMrkdwn(node.type.replaceAll("_", " ").slice(0, 40))} not shown here)`;
}

function rowWords(row: unknown, inner: Inner): string {
  return Array.isArray(row) ? row.map((cell) => inner(cell).replace(/\s+/g, " ").trim()).join(" | ") : "";
}

/** Adds strikethrough as in `text`. */
function struck(text: string, style: unknown): string {
  const isStruck = typeof style === "object" && style !== null && "strike" in style && style.strike === true;
  return isStruck && text.trim() !== "" ? `~${text}~` : text;
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Text and blocks usually say the same: appends only what is missing. */
function joinedWords(text: string, blocks: string): string {
  if (holds(text, blocks)) return text;
  if (holds(blocks, text)) return blocks;
  const missing = blocks.split("\n").filter((line) => !holds(text, line));
  return [text, ...missing].join("\n");
}

function holds(whole: string, part: string): boolean {
  return letters(whole).includes(letters(part));
}

/** Letters and digits only, for comparing texts regardless of markup; names by ID. */
function letters(text: string): string {
  return text
    .replace(/&(?:gt|lt|amp);/g, "")
    .replace(/<([@#!][^<>|]*)\|[^<>]*>/g, "$1")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
