/** Values of a team's own fields, as lines of an account's `details`: `Renewal date: 2027-03-01`. Pure. */
import type { FieldKind } from "./account-fields.ts";

export interface Detail {
  readonly name: string;
  readonly value: string;
}

/** Null if the line has no name and value. */
export function readDetail(line: string): Detail | null {
  const at = line.indexOf(":");
  const [name, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  return at < 0 || name === "" || value === "" ? null : { name, value };
}

/** The value of a field, whatever the case of its name; empty if it has none. */
export function detailOf(details: readonly string[], name: string): string {
  const wanted = name.toLowerCase();
  const found = details.map(readDetail).find((one) => one?.name.toLowerCase() === wanted);
  return found?.value ?? "";
}

/** The lines with one value set; an empty value removes it. */
export function withDetail(details: readonly string[], name: string, value: string): string[] {
  const wanted = name.toLowerCase();
  const isIt = (line: string): boolean => readDetail(line)?.name.toLowerCase() === wanted;
  const set = value === "" ? [] : [`${name}: ${value}`];
  return details.some(isIt) ? details.flatMap((line) => (isIt(line) ? set : [line])) : [...details, ...set];
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** `2027-03-01` of that, of `3/1/2027`, `Mar 1, 2027` or `1 March 2027`; null if it is no day. */
function readDay(written: string): string | null {
  const words = written.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:t.*)?$/.exec(words);
  if (iso !== null) return parseDay(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(words);
  if (slashed !== null) return parseDay(slashed[3], slashed[1], slashed[2]);
  const [, first, second, year] = /^(\w+)\.? (\w+)\.?,? (\d{4})$/.exec(words) ?? [];
  if (first === undefined || second === undefined) return null;
  const [month, day] = /^\d/.test(first) ? [second, first] : [first, second];
  const index = MONTHS.indexOf(month.slice(0, 3));
  return index < 0 ? null : parseDay(year, String(index + 1), day.replace(/(?:st|nd|rd|th)$/, ""));
}

function parseDay(year = "", month = "", day = ""): string | null {
  const written = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written;
}

/** A plain decimal of `$18,400.50`, `18.4k` or `1.2 million`; null if it is no number. */
function readAmount(written: string): string | null {
  const words = written.toLowerCase().replace(/[$,\s]|usd/g, "");
  const [, amount, unit = ""] = /^(-?\d+(?:\.\d+)?)(k|m|million|thousand)?$/.exec(words) ?? [];
  if (amount === undefined) return null;
  const times = unit === "" ? 1 : unit.startsWith("m") ? 1_000_000 : 1_000;
  const value = Math.round(Number(amount) * times * 100) / 100;
  return Number.isSafeInteger(Math.round(value * 100)) ? String(value) : null;
}

/** A typed value as it is stored; null if it doesn't fit the kind. */
export function readValueOf(kind: FieldKind, typed: string): string | null {
  const words = typed.replace(/\s+/g, " ").trim();
  if (words === "") return "";
  if (kind === "date") return readDay(words);
  if (kind === "money" || kind === "number") return readAmount(words);
  return words;
}

/** What a value is sorted by: days and words as text, amounts in hundredths. */
export function sortKeysOf(value: string): { readonly value: string; readonly hundredths: number | null } {
  const amount = readAmount(value);
  return {
    value: readDay(value) ?? value.toLowerCase().slice(0, 200),
    hundredths: amount === null ? null : Math.round(Number(amount) * 100),
  };
}
