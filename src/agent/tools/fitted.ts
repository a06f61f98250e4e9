/**
 * Shortens an answer to a maximum length: cuts its longest text or list and states what was left out. The
 * result is valid JSON. Pure.
 */
import type { Json } from "../../kernel/hash.ts";
import { shortenedPassage } from "../runs/index.ts";
import { textPage } from "./text-page.ts";

type Holder = Readonly<Record<string, Json>> | readonly Json[];

/** The value within `maxChars` of JSON, with descriptions of what was left out. */
export function fitted(value: Json, maxChars: number): { readonly value: Json; readonly left: string[] } {
  const left = new Map<string, string>();
  let fits = value;
  for (let over = sizeOf(fits) - maxChars; over > 0; over = sizeOf(fits) - maxChars)
    fits = shorter(fits, over, [], (path, said) => left.set(path, said));
  return { value: fits, left: [...left].map(([path, said]) => (path === "" ? said : `${path}: ${said}`)) };
}

type Tell = (path: string, said: string) => void;

/** Shortens the longest part by `over` characters, or as far as possible. */
function shorter(value: Json, over: number, path: readonly string[], tell: Tell): Json {
  const words = shortenedPassage(value, (text) => cut(text, over, path, tell));
  if (words !== null) return words;
  if (typeof value === "string") return cut(value, over, path, tell);
  if (value === null || typeof value !== "object") return null;
  const entries = Object.entries(value as Holder) as [string, Json][];
  const sizes = entries.map(([key, one]) => sizeOf(one) + (Array.isArray(value) ? 1 : key.length + 4));
  const longest = sizes.indexOf(Math.max(...sizes));
  const [key, one] = entries[longest] ?? ["", null];
  if ((sizes[longest] ?? 0) > sizeOf(value) / 2 && sizeOf(one) > 40) {
    const made = shorter(one, over, [...path, key], tell);
    return holderOf(value, entries.with(longest, [key, made]));
  }
  let kept = entries.length;
  for (let gone = 0; kept > 0 && gone < over; kept--) gone += sizes[kept - 1] ?? 0;
  tell(path.join("."), `only the first ${kept}`);
  return holderOf(value, entries.slice(0, kept));
}

function holderOf(like: Json, entries: readonly [string, Json][]): Json {
  return Array.isArray(like) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

function cut(text: string, over: number, path: readonly string[], tell: Tell): string {
  const { text: kept } = textPage(text, 0, Math.max(0, JSON.stringify(text).length - over - 2));
  const shown = kept.length < text.length ? kept : "";
  tell(path.join("."), `only the first ${shown.length} characters`);
  return shown;
}

function sizeOf(value: Json): number {
  return JSON.stringify(value).length;
}
