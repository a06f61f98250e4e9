/** The validated Messages API. Blocks are kept as received. */

/** A content block of any type. */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A message with string content converted to a block; consecutive messages of one role are not merged yet. */
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
 * A scripted or operator reply. Blocks may omit what the service fills in: a `tool_use` its `id`, a `thinking` block its `signature`.
 * `stopReason` defaults to `tool_use` after a tool call, else `end_turn`.
 */
export interface Reply {
  readonly content: readonly Block[];
  readonly stopReason?: StopReason;
}

/** What the operator can access besides the request: only what a model would see, and the time. */
export interface OperatorContext {
  now(): number;
}
