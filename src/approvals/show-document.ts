/**
 * Prepares an effect document for people: every leaf, with nothing invisible in it. Invisible characters
 * (control, bidirectional, zero-width and other format characters) are shown as code points, such as
 * `⟦U+202E⟧`. The values themselves are never changed.
 */
import type { Json } from "../kernel/hash.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import type { Effect, Evidence, LayoutField } from "./api/approval.ts";
import { showExactly, showText } from "../platform/api/shown-text.ts";

/** Length of the sign in front of each line of a diff. */
const SIGN_CHARS = 2;

export type Leaf = Effect["leaves"][number];

/**
 * Formats a leaf's value. The final newline of a file is not shown; a diff is checked line by line, after
 * each sign.
 */
function showValue(value: Json, role?: LayoutField["role"]): string {
  if (value === null) return "—";
  if (typeof value !== "string") return showText(JSON.stringify(value));
  if (role === "preview" && value.endsWith("\n")) return `${showExactly(value.slice(0, -1))}\n`;
  if (role !== "diff") return showExactly(value);
  return value
    .split("\n")
    .map((line) => line.slice(0, SIGN_CHARS) + showExactly(line.slice(SIGN_CHARS)))
    .join("\n");
}

/** `/to/firstName` as `To: first name`. */
function labelOf(path: string): string {
  const words = path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) =>
      /^\d+$/.test(part)
        ? String(Number(part) + 1)
        : part.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase(),
    );
  const label = words.join(": ");
  return showText(label.charAt(0).toUpperCase() + label.slice(1));
}

/** Formats a document, with a badge that shows where each value came from. */
export function showDocument(
  document: Record<string, Json>,
  evidence: readonly Evidence[],
  layout: readonly LayoutField[] = [],
): Leaf[] {
  const roles = new Map(layout.map(({ path, role }) => [path, role]));
  return leavesOf(document).map(({ path, value }) => ({
    path,
    label: labelOf(path),
    value: value as Leaf["value"],
    shown: showValue(value, roles.get(path)),
    foundIn: foundIn(document, { path, value, role: roles.get(path) }, evidence),
  }));
}

/** Where a value came from: the record it was resolved from, or quoted words that match it exactly. Advisory. */
function foundIn(
  document: Record<string, Json>,
  leaf: { readonly path: string; readonly value: Json; readonly role: LayoutField["role"] | undefined },
  evidence: readonly Evidence[],
): Leaf["foundIn"] {
  const { path, value, role } = leaf;
  if (value === null || value === "") return null;
  const [, top = ""] = path.split("/");
  if (top === "connectionId" || role === "sender") return "settings";
  if (isOfContact(document[top])) return "contacts";
  if (typeof value !== "string") return null;
  const quotes = evidence.filter(({ quote }) => isQuoted(quote, value));
  if (quotes.some(({ source }) => source.startsWith(EVIDENCE_SOURCES.user))) return "your_words";
  if (quotes.some(({ source }) => source.startsWith(EVIDENCE_SOURCES.contact))) return "inbound_text";
  return "agent";
}

function isOfContact(part: Json | undefined): boolean {
  return (
    typeof part === "object" && part !== null && "contactId" in part && typeof part["contactId"] === "string"
  );
}

/** Prefixes of a quote's `source`, by author. */
export const EVIDENCE_SOURCES = { user: "Team: ", contact: "Contact: ", system: "System: " } as const;

/** Matches exactly; a phone number also by its digits. */
function isQuoted(quote: string, value: string): boolean {
  if (quote.includes(value)) return true;
  if (!/^\+\d{8,15}$/.test(value)) return false;
  return (quote.match(/\+?\d[\d\s().-]{6,}\d/g) ?? []).some((written) => {
    const digits = written.replaceAll(/\D/g, "");
    return digits.length >= 7 && value.endsWith(digits);
  });
}
