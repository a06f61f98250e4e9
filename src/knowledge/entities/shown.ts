/** Rows in wire format. Pure. */
import { formatNumber } from "../../kernel/phone.ts";
import type { EntityLine, EntityPart, EntityRef } from "../api/entities.ts";
import type { EntityRow, Ruling } from "./grouping.ts";

const HOW = { contact: "contact", user: "member", email: "address", name: "name" } as const;

export function refOf({ id, type, name }: EntityRow): EntityRef {
  return { id, type, name };
}

export function lineOf(row: EntityRow): EntityLine {
  return { ...refOf(row), detail: detailOf(row) };
}

export function partOf(row: EntityRow, rulings: readonly Ruling[]): EntityPart {
  const merged = rulings.find(
    ({ oneId, otherId, intoId }) =>
      intoId !== null && intoId !== row.id && (oneId === row.id || otherId === row.id),
  );
  const kind = row.key.slice(0, row.key.indexOf(":"));
  const how = HOW[kind as keyof typeof HOW] ?? "thing";
  return { id: row.id, name: row.name, how, detail: detailOf(row), mergedBy: merged?.byName ?? null };
}

function detailOf({ name, emails, phones }: EntityRow): string {
  const [email] = emails.filter((one) => one !== name.toLowerCase());
  const [phone] = phones;
  return phone === undefined ? (email ?? "") : formatNumber(phone);
}
