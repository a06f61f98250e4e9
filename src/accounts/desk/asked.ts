/**
 * The desk's questions and how it parses the answers: a new account, which account, clarification, what to
 * change. Stored as a part of the reply that asks. Pure.
 */
import * as z from "zod";
import { accountCandidateSchema, accountRefSchema, routedSchema } from "../api/account-query.ts";
import type { Message } from "../../agent/api/message.ts";
import type { FormValues, QuestionField } from "../../agent/api/question.ts";
import type { Json } from "../../kernel/hash.ts";
import type { ScriptMessage } from "../../agent/script.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { coverage, telling } from "../likeness.ts";
import { NUMBERS } from "./commands.ts";

/** A question of the desk, with everything needed to continue. */
export const accountAskedPartSchema = z.object({
  type: z.literal("account_asked"),
  about: z.enum(["new_account", "which_account", "rephrase", "vague_update"]),
  /** The original request. */
  query: z.string(),
  routed: routedSchema,
  /** For a new account: its name. */
  name: z.string(),
  candidates: z.array(accountCandidateSchema),
  account: accountRefSchema.nullable(),
});
export type AccountAskedPart = z.infer<typeof accountAskedPartSchema>;

/** The question asked by a message; null if none. */
export function askedIn({ parts }: Pick<Message, "parts">): AccountAskedPart | null {
  const read = accountAskedPartSchema.safeParse(parts.find(({ type }) => type === "account_asked"));
  return read.success ? read.data : null;
}

/** First field of the new-account form. */
export const CREATE_FIELD = "account";
export const CREATE = "Create a new account";
export const DONT = "Don’t create one";

const INDUSTRIES = [
  "Childcare",
  "Construction",
  "Healthcare",
  "Hospitality and food",
  "Manufacturing",
  "Professional services",
  "Real estate",
  "Retail",
  "Technology",
  "Transportation",
  "Other",
];
const INSURANCE = [
  "Businessowners policy",
  "General liability",
  "Workers' compensation",
  "Commercial auto",
  "Property",
  "Professional liability",
  "Cyber",
  "Umbrella",
];

/** An account as an option: its number, then distinguishing details. */
export function optionOf({
  account_id: id,
  name,
  stage,
  location,
  industry,
}: {
  readonly account_id: string;
  readonly name: string;
  readonly stage: string;
  readonly location?: string;
  readonly industry?: string;
}): string {
  const facts = [stage, industry ?? "", location ?? ""].filter((one) => one !== "").join(", ");
  return `${id} ${name}${facts === "" ? "" : ` (${facts})`}`.slice(0, 200);
}

/** The account number an option starts with; null if none. */
export function idIn(option: string): string | null {
  return /^#?([1-9]\d{3,8})\b/.exec(option.trim())?.[1] ?? null;
}

/** The new-account form. Only the first field is required. */
export function newAccountFields(candidates: AccountAskedPart["candidates"]): QuestionField[] {
  return [
    {
      id: CREATE_FIELD,
      label: "Account",
      type: "select",
      options: [CREATE, ...candidates.map((one) => `Use ${optionOf(one)}`.slice(0, 200)), DONT],
    },
    { id: "industry", label: "Industry", type: "select", options: INDUSTRIES },
    { id: "location", label: "Location", type: "text", placeholder: "Austin, TX" },
    { id: "primary_email", label: "Primary e-mail", type: "text", placeholder: "contact@company.com" },
    { id: "primary_phone", label: "Primary phone", type: "text", placeholder: "(512) 555-1234" },
    { id: "insurance_types", label: "Insurance types", type: "multi-select", options: INSURANCE },
    {
      id: "notes",
      label: "Other information",
      type: "textarea",
      placeholder: "Referred by an existing client",
    },
  ];
}

/** The form for an update that doesn't say what changes. */
export function vagueFields(
  state: Readonly<Record<string, Json>>,
  stages: readonly string[],
): QuestionField[] {
  const types = listOf(state["insuranceTypes"]);
  const known = [...new Set([...types, ...INSURANCE])].slice(0, 20);
  const stage = typeof state["stage"] === "string" ? state["stage"] : "";
  const next = listOf(state["nextSteps"])[0];
  return [
    {
      id: "stage",
      label: "Pipeline stage",
      type: "select",
      options: [...stages].slice(0, 20),
      ...(stages.includes(stage) ? { current: stage } : {}),
    },
    {
      id: "insurance_types",
      label: "Insurance types",
      type: "multi-select",
      options: known,
      ...(types.length === 0 ? {} : { current: types.filter((one) => known.includes(one)) }),
    },
    {
      id: "next_step",
      label: "Next step",
      type: "text",
      placeholder: (next === undefined ? "What's the next thing to do?" : `Now: ${next}`).slice(0, 200),
    },
    { id: "note", label: "Add a note", type: "textarea", placeholder: "Anything to note about this account" },
  ];
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/**
 * Values of a submitted form that differ from the current state, as arguments of `update_account`; empty if
 * none do.
 */
export function changedValues(
  values: FormValues,
  state: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const text = (id: string): string => (typeof values[id] === "string" ? values[id].trim() : "");
  const types = Array.isArray(values["insurance_types"]) ? values["insurance_types"] : null;
  const same = JSON.stringify(types) === JSON.stringify(listOf(state["insuranceTypes"]));
  return {
    ...(text("stage") === "" || text("stage") === state["stage"] ? {} : { stage: text("stage") }),
    ...(types === null || types.length === 0 || same ? {} : { insuranceTypes: types }),
    ...(text("next_step") === "" ? {} : { nextSteps: [text("next_step")] }),
    ...(text("note") === "" ? {} : { addNote: text("note") }),
  };
}

/** A submitted new-account form as arguments of `create_account`. */
export function newAccountValues(name: string, values: FormValues): Record<string, Json> {
  const text = (id: string): string => (typeof values[id] === "string" ? values[id].trim() : "");
  const types = Array.isArray(values["insurance_types"]) ? values["insurance_types"] : [];
  const email = text("primary_email");
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
  const filled = {
    industry: text("industry"),
    location: text("location"),
    primaryEmail: isAddress ? email : "",
    primaryPhone: text("primary_phone"),
    notes: text("notes"),
  };
  return {
    name,
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== "")),
    ...(types.length === 0 ? {} : { insuranceTypes: types }),
  };
}

/** The question that was open at the start of a turn: asked by the last reply before it. */
export function openQuestion(before: readonly ScriptMessage[]): AccountAskedPart | null {
  const last = before.findLast(({ kind }) => kind === "reply");
  const asked = last?.parts.find(({ type }) => type === "account_asked");
  const read = accountAskedPartSchema.safeParse(asked);
  return read.success ? read.data : null;
}

/** The options of the question that was open at the start of a turn. */
export function offeredOptions(
  { about, candidates }: AccountAskedPart,
  before: readonly ScriptMessage[],
): readonly string[] {
  if (about !== "rephrase") return candidates.map(optionOf);
  const parts = before.findLast(({ kind }) => kind === "reply")?.parts ?? [];
  return parts.flatMap((part) => (part as { input?: { options?: string[] } }).input?.options ?? []);
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/**
 * The option an answer picks: by its place (“the second one”, “2”) or by words that only it has. Null if there
 * is no such place, undefined if the answer picks none.
 */
export function chosenIn(answer: string, options: readonly string[]): string | null | undefined {
  const said = plainWords(answer)
    .join(" ")
    .replace(/^(?:(?:i mean|use|take|number|option|the) )+/, "");
  if (options.length === 0) return undefined;
  const word = /^(\w+?)(?:(?<=\d)(?:st|nd|rd|th))?(?: one| please)*$/.exec(said)?.[1] ?? "";
  const place =
    word === "last"
      ? options.length
      : Number(word) || ORDINALS.indexOf(word) + 1 || NUMBERS.indexOf(word) + 1;
  if (place > 0 && place < 100) return options[place - 1] ?? null;
  const scored = coverage(
    telling(said),
    options.map((option) => ({ row: option, words: plainWords(option) })),
  );
  const fits = scored.filter(({ score }) => score >= 1);
  return said.length > 2 && fits.length === 1 ? fits[0]?.row : undefined;
}
