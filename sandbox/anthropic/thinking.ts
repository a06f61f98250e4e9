/**
 * Signatures of thinking blocks. A signature binds the block's text, the model, and all preceding content; a modified block or prefix is
 * refused (platform.claude.com, "Prefix checks on thinking blocks", read 2026-11-21).
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { toolsInPrompt } from "./deferred-tools.ts";
import { ApiError } from "./errors.ts";
import type { ModelRules } from "./models.ts";
import { textOf } from "./prompt.ts";
import type { Block, MessagesRequest } from "./types.ts";

/** Persisted across resets, since conversations outlive them. */
export interface ThinkingState {
  readonly secret: string;
  /** Scripted signatures: hash of `signature` and text → the marks our own signature would carry. */
  scripted: Record<string, readonly Mark[]>;
}

interface Mark {
  readonly model: string;
  readonly prefix: string;
}

export function makeThinkingState(): ThinkingState {
  return { secret: randomBytes(32).toString("base64url"), scripted: {} };
}

/** Signs the thinking blocks of a reply to `request`, keeping scripted signatures. */
export function signThinking(
  state: ThinkingState,
  request: MessagesRequest,
  content: readonly Block[],
): Block[] {
  if (!content.some(({ type }) => type === "thinking")) return [...content];
  const walk = prefixWalk(request);
  for (const { role, content: blocks } of request.messages)
    for (const block of blocks) walk.step(role, block);
  return content.map((block) => {
    const mark = { model: request.model, prefix: walk.prefix() };
    const signed =
      block.type === "thinking" ? { ...block, signature: signatureOf(state, block, mark) } : block;
    walk.step("assistant", signed);
    return signed;
  });
}

/** Checks all returned thinking blocks. Throws ApiError 400. */
export function checkSignatures(state: ThinkingState, request: MessagesRequest, model: ModelRules): void {
  if (!request.messages.some(({ content }) => content.some(({ type }) => type === "thinking"))) return;
  const walk = prefixWalk(request);
  for (const [index, { role, content }] of request.messages.entries()) {
    for (const [position, block] of content.entries()) {
      if (block.type === "thinking") {
        const path = `messages.${index}.content.${position}: Invalid \`signature\` in \`thinking\` block.`;
        const marks = marksOf(state, block);
        if (marks.length === 0) {
          throw new ApiError(400, `${path} Thinking blocks must be sent back exactly as they were received.`);
        }
        // A model silently drops thinking of a model it can't read.
        const own = marks.filter((mark) => mark.model === request.model);
        if (model.bindsThinking && own.length > 0 && !own.some(({ prefix }) => prefix === walk.prefix())) {
          throw new ApiError(
            400,
            `${path} The block is bound to a different conversation. Remove the block, or set ` +
              '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
          );
        }
      }
      walk.step(role, block);
    }
  }
}

function signatureOf(state: ThinkingState, block: Block, mark: Mark): string {
  const text = textOf(block, "thinking");
  const given = block["signature"];
  if (typeof given === "string" && given !== "") {
    const key = scriptedKey(given, text);
    state.scripted[key] = [...(state.scripted[key] ?? []), mark];
    return given;
  }
  const body = Buffer.from(JSON.stringify({ ...mark, nonce: randomBytes(9).toString("base64url") })).toString(
    "base64url",
  );
  return `${body}.${sealOf(state, body, text)}`;
}

function marksOf(state: ThinkingState, block: Block): readonly Mark[] {
  const signature = textOf(block, "signature");
  const text = textOf(block, "thinking");
  const [body = "", seal] = signature.split(".");
  if (seal !== undefined && seal === sealOf(state, body, text)) {
    return [JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Mark];
  }
  return state.scripted[scriptedKey(signature, text)] ?? [];
}

function sealOf(state: ThinkingState, body: string, text: string): string {
  return createHmac("sha256", state.secret).update(`${body}\n${text}`).digest("base64url");
}

function scriptedKey(signature: string, text: string): string {
  return createHash("sha256").update(`${signature}\n${text}`).digest("base64url");
}

/** Hashes the content before each block: tools, system, and previous blocks, independent of field order. */
function prefixWalk(request: MessagesRequest): { step(role: string, block: Block): void; prefix(): string } {
  let prefix = createHash("sha256")
    .update(canonical([toolsInPrompt(request.tools), request.system]))
    .digest("base64url");
  return {
    prefix: () => prefix,
    step(role, block) {
      prefix = createHash("sha256").update(prefix).update(role).update(canonical(block)).digest("base64url");
    },
  };
}

/** Ignored: breakpoint positions, and fields the service adds to replies. */
const IGNORED = new Set(["cache_control", "caller"]);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([name, field]) => !IGNORED.has(name) && field !== null && field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join()}}`;
}
