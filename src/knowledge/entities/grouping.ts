/**
 * Decides which rows are the same entity. Pure, and the only place that does: manual rulings first, then a shared address or number, then
 * a full name. A self-chosen name of an outsider proves nothing: an unvouched address is matched by address only, and a name without an
 * address only if it is unique. Two cards or two members are distinct unless name and address both match.
 */
import type { entities, entityRulings } from "../tables/entities.ts";
import { keysOf, wholeName } from "./identities.ts";

export type EntityRow = typeof entities.$inferSelect;
/** A manual decision about two rows. */
export type Ruling = Omit<typeof entityRulings.$inferSelect, "tenantId">;
/** Rows of one entity; the first represents it. */
export type Group = readonly [EntityRow, ...EntityRow[]];

/** Row types in order of reliability. */
const RANKS = ["contact", "user", "email", "name"];

/** Groups rows. Connections through rows that aren't passed in are not seen. */
export function groupsOf(rows: readonly EntityRow[], rulings: readonly Ruling[]): Group[] {
  const sorted = rows.toSorted(byRank);
  const joining = new Joining(sorted, rulings);
  joining.byRulings();
  const byKey = new Map<string, EntityRow[]>();
  for (const row of sorted.filter(({ type }) => type === "person"))
    for (const key of keysOf(row)) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  const isName = (key: string): boolean => key.includes(" ");
  for (const [key, some] of byKey) if (!isName(key)) joining.byAddress(some);
  for (const [key, some] of byKey) if (isName(key)) joining.byName(some);
  return joining.groups();
}

/** A pair of IDs in stored order. */
export function pairOf(one: string, other: string): { readonly oneId: string; readonly otherId: string } {
  return one < other ? { oneId: one, otherId: other } : { oneId: other, otherId: one };
}

class Joining {
  readonly #groups: Map<string, EntityRow[]>;
  readonly #apart = new Map<string, Set<string>>();
  readonly #same: readonly Ruling[];

  constructor(rows: readonly EntityRow[], rulings: readonly Ruling[]) {
    this.#groups = new Map(rows.map((row) => [row.id, [row]]));
    for (const { oneId, otherId, intoId } of rulings)
      if (intoId === null) this.#apart.set(oneId, (this.#apart.get(oneId) ?? new Set()).add(otherId));
    this.#same = rulings.filter(({ intoId }) => intoId !== null).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  }

  byRulings(): void {
    for (const { oneId, otherId } of this.#same) {
      const [one, other] = [this.#groups.get(oneId), this.#groups.get(otherId)];
      if (one?.[0]?.type === other?.[0]?.type) this.#join(oneId, otherId);
    }
  }

  /** `rows` share an address or number: joins those with the same name, then all, unless two are cards. */
  byAddress(rows: readonly EntityRow[]): void {
    for (const some of Map.groupBy(rows, ({ name }) => wholeName(name)).values()) this.#joinAll(some);
    if (this.#among(rows, isCard).length <= 1 && this.#among(rows, isMember).length <= 1) this.#joinAll(rows);
  }

  /** `rows` share a full name. */
  byName(rows: readonly EntityRow[]): void {
    const [cards, members] = [this.#among(rows, isCard), this.#among(rows, isMember)];
    if (cards.length > 1 || members.length > 1) return;
    const vouched = [...cards, ...members];
    const addressed = vouched.length > 0 ? [] : this.#among(rows, ({ emails }) => emails.length > 0);
    if (addressed.length > 1) return;
    this.#joinAll([...vouched, ...addressed, ...rows.filter(isNameAlone)]);
  }

  groups(): Group[] {
    return [...new Set(this.#groups.values())].map((rows) => {
      const ids = new Set(rows.map(({ id }) => id));
      const below = new Set(
        this.#same
          .filter(({ oneId, otherId }) => ids.has(oneId) && ids.has(otherId))
          .map(({ oneId, otherId, intoId }) => (intoId === oneId ? otherId : oneId)),
      );
      const sorted = rows.toSorted(
        (a, b) => Number(below.has(a.id)) - Number(below.has(b.id)) || byRank(a, b),
      );
      return sorted as [EntityRow, ...EntityRow[]];
    });
  }

  /** One matching row of each group. */
  #among(rows: readonly EntityRow[], is: (row: EntityRow) => boolean): EntityRow[] {
    const groups = new Set(rows.flatMap(({ id }) => [this.#groups.get(id) ?? []]));
    return [...groups].flatMap((group) => group.find(is) ?? []);
  }

  #joinAll([first, ...others]: readonly EntityRow[]): void {
    for (const other of others) if (first !== undefined) this.#join(first.id, other.id);
  }

  #join(oneId: string, otherId: string): void {
    const [one, other] = [this.#groups.get(oneId), this.#groups.get(otherId)];
    if (one === undefined || other === undefined || one === other || this.#isApart(one, other)) return;
    const all = [...one, ...other];
    for (const { id } of all) this.#groups.set(id, all);
  }

  #isApart(one: readonly EntityRow[], other: readonly EntityRow[]): boolean {
    return one.some((row) =>
      other.some(({ id }) => {
        const { oneId, otherId } = pairOf(row.id, id);
        return this.#apart.get(oneId)?.has(otherId) === true;
      }),
    );
  }
}

function isCard({ contactId }: EntityRow): boolean {
  return contactId !== null;
}

function isMember({ key }: EntityRow): boolean {
  return key.startsWith("user:");
}

function isNameAlone({ key }: EntityRow): boolean {
  return key.startsWith("name:");
}

function byRank(left: EntityRow, right: EntityRow): number {
  return rankOf(left) - rankOf(right) || (left.sortName + left.id < right.sortName + right.id ? -1 : 1);
}

function rankOf({ key }: EntityRow): number {
  return RANKS.indexOf(key.slice(0, key.indexOf(":")));
}
