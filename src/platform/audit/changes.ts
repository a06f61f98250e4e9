/** Formats changes of settings for the audit log: only what differs, in words, with bounded length. Pure. */
import { canonicalJson } from "../../kernel/hash.ts";
import type { AuditChange } from "../api/audit-change.ts";

const CHANGES_MAX = 8;
const VALUE_CHARS = 60;

type Settings = Readonly<Record<string, unknown>>;

/**
 * The differences between two states of the same settings. Nested values are named by path (“Turn, cost
 * (USD)”), lists as a whole. `label` renames settings whose own name reads badly. Must not receive secrets.
 */
export function changesBetween(
  before: Settings,
  after: Settings,
  label: (path: readonly string[]) => string = wordsOf,
): AuditChange[] {
  const all = differences(before, after, []);
  const told = all
    .slice(0, CHANGES_MAX)
    .map(({ path, from, to }) => ({ label: label(path), from: valueWords(from), to: valueWords(to) }));
  const left = all.length - told.length;
  return left === 0 ? told : [...told, { label: `and ${left} more`, from: null, to: null }];
}

interface Difference {
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
}

function differences(before: Settings, after: Settings, path: readonly string[]): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [from, to] = [before[key] ?? null, after[key] ?? null];
    if (canonicalJson(from) === canonicalJson(to)) return [];
    const at = [...path, key];
    return isSettings(from) && isSettings(to) ? differences(from, to, at) : [{ path: at, from, to }];
  });
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueWords(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "on" : "off";
  const words = Array.isArray(value)
    ? listWords(value)
    : isSettings(value)
      ? partsWords(value)
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  return words.length > VALUE_CHARS ? `${words.slice(0, VALUE_CHARS - 1)}…` : words;
}

function listWords(list: readonly unknown[]): string {
  if (list.length === 0) return "none";
  return list.some(isSettings)
    ? `${list.length} ${list.length === 1 ? "entry" : "entries"}`
    : list.map(String).join(", ");
}

function partsWords(parts: Settings): string {
  return Object.values(parts)
    .map((part) => valueWords(part) ?? "none")
    .join(" to ");
}

/** Formats `["turn", "costUsd"]` as “Turn, cost (USD)”. */
function wordsOf(path: readonly string[]): string {
  const words = path
    .map((key) =>
      key
        .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
        .replaceAll("_", " ")
        .toLowerCase()
        .replace(/^sms$/, "texts")
        .replace(/ usd$/, " (USD)"),
    )
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
