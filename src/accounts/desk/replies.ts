/** The desk's final replies of a turn, as text and data. Pure. */
import * as z from "zod";
import {
  accountCitationSchema,
  accountUpdateSchema,
  type AccountCitation,
  type AccountRef,
  type AccountReply,
  type AccountUpdate,
} from "../api/account-query.ts";
import type { Json } from "../../kernel/hash.ts";
import type { OutcomePart } from "../../agent/api/message.ts";
import type { ScriptReply } from "../../agent/script.ts";
import { objectOf, objectsOf, textField, type Answered } from "./play.ts";

const LIMITED: Readonly<Record<string, string>> = {
  read_file: "It reached its limit of 8 files for one question.",
  search_files: "It reached its limit of 4 text searches for one question.",
};
const LIMITED_ALL = "It reached its limit of 15 look-ups for one question.";

export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.filter((one) => one.trim() !== "").join("\n\n");
}

/** A reply with its answer as data. */
export function replyWith(text: string, answer: AccountReply): ScriptReply {
  return { text, parts: [{ type: "account_answer", answer }] };
}

/** Text only: completed, or nothing to do. */
export function done(text: string): ScriptReply {
  return { text };
}

export function errorReply(message: string): ScriptReply {
  return replyWith(message, { type: "error", message });
}

const searchOutputSchema = z.object({
  answer: z.string(),
  citations: z.array(accountCitationSchema),
  notes: z.array(z.string()),
  noPrimarySource: z.boolean().default(false),
});

/** The search agent's result. */
export function searchReply(given: Answered, unproven: string | null = null): ScriptReply {
  const read = searchOutputSchema.safeParse(given["result"]);
  if (!read.success)
    return errorReply(
      textField(given, "stopped") || textField(given, "message") || "No answer was found. Try again.",
    );
  const { answer, citations, notes, noPrimarySource } = read.data;
  const limits = Array.isArray(given["limits"])
    ? given["limits"].filter((one) => typeof one === "string")
    : [];
  const hit = limits.map((tool) => LIMITED[tool] ?? LIMITED_ALL);
  const all = [...new Set([...(unproven === null ? [] : [unproven]), ...notes, ...hit])];
  const text = joinParagraphs([
    answer,
    citations.map(quoted).join("\n"),
    all.map((note) => `_${note}_`).join("\n"),
  ]);
  return replyWith(text, {
    type: "success",
    routed_to: "search_agent",
    answer,
    citations,
    notes: all,
    noPrimarySource,
  });
}

function quoted({ path, quote, lines }: AccountCitation): string {
  const place = lines === null ? "" : `, line ${lines}`;
  const link = `/workspace/${path.split("/").map(encodeURIComponent).join("/")}`;
  return `> “${quote.replace(/\s+/g, " ")}” ([${path}](${link})${place})`;
}

/**
 * The updater's result: the proofs of its changes combined. `created`: the account created first for the
 * request, and the sentence that says so.
 */
export function updateReply(
  given: Answered,
  account: AccountRef,
  created: { readonly made: Answered; readonly message: string } | null = null,
): ScriptReply {
  const updates = proofsIn(objectsOf(given["done"]).map(({ result }) => objectOf(result)));
  const proof = together([...proofsIn(created === null ? [] : [created.made]), ...updates]);
  const result = objectOf(given["result"]);
  const message = joinParagraphs([
    created?.message ?? "",
    updates.length > 0
      ? updated(account, updates)
      : created !== null && (given["result"] === undefined || result["status"] === "vague")
        ? textField(given, "stopped") || textField(given, "message")
        : textField(result, "message") || textField(given, "stopped") || textField(given, "message"),
  ]);
  if (proof !== null)
    return replyWith(message, { type: "success", routed_to: "updater_agent", message, ...proof });
  const problem = message || "Nothing was changed.";
  return result["status"] === "nothing" ? done(problem) : errorReply(problem);
}

/** Results omit null fields. */
function proofsIn(results: readonly Answered[]): AccountUpdate[] {
  return results.flatMap((result) => {
    const changes = objectsOf(result["changes"]).map((change) => ({
      old_value: null,
      new_value: null,
      ...change,
    }));
    const read = accountUpdateSchema.safeParse({ previous_history_entry: null, ...result, changes });
    return read.success ? [read.data] : [];
  });
}

function updated(account: AccountRef, proofs: readonly AccountUpdate[]): string {
  const changed = proofs
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field !== "name")
    .map(({ field, new_value: value }) => `${fieldWords(field)} “${valueText(value)}”`);
  return `Updated ${account.name}${changed.length === 0 ? "" : `: ${changed.join(", ")}`}`;
}

function together(proofs: readonly AccountUpdate[]): AccountUpdate | null {
  const last = proofs.at(-1);
  if (last === undefined) return null;
  return {
    ...last,
    changes: proofs.flatMap(({ changes }) => changes),
    files_modified: [...new Set(proofs.flatMap(({ files_modified: files }) => files))],
    index_updated: proofs.every((proof) => proof.index_updated),
    previous_history_entry: proofs[0]?.previous_history_entry ?? null,
  };
}

/** `nextSteps` as `next steps`. */
function fieldWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(value: Json): string {
  if (!Array.isArray(value)) return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 200);
  const names = value.map((one) =>
    typeof one === "string" ? one : textField(objectOf(one as Json), "name"),
  );
  return names.join("; ").slice(0, 200);
}

const STATES: Readonly<Record<OutcomePart["state"], string>> = {
  done: "Done",
  failed: "It failed",
  rejected: "It was declined",
  expired: "It expired",
  stale: "It became outdated because something changed in the meantime",
  withdrawn: "It was withdrawn",
  needs_human: "It isn’t known whether it was sent; please check",
  not_done: "It was not sent",
};

/** Outcomes of drafts: sent only with a receipt. */
export function outcomeReply(outcomes: readonly OutcomePart[]): ScriptReply {
  const lines = outcomes.map(({ state, receipts, reason, decidedBy }) => {
    const by = decidedBy === null ? "" : ` (${decidedBy})`;
    const what = receipts.map(({ summary }) => summary).join("; ");
    const why = reason === null || reason === "" ? "" : `: ${reason}`;
    return state === "done" && what !== "" ? `${what}${by}` : `${STATES[state]}${by}${why}`;
  });
  return done(lines.join("\n"));
}
