/** The desk's last words of a turn, for people and as data. Pure. */
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
import { record, rows, words, type Answered } from "./play.ts";

const LIMITED: Readonly<Record<string, string>> = {
  read_file: "It reached its limit of 8 files for one question.",
  search_files: "It reached its limit of 4 text searches for one question.",
};
const LIMITED_ALL = "It reached its limit of 15 look-ups for one question.";

/** Paragraphs as one text. */
export function said(paragraphs: readonly string[]): string {
  return paragraphs.filter((one) => one.trim() !== "").join("\n\n");
}

/** A reply with what it says as data. */
export function replyWith(text: string, answer: AccountReply): ScriptReply {
  return { text, parts: [{ type: "account_answer", answer }] };
}

/** Words alone: it is done, or there is nothing to do. */
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

/** What the search agent found. */
export function searchReply(given: Answered, unproven: string | null = null): ScriptReply {
  const read = searchOutputSchema.safeParse(given["result"]);
  if (!read.success)
    return errorReply(
      words(given, "stopped") || words(given, "message") || "No answer came of it. Try again.",
    );
  const { answer, citations, notes, noPrimarySource } = read.data;
  const limits = Array.isArray(given["limits"])
    ? given["limits"].filter((one) => typeof one === "string")
    : [];
  const hit = limits.map((tool) => LIMITED[tool] ?? LIMITED_ALL);
  const all = [...new Set([...(unproven === null ? [] : [unproven]), ...notes, ...hit])];
  const text = said([answer, citations.map(quoted).join("\n"), all.map((note) => `_${note}_`).join("\n")]);
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

/** What the updater did: the proofs of its changes as one. */
export function updateReply(given: Answered, account: AccountRef, before = ""): ScriptReply {
  const proofs = rows(given["done"]).flatMap(({ result }) => {
    const read = accountUpdateSchema.safeParse(record(result));
    return read.success ? [read.data] : [];
  });
  const proof = together(proofs);
  const result = record(given["result"]);
  const own = words(result, "message");
  if (proof === null) {
    const message = own || words(given, "stopped") || words(given, "message") || "Nothing was changed.";
    if (before !== "") return done(said([before, message === before ? "" : message]));
    return result["status"] === "nothing" ? done(message) : errorReply(message);
  }
  const changed = proof.changes
    .filter(({ field }) => field !== "name")
    .map(({ field, new_value: value }) => `${fieldWords(field)} “${shown(value)}”`);
  const message =
    before !== ""
      ? before
      : `Updated ${account.name}${changed.length === 0 ? "" : `: ${changed.join(", ")}`}`;
  return replyWith(message, { type: "success", routed_to: "updater_agent", message, ...proof });
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

function shown(value: Json): string {
  if (!Array.isArray(value)) return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 200);
  const names = value.map((one) => (typeof one === "string" ? one : words(record(one as Json), "name")));
  return names.join("; ").slice(0, 200);
}

const STATES: Readonly<Record<OutcomePart["state"], string>> = {
  done: "Done",
  failed: "It failed",
  rejected: "It was declined",
  expired: "It expired",
  stale: "It went out of date, because something changed meanwhile",
  withdrawn: "It was taken back",
  needs_human: "It isn't known whether it went out; somebody has to look",
  not_done: "It was not sent",
};

/** What became of drafts: sent only where a receipt says so. */
export function outcomeReply(outcomes: readonly OutcomePart[]): ScriptReply {
  const lines = outcomes.map(({ state, receipts, reason, decidedBy }) => {
    const by = decidedBy === null ? "" : ` (${decidedBy})`;
    const what = receipts.map(({ summary }) => summary).join("; ");
    const why = reason === null || reason === "" ? "" : `: ${reason}`;
    return state === "done" && what !== "" ? `${what}${by}` : `${STATES[state]}${by}${why}`;
  });
  return done(lines.join("\n"));
}
