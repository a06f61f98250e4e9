/**
 * `defineTool`: every power of the agent declares what it does to the world. `effect` and `egress` are required; an external tool must also
 * say how it is resolved into effect documents, and how its effect is found again after a crash is owned by `src/actions`. The list of all
 * tools and powers is a golden file: a changed power is a visible diff.
 */
import type { z } from "zod";
import type { Clock } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import type { ToolMode } from "../protocol/account.ts";
import type { Resolution } from "../approvals/ports.ts";
import type { TurnScope } from "../agents/ports.ts";

/** What a call changes: nothing, our own records or files, or the outside world. */
export type ToolEffect = "read" | "internal" | "external";
/** Where words of a call may go: nowhere, to the provider whose data it is, or to the open web. */
export type ToolEgress = "none" | "provider" | "open_web";

/** What a read or internal tool hands back. */
export type ToolResult =
  | {
      readonly kind: "ok";
      readonly items: readonly Json[] | null;
      readonly content: string;
      readonly itemCount?: number;
    }
  /** The arguments were wrong; `message` tells the model how to fix them. */
  | { readonly kind: "retry"; readonly message: string }
  /** It cannot work now; the model should adapt. */
  | { readonly kind: "failed"; readonly message: string };

/** What a tool may touch. `Ports` is the tool group's own outside ports. */
export interface ToolContext {
  readonly scope: Pick<TurnScope, "tenantId" | "timeZone" | "conversationId" | "speaker">;
  readonly clock: Clock;
}

interface ToolCommon<Input extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** What the model reads. */
  readonly description: string;
  readonly input: Input;
  readonly egress: ToolEgress;
  /** One line for people about a call, before it runs. */
  readonly summarize: (input: z.output<Input>) => string;
}

/** A tool that only looks. */
export interface ReadTool<Input extends z.ZodType = z.ZodType> extends ToolCommon<Input> {
  readonly effect: "read";
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolResult>;
}

/** A tool that changes our own records or files. */
export interface InternalTool<Input extends z.ZodType = z.ZodType> extends ToolCommon<Input> {
  readonly effect: "internal";
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolResult>;
}

/** A tool that asks the person in the conversation and ends the turn. */
export interface QuestionTool<Input extends z.ZodType = z.ZodType> extends ToolCommon<Input> {
  readonly effect: "read";
  readonly asks: (input: z.output<Input>) => {
    question: string;
    options: string[];
    requiredFor: string | null;
  };
}

/** A tool that changes the outside world: never run here, only resolved; `src/actions` performs its effects after a decision. */
export interface ExternalTool<Input extends z.ZodType = z.ZodType> extends ToolCommon<Input> {
  readonly effect: "external";
  readonly defaultMode: ToolMode;
  /** First of the two keys: whether an admin may let it run without asking. */
  readonly mayAllow: boolean;
  readonly resolve: (input: z.output<Input>, context: ToolContext) => Promise<Resolution>;
}

/** Any tool. */
export type AnyTool = ReadTool | InternalTool | QuestionTool | ExternalTool;

/** Declares a tool, keeping its exact types. */
export function defineTool<Input extends z.ZodType>(tool: ReadTool<Input>): ReadTool<Input>;
export function defineTool<Input extends z.ZodType>(tool: InternalTool<Input>): InternalTool<Input>;
export function defineTool<Input extends z.ZodType>(tool: QuestionTool<Input>): QuestionTool<Input>;
export function defineTool<Input extends z.ZodType>(tool: ExternalTool<Input>): ExternalTool<Input>;
export function defineTool<Input extends z.ZodType>(
  tool: ReadTool<Input> | InternalTool<Input> | QuestionTool<Input> | ExternalTool<Input>,
): AnyTool {
  return tool as unknown as AnyTool;
}
