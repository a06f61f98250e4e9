/** The Messages API as the sandbox understands it, after validation. Blocks are kept exactly as received. */

/** A content block, of any type. */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A message after `content: "text"` became one text block; consecutive messages of one role are not yet combined. */
export interface Message {
  readonly role: "user" | "assistant";
  readonly content: readonly Block[];
}

/** A client tool, or a server tool (with `type` and no schema). */
export interface ToolDefinition {
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly input_schema?: { readonly type: "object"; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** A valid request. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: readonly Block[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly stream: boolean;
  readonly thinking?: { readonly type: string; readonly [field: string]: unknown };
  readonly tool_choice?: { readonly type: string; readonly [field: string]: unknown };
  readonly output_config?: Readonly<Record<string, unknown>>;
  readonly stop_sequences?: readonly string[];
}

export type StopReason =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

/**
 * What a script or the operator answers. Blocks may leave out what the service fills in: a `tool_use` its `id`, a `thinking` block its
 * `signature`. `stopReason` defaults to `tool_use` when a tool is called, else `end_turn`.
 */
export interface Reply {
  readonly content: readonly Block[];
  readonly stopReason?: StopReason;
}

/** What the operator may look at beside the request. It sees only what a model would see, and the time. */
export interface OperatorContext {
  now(): number;
}
