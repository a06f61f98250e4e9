/** Extracts whom items are from, with and about, without a model. In batches. */
import { isNull } from "drizzle-orm";
import { placeOf } from "../../messaging/contacts/index.ts";
import { among, users, type TenantDb } from "../../platform/db/index.ts";
import { contacts } from "../../messaging/tables/contacts.ts";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { mailKeyOf, mailsByKeys } from "../../messaging/inbox/index.ts";
import type { SaidName } from "../../platform/said-names.ts";
import type { MentionKind, MentionRole } from "../api/entities.ts";
import {
  addressIdentity,
  companyIdentity,
  contactIdentity,
  memberIdentity,
  nameIdentity,
  projectIdentity,
  propertyIdentity,
  saidIdentity,
  topicIdentity,
  type Identity,
} from "./identities.ts";

/** Maximum people per item. */
const MOST_PEOPLE = 12;
const MOST_TOPICS = 5;
const MOST_MEMBERS = 200;

export interface About {
  readonly identity: Identity;
  readonly role: MentionRole;
}

export interface ItemFacts {
  readonly id: string;
  readonly at: string;
  /** Title and labels, which may name further entities. */
  readonly naming: readonly string[];
  readonly about: readonly About[];
}

/** The existing items with these IDs. */
export async function readItems(
  db: TenantDb,
  kind: MentionKind,
  ids: readonly string[],
): Promise<ItemFacts[]> {
  switch (kind) {
    case "contact":
      return (await db.rows(contacts, among(contacts.id, ids))).map(factsOfCard);
    case "email":
      return ids.some((id) => id.includes("/"))
        ? [...(await mailsByKeys(db, ids)).map(factsOfMail), ...(await readKnowledge(db, kind, ids))]
        : readKnowledge(db, kind, ids);
    case "document":
    case "event":
    case "issue":
      return readKnowledge(db, kind, ids);
  }
}

/** All team members. */
export async function membersOf(db: TenantDb): Promise<Identity[]> {
  return (await db.rows(users, isNull(users.removedAt)).limit(MOST_MEMBERS)).map(memberIdentity);
}

function factsOfCard(row: typeof contacts.$inferSelect): ItemFacts {
  const { id, name, company, role } = row;
  const belongings = aboutOf("of", [companyIdentity(company, name), propertyIdentity(placeOf(role).place)]);
  const about = [{ identity: contactIdentity(row), role: "card" as const }, ...belongings];
  // A card isn't an event in time, so it appears in no item list.
  return { id, at: "", naming: [], about };
}

function factsOfMail(row: Awaited<ReturnType<typeof mailsByKeys>>[number]): ItemFacts {
  const isOther = (address: string): boolean => address.toLowerCase() !== row.mailbox.toLowerCase();
  const isPerson = row.sender !== "machine" && isOther(row.fromAddress);
  const from = isPerson ? addressIdentity(row.fromAddress, row.fromName) : null;
  const others = [...row.to, ...row.cc]
    .filter(isOther)
    .slice(0, MOST_PEOPLE)
    .map((address) => addressIdentity(address, ""));
  const about = [...aboutOf("from", [from]), ...aboutOf("with", others), ...saidOf(row)];
  return { id: mailKeyOf(row), at: row.at, naming: [row.subject, ...namesIn(row)], about };
}

async function readKnowledge(
  db: TenantDb,
  kind: Exclude<MentionKind, "contact">,
  ids: readonly string[],
): Promise<ItemFacts[]> {
  const rows = await db.rows(knowledgeItems, among(knowledgeItems.id, ids));
  const own = await ownedSources(db, rows);
  return rows.filter((row) => row.kind === kind && !own.has(row.sourceId)).map(factsOfKnowledge);
}

/** Which of these items' sources are visible to one member only: such items contribute nothing to the directory or its pages. */
export async function ownedSources(
  db: TenantDb,
  things: readonly { readonly sourceId: string }[],
): Promise<ReadonlySet<string>> {
  if (things.length === 0) return new Set();
  const ids = [...new Set(things.map(({ sourceId }) => sourceId))];
  const sources = await db.rows(knowledgeSources, among(knowledgeSources.id, ids));
  return new Set(sources.filter(({ visibility }) => visibility !== "team").map(({ id }) => id));
}

function factsOfKnowledge(row: typeof knowledgeItems.$inferSelect): ItemFacts {
  const { id, kind, at, title, people, facts, externalId } = row;
  const fact = (...names: string[]): string => facts.find(([name]) => names.includes(name))?.[1] ?? "";
  // An issue lists its owner or creator first; event participants have no order.
  const [first, ...others] = people.slice(0, MOST_PEOPLE).map(partyOf);
  const isByFirst = kind !== "event";
  const key = fact("Key");
  const project = key !== "" && key === externalId ? key.replace(/-\d+$/, "") : fact("List", "Project");
  const topics = fact("Labels", "Tags").split(",").slice(0, MOST_TOPICS);
  const things = [
    kind === "issue" ? projectIdentity(project) : null,
    kind === "event" ? propertyIdentity(fact("Where")) : null,
    ...topics.map(topicIdentity),
  ];
  const about = [
    ...aboutOf(isByFirst ? "from" : "with", [first ?? null]),
    ...aboutOf("with", others),
    ...aboutOf("of", things),
    ...saidOf(row),
  ];
  return { id, at, naming: [title, ...topics, ...namesIn(row)], about };
}

/** Parses `Name <address>`, an address or a name. */
function partyOf(words: string): Identity | null {
  const [, name = "", address = ""] = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(words) ?? [];
  if (address !== "") return addressIdentity(address, name);
  return words.includes("@") ? addressIdentity(words, "") : nameIdentity(words);
}

function saidOf({ said }: { readonly said: readonly SaidName[] | null }): About[] {
  return aboutOf("said", (said ?? []).map(saidIdentity));
}

function namesIn({ said }: { readonly said: readonly SaidName[] | null }): string[] {
  return (said ?? []).map(({ name }) => name);
}

function aboutOf(role: MentionRole, identities: readonly (Identity | null)[]): About[] {
  return identities.flatMap((identity) => (identity === null ? [] : [{ identity, role }]));
}
