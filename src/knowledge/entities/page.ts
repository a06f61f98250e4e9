/** One entity with all its records. */
import { and, eq, sql } from "drizzle-orm";
import { placeOf } from "../../messaging/contacts/index.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { contacts } from "../../messaging/tables/contacts.ts";
import { entities, entityWords, mentions } from "../tables/entities.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { EntityLine, EntityPage, EntityRef } from "../api/entities.ts";
import { idOf } from "./entity-rows.ts";
import type { EntityRow, Group } from "./grouping.ts";
import { groupsWith, rulingsOn } from "./groups.ts";
import { wholeName } from "./identities.ts";
import { groupAt } from "./rulings.ts";
import { lineOf, partOf, refOf } from "./shown.ts";

const MOST_PEOPLE = 12;
const MOST_ALIKE = 5;
const MOST_NAMESAKES = 50;
/** Maximum records shown. */
export const MOST_SHOWN = 40;

/** Throws AppError `not_found`. */
export async function readEntity(db: TenantDb, id: string): Promise<EntityPage> {
  const group = await groupAt(db, id);
  const [root] = group;
  const ids = group.map((row) => row.id);
  const contactId = group.find((row) => row.contactId !== null)?.contactId ?? null;
  const [contact, belongsTo, people, rulings, alike] = await Promise.all([
    contactId === null ? null : db.find(contacts, eq(contacts.id, contactId)),
    belongingsOf(db, group),
    cardsNaming(db, group),
    rulingsOn(db, ids),
    namesakesOf(db, group),
  ]);
  const mine = rulings.filter(({ oneId, otherId }) => ids.includes(oneId) && ids.includes(otherId));
  return {
    ...refOf(root),
    emails: unique(group.flatMap(({ emails }) => emails)),
    phones: unique(group.flatMap(({ phones }) => phones)).map(formatNumber),
    contact: contact === null ? null : { id: contact.id, ...placeOf(contact.role) },
    belongsTo,
    people: people.slice(0, MOST_PEOPLE).map(([first]) => refOf(first)),
    morePeople: people.length > MOST_PEOPLE,
    parts: group.slice(0, MOST_SHOWN).map((row) => partOf(row, mine)),
    alike,
  };
}

/** For a company or property: people whose cards name it, one more than are shown. Empty for other types. */
export async function cardsNaming(db: TenantDb, group: Group): Promise<Group[]> {
  if (group[0].type !== "company" && group[0].type !== "property") return [];
  const those = among(
    mentions.entityId,
    group.slice(0, MOST_SHOWN).map(({ id }) => id),
  );
  const named = sql`select ${mentions.itemId} from ${mentions} where ${mentions.tenantId} = ${db.tenantId} and ${those} and ${mentions.kind} = 'contact' limit 200`;
  const cards = await db
    .rows(contacts, sql`${contacts.id} in (${named})`)
    .orderBy(contacts.sortName)
    .limit(MOST_PEOPLE + 1);
  const ids = await Promise.all(cards.map((card) => idOf({ key: `contact:${card.id}` })));
  return (await groupsWith(db, ids)).toSorted((one, other) => (one[0].sortName < other[0].sortName ? -1 : 1));
}

/** What a person's cards name. */
async function belongingsOf(db: TenantDb, group: Group): Promise<EntityRef[]> {
  const cards = group.flatMap(({ contactId }) => contactId ?? []);
  if (cards.length === 0) return [];
  const isOf = and(eq(mentions.kind, "contact"), among(mentions.itemId, cards), eq(mentions.role, "of"));
  const named = await db.rows(mentions, isOf).limit(MOST_SHOWN);
  const groups = await groupsWith(
    db,
    named.map(({ entityId }) => entityId),
  );
  return groups.map(([first]) => refOf(first));
}

/** Others with the same name, for manual merging: a name alone proves nothing. */
async function namesakesOf(db: TenantDb, group: Group): Promise<EntityLine[]> {
  const names = unique(group.map(({ name }) => wholeName(name))).filter((name) => name !== "");
  const words = await db.rows(entityWords, among(entityWords.word, names)).limit(MOST_NAMESAKES);
  const ids = unique(words.map(({ entityId }) => entityId));
  const rows = await db.rows(entities, among(entities.id, ids)).limit(MOST_NAMESAKES);
  const [root] = group;
  const isOther = (row: EntityRow): boolean =>
    row.rootId !== root.id && row.type === root.type && names.includes(wholeName(row.name));
  const roots = unique(rows.filter(isOther).map(({ rootId }) => rootId)).slice(0, MOST_ALIKE);
  const others = await groupsWith(db, roots);
  return others.map(([first]) => lineOf(first));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
