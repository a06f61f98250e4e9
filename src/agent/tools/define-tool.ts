/**
 * `defineTool`: every power of the agent declares what it does to the world. `effect` and `egress` are required; an acting tool has no way to run
 * here: it only resolves its arguments into effect documents, and the effect kind owns how each kind is performed, found again after a crash and
 * undone. The list of all tools and powers is a golden file: a changed power is a visible diff.
 */
import type * as z from "zod";
import type { Resolution } from "../../approvals/ports.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Look } from "../api/message.ts";
import type { ToolMode } from "../../approvals/api/policy-rules.ts";
import type { Addressee, Question } from "../api/conversation-frames.ts";
import type { Call } from "./call.ts";

/** Where words of a call may go: nowhere, to the provider whose data it is, to sites the team lists, or to the open web. */
type ToolEgress = "none" | "provider" | "listed_sites" | "open_web";

/** What a tool that reads or changes our own records hands back. Nulls in it are left out of what the model reads; what others
 * wrote stands in it as a `passage` wherever it can be opened. */
export type ToolResult =
  /** One answer. */
  | { readonly kind: "ok"; readonly data: Json; readonly outside?: boolean }
  | {
      readonly kind: "list";
      readonly items: readonly Json[];
      /** How many there are in all, where that is known; `items` may be fewer. */
      readonly total?: number;
      /** Set where there are more and no one counted them. */
      readonly more?: boolean;
      /** Which end stays when the items are too many for the model. */
      readonly keep: "first" | "last";
      /** What holds for all items, said once beside them. */
      readonly beside?: Readonly<Record<string, Json>>;
      readonly outside?: boolean;
    }
  /** Tools that were found: the model can call them from now on. */
  | { readonly kind: "tools"; readonly names: readonly string[] }
  /** The arguments were wrong; `message` tells the model how to fix them. `isUnsent`: nothing of a look-up had left. */
  | { readonly kind: "retry"; readonly message: string; readonly isUnsent?: boolean }
  /** It cannot work now; the model should adapt. */
  | { readonly kind: "failed"; readonly message: string };

/** A question to the person in the conversation. */
type AskedQuestion = Omit<Question, "toolCallId">;

/**
 * The most sensitive content a look-up can return. `team`: nothing about people outside the team. `records`: names and facts of contacts, not
 * their words. `public`: outside text that isn't from the team's contacts.
 */
export type ToolBrings = "team" | "records" | "public";

interface ToolCommon<Input extends z.ZodType> {
  readonly name: string;
  /** What it does, in words for people: "Check the calendar". */
  readonly title: string;
  /** That it was done, for the line a finished step leaves: "Checked the calendar". */
  readonly done: string;
  /** What the model reads. */
  readonly description: string;
  /** Words somebody might look for it by that stand neither in name nor description. */
  readonly keywords?: string;
  readonly input: Input;
  readonly egress: ToolEgress;
  /** Its results say themselves whether they hold text from outside the team (`outside`); of other look-ups all are taken to. */
  readonly tellsOutside?: boolean;
  /** Left out where it may bring anything. */
  readonly brings?: ToolBrings;
  /** One line for people about a call, before it runs. */
  summarize(input: z.output<Input>): string;
  /** What a call of it looks at, for the list beside a conversation; left out where that is of no use to people. */
  looksAt?(input: z.output<Input>): Look;
  /** How to go on where a list of its has nothing in it. */
  readonly whenEmpty?: string;
}

/** A tool that only looks. */
export interface ReadTool<Input extends z.ZodType = z.ZodType, Services = unknown> extends ToolCommon<Input> {
  readonly effect: "read";
  run(input: z.output<Input>, services: Services, call: Call): Promise<ToolResult>;
}

/** A tool that changes our own records or files. */
export interface InternalTool<
  Input extends z.ZodType = z.ZodType,
  Services = unknown,
> extends ToolCommon<Input> {
  readonly effect: "internal";
  /** Calls that a person must let through; none where left out. */
  readonly guard?: Guard<Input, Services>;
  run(input: z.output<Input>, services: Services, call: Call): Promise<ToolResult>;
}

/** Which calls of an internal tool wait for a person, and what they would then do. */
export interface Guard<Input extends z.ZodType = z.ZodType, Services = unknown> {
  /** Kinds of effects it can resolve to. */
  readonly effects: readonly string[];
  /** The rule by which a call waits; null where it runs. */
  rule(input: z.output<Input>, services: Services, call: Call): Promise<string | null>;
  resolve(input: z.output<Input>, services: Services, call: Call): Promise<Resolution>;
}

/** A tool that asks the person in the conversation and ends the turn. */
export interface QuestionTool<
  Input extends z.ZodType = z.ZodType,
  Services = unknown,
> extends ToolCommon<Input> {
  readonly effect: "read";
  asks(input: z.output<Input>): Omit<AskedQuestion, "to">;
  /** Whom it is for; null for whoever is in the conversation. `retry` where the name fits no one or several. */
  addressee(
    input: z.output<Input>,
    services: Services,
    call: Call,
  ): Promise<
    | { readonly kind: "to"; readonly to: Addressee }
    | { readonly kind: "retry"; readonly message: string }
    | null
  >;
}

/** A tool that changes the outside world: never run here, only resolved. */
export interface ExternalTool<
  Input extends z.ZodType = z.ZodType,
  Services = unknown,
> extends ToolCommon<Input> {
  readonly effect: "external";
  readonly defaultMode: ToolMode;
  /** First of the two keys: whether an admin may let it run without asking. */
  readonly mayAllow: boolean;
  /** Kinds of effects it can resolve to. */
  readonly effects: readonly string[];
  /** JSON Schema of the card's edit form, where what can be edited depends on the call; of its input where left out. */
  formFor?(args: Readonly<Record<string, Json>>): Readonly<Record<string, unknown>>;
  resolve(input: z.output<Input>, services: Services, call: Call): Promise<Resolution>;
}

/** A tool over the services of its toolset. */
export type Tool<Services, Input extends z.ZodType = z.ZodType> =
  | ReadTool<Input, Services>
  | InternalTool<Input, Services>
  | QuestionTool<Input, Services>
  | ExternalTool<Input, Services>;

/** Any tool, whatever its services: its toolset opens them. */
export type AnyTool = Tool<unknown>;

/** Declares a tool: checks that its parts fit its schema and hands it back. */
export function defineTool<Input extends z.ZodType, Services = unknown>(
  tool: Tool<Services, Input>,
): Tool<Services> {
  return tool;
}

/** The mode a tool is in where a tenant set nothing: reads and our own records run, the outside world asks unless the tool says otherwise. */
export function defaultModeOf(tool: AnyTool): ToolMode {
  return tool.effect === "external" ? tool.defaultMode : "allow";
}

/** How a tool resolves a call that a person decides; null for one whose calls no one is asked about. */
export function resolverOf(tool: AnyTool): Pick<Guard, "effects" | "resolve"> | null {
  if (tool.effect === "external") return tool;
  return "guard" in tool ? (tool.guard ?? null) : null;
}

/** Whether an admin may let a tool run without asking. */
export function mayAllow(tool: AnyTool): boolean {
  return tool.effect !== "external" || tool.mayAllow;
}
