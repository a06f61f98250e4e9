/**
 * Compares the fields of a vendor's record that an effect changes: what differs, whether they still have
 * the values on the card, and how the card shows them.
 */
import type { LayoutRule } from "./define-effect.ts";

type Fields = object;

/** Whether the wanted fields have these values. Ignores other fields, the order of lists, and white space. */
export function hasFields(now: Fields, wanted: Fields): boolean {
  const known: Readonly<Record<string, unknown>> = { ...now };
  return Object.entries(wanted).every(([field, value]) => plain(known[field]) === plain(value));
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(String).toSorted());
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
}

/** The same fields of another record. */
export function picked<All extends Fields>(from: All, like: Fields): Partial<All> {
  return Object.fromEntries(Object.entries(from).filter(([field]) => field in like)) as Partial<All>;
}

/** New and current values of the wanted fields that differ; null if none does. */
export function changeOf<All extends Fields, Wanted extends Partial<Record<keyof All, unknown>>>(
  now: All,
  wanted: Wanted,
): { readonly set: Wanted; readonly was: Partial<All> } | null {
  const differing = Object.entries(wanted).filter(([field, value]) => !hasFields(now, { [field]: value }));
  if (differing.length === 0) return null;
  const set = Object.fromEntries(differing) as Wanted;
  return { set, was: picked(now, set) };
}

/** Shows each new value above the current one. */
export function changedLayout(
  field: string,
  label: string,
  more: Pick<LayoutRule, "format"> = {},
): readonly LayoutRule[] {
  return [
    { path: `/set/${field}`, label: `${label}, new`, role: "detail", ...more },
    { path: `/was/${field}`, label: `${label}, until now`, role: "detail", ...more },
  ];
}
