/**
 * Validates a whole request before it is sent. The service accepts what passes; a failure is our bug, found
 * before it costs anything or corrupts a conversation. Rules: Messages API reference, “tool use”, “prompt
 * caching” (read 2026-11-21), “tool search tool” (read 2026-11-22).
 */
import type { ModelRequest } from "./ports.ts";
import { referencesIn } from "./tool-references.ts";

interface Block {
  readonly type: string;
  readonly text?: unknown;
  readonly id?: unknown;
  readonly tool_use_id?: unknown;
  readonly content?: unknown;
  readonly cache_control?: unknown;
}

interface Message {
  readonly role: ModelRequest["messages"][number]["role"];
  readonly content: readonly Block[];
}

const MAX_BREAKPOINTS = 4;

/**
 * Problems of a request, in words for the log; empty if it is valid. `open`: the history may still lack its
 * next message.
 */
export function validateRequest(request: ModelRequest, options: { readonly open?: boolean } = {}): string[] {
  const problems: string[] = [];
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content: (typeof content === "string" ? [{ type: "text", text: content }] : content) as readonly Block[],
  }));
  if (messages[0]?.role !== "user") problems.push("the first message is not the user's");
  if (options.open !== true && messages.at(-1)?.role !== "user")
    problems.push("the last message is not the user's");
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const around = { before: messages[index - 1], after: messages[index + 1] };
    problems.push(...messageProblems(message, index, around, seen));
  }
  const marked = [...request.tools, ...request.system, ...messages.flatMap(({ content }) => content)].filter(
    (block) => (block as Block).cache_control !== undefined && (block as Block).cache_control !== null,
  );
  if (marked.length > MAX_BREAKPOINTS) problems.push(`${marked.length} cache breakpoints`);
  if (new Set(request.tools.map(({ name }) => name)).size !== request.tools.length)
    problems.push("two tools share a name");
  problems.push(
    ...referenceProblems(
      request,
      messages.flatMap(({ content }) => content),
    ),
  );
  return problems;
}

/** Problems of one message between its neighbors. `seen` collects call IDs. */
function messageProblems(
  { role, content }: Message,
  index: number,
  { before, after }: { readonly before: Message | undefined; readonly after: Message | undefined },
  seen: Set<string>,
): string[] {
  const problems: string[] = [];
  if (role === before?.role) problems.push(`message ${index} repeats the role before it`);
  if (content.length === 0) problems.push(`message ${index} is empty`);
  for (const block of content) problems.push(...blockProblems(block, index));
  const paired =
    role === "assistant"
      ? callProblems(content, after?.content ?? [], index, seen)
      : resultProblems(content, before?.content ?? [], index);
  return [...problems, ...paired];
}

function blockProblems(block: Block, index: number): string[] {
  if (block.type === "outcome") return [`message ${index} holds a part of ours`];
  if (block.type === "text" && (typeof block.text !== "string" || block.text.trim() === "")) {
    return [`message ${index} has an empty text`];
  }
  const bound = block.type === "thinking" || block.type === "redacted_thinking";
  return bound && block.cache_control !== undefined ? [`message ${index} has a breakpoint on thinking`] : [];
}

/**
 * A reference must name a tool deferred in this request and stand alone in its answer; at least one tool
 * must not be deferred.
 */
function referenceProblems({ tools }: ModelRequest, blocks: readonly Block[]): string[] {
  const deferred = new Set(tools.flatMap((tool) => (tool.defer_loading === true ? [tool.name] : [])));
  const problems = tools.length > 0 && deferred.size === tools.length ? ["every tool is deferred"] : [];
  for (const block of blocks) {
    const names = referencesIn(block);
    if (block.type === "tool_reference") problems.push("a reference to a tool stands outside an answer");
    if (names.length > 0 && names.length !== (block.content as readonly unknown[]).length)
      problems.push("references to tools stand beside other content");
    problems.push(
      ...names.filter((name) => !deferred.has(name)).map((name) => `${name} is no tool to refer to`),
    );
  }
  return problems;
}

/** Every call must be answered at the start of the next message. */
function callProblems(
  content: readonly Block[],
  next: readonly Block[],
  index: number,
  seen: Set<string>,
): string[] {
  const problems: string[] = [];
  const until = next.findIndex(({ type }) => type !== "tool_result");
  const answered = new Set((until < 0 ? next : next.slice(0, until)).map((block) => block.tool_use_id));
  for (const { type, id } of content) {
    if (type !== "tool_use") continue;
    if (!answered.has(id)) problems.push(`message ${index} has a call without an answer`);
    if (seen.has(String(id))) problems.push(`message ${index} repeats a call's id`);
    seen.add(String(id));
  }
  return problems;
}

function resultProblems(content: readonly Block[], previous: readonly Block[], index: number): string[] {
  const called = new Set(previous.filter(({ type }) => type === "tool_use").map(({ id }) => id));
  const seen = new Set<unknown>();
  const problems: string[] = [];
  for (const { type, tool_use_id: id } of content) {
    if (type !== "tool_result") continue;
    if (!called.has(id)) problems.push(`message ${index} answers a call that was not made`);
    if (seen.has(id)) problems.push(`message ${index} answers a call twice`);
    seen.add(id);
  }
  return problems;
}
