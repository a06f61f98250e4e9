/**
 * `defineTool`: every tool declares its effect on the world. `effect` and `egress` are required. An
 * external tool can't act itself: it only resolves its arguments to effect documents, and the effect kind
 * defines how they are performed, found after a crash, and undone. A golden file lists all tools and their
 * powers, so that every change of power is visible in a diff.
 */
import type { ImageBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type * as z from "zod";
import type { Resolution } from "../../approvals/ports.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Look, ResultView } from "../api/message.ts";
import type { ToolMode } from "../../approvals/api/policy-rules.ts";
import type { Addressee, Question } from "../api/conversation-frames.ts";
import type { Call } from "./call.ts";

/** Where a call can send text: nowhere, to the provider of the data, to sites the team lists, or to the open web. */
type ToolEgress = "none" | "provider" | "listed_sites" | "open_web";

/**
 * The result of a tool that reads or changes our own records. Nulls are removed before the model reads it.
 * Text by others is marked as a `passage` if it has a link.
 */
export type ToolResult =
  /** A single result. */
  | {
      readonly kind: "ok";
      readonly data: Json;
      readonly outside?: boolean;
      /** Pictures that the model sees with the result, in this turn only. */
      readonly images?: readonly ImageBlockParam[];
    }
  | {
      readonly kind: "list";
      readonly items: readonly Json[];
      /** The total, if known; `items` may be fewer. */
      readonly total?: number;
      /** Set if there are more and the total is unknown. */
      readonly more?: boolean;
      /** Which end to keep if there are too many items. */
      readonly keep: "first" | "last";
      /** Fields that apply to all items, stated once. */
      readonly beside?: Readonly<Record<string, Json>>;
      readonly outside?: boolean;
    }
  /** Found tools, which the model can call from now on. */
  | { readonly kind: "tools"; readonly names: readonly string[] }
  /** The arguments were wrong; `message` tells the model how to correct them. `isUnsent`: nothing was sent out. */
  | { readonly kind: "retry"; readonly message: string; readonly isUnsent?: boolean }
  /** It can't be done now; the model should adapt. */
  | { readonly kind: "failed"; readonly message: string };

/** The arguments were wrong; the message tells the model how to correct them. */
export function retry(message: string) {
  return { kind: "retry" as const, message };
}

type AskedQuestion = Omit<Question, "toolCallId">;

/**
 * The most sensitive content a look-up can return. `team`: nothing about people outside the team. `records`: names and facts of contacts, not
 * their words. `facts`: the same of the team's own records, where no field says something (`cautionOf`). `public`: outside text that isn't from the team's contacts.
 */
export type ToolBrings = "team" | "records" | "facts" | "public";

interface ToolCommon<Input extends z.ZodType> {
  readonly name: string;
  /** What it does, for people: “Check the calendar”. */
  readonly title: string;
  /** The completed action: “Checked the calendar”. */
  readonly done: string;
  /** For the model. */
  readonly description: string;
  /** Search words that are in neither name nor description. */
  readonly keywords?: string;
  readonly input: Input;
  /** Its arguments by the names that other tools give them, which it takes too; no model reads them. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  readonly egress: ToolEgress;
  /**
   * Set if its results declare outside text themselves (`outside`); the results of other look-ups always
   * count as such.
   */
  readonly tellsOutside?: boolean;
  /** Set if it returns lists: a call may skip the items that earlier ones showed. */
  readonly lists?: true;
  /** Missing if it may return anything. */
  readonly brings?: ToolBrings;
  /** One line for people about a call, before it runs. */
  summarize(input: z.output<Input>): string;
  /** What a call looks at, for the conversation's list of sources; missing if that doesn't help people. */
  looksAt?(input: z.output<Input>): Look;
  /** How pages show its result. */
  readonly shows?: ResultView;
  /** A hint for the model after an empty list. */
  readonly whenEmpty?: string;
}

export interface ReadTool<Input extends z.ZodType = z.ZodType, Services = unknown> extends ToolCommon<Input> {
  readonly effect: "read";
  run(input: z.output<Input>, services: Services, call: Call): Promise<ToolResult>;
}

export interface InternalTool<
  Input extends z.ZodType = z.ZodType,
  Services = unknown,
> extends ToolCommon<Input> {
  readonly effect: "internal";
  /** Calls that need a person's approval; missing if none do. */
  readonly guard?: Guard<Input, Services>;
  run(input: z.output<Input>, services: Services, call: Call): Promise<ToolResult>;
}

/** Which calls of an internal tool need approval, and their effects. */
export interface Guard<Input extends z.ZodType = z.ZodType, Services = unknown> {
  /** Effect kinds it can resolve to. */
  readonly effects: readonly string[];
  /** The rule by which a call needs approval; null if it doesn't. */
  rule(input: z.output<Input>, services: Services, call: Call): Promise<string | null>;
  resolve(input: z.output<Input>, services: Services, call: Call): Promise<Resolution>;
}

/** A tool that asks a person and ends the turn. */
export interface QuestionTool<
  Input extends z.ZodType = z.ZodType,
  Services = unknown,
> extends ToolCommon<Input> {
  readonly effect: "read";
  asks(input: z.output<Input>): Omit<AskedQuestion, "to">;
  /**
   * The addressee, and which links, addresses and numbers in the question are kept; null if it goes to the people in the conversation.
   * `retry` if the name matches no one or several.
   */
  addressee(
    input: z.output<Input>,
    services: Services,
    call: Call,
  ): Promise<
    | { readonly kind: "to"; readonly to: Addressee; readonly onRecord: ReadonlySet<string> }
    | { readonly kind: "retry"; readonly message: string }
    | null
  >;
}

/** A tool that changes the outside world. It is never run, only resolved. */
export interface ExternalTool<
  Input extends z.ZodType = z.ZodType,
  Services = unknown,
> extends ToolCommon<Input> {
  readonly effect: "external";
  readonly defaultMode: ToolMode;
  /** The first of two conditions: whether an admin may allow it without approval. */
  readonly mayAllow: boolean;
  /** Effect kinds it can resolve to. */
  readonly effects: readonly string[];
  /** JSON Schema of the card's edit form, if the editable fields depend on the call; by default that of the input. */
  formFor?(args: Readonly<Record<string, Json>>): Readonly<Record<string, unknown>>;
  resolve(input: z.output<Input>, services: Services, call: Call): Promise<Resolution>;
}

export type Tool<Services, Input extends z.ZodType = z.ZodType> =
  | ReadTool<Input, Services>
  | InternalTool<Input, Services>
  | QuestionTool<Input, Services>
  | ExternalTool<Input, Services>;

/** Any tool, whatever its services. */
export type AnyTool = Tool<unknown>;

/** Declares a tool and checks that its parts fit its schema. */
export function defineTool<Input extends z.ZodType, Services = unknown>(
  tool: Tool<Services, Input>,
): Tool<Services> {
  return tool;
}

/**
 * The mode without a setting: reads and internal changes are allowed, external ones need approval unless
 * the tool says otherwise.
 */
export function defaultModeOf(tool: AnyTool): ToolMode {
  return tool.effect === "external" ? tool.defaultMode : "allow";
}

/** How a tool resolves calls that people decide; null if it has none. */
export function resolverOf(tool: AnyTool): Pick<Guard, "effects" | "resolve"> | null {
  if (tool.effect === "external") return tool;
  return "guard" in tool ? (tool.guard ?? null) : null;
}

/** Whether an admin may allow a tool without approval. */
export function mayAllow(tool: AnyTool): boolean {
  return tool.effect !== "external" || tool.mayAllow;
}
