/**
 * Assigns incoming messages: the first matching rule of the team, else everyone. A rule only determines whose
 * devices ring first or alone; everyone can still see and act on everything.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { auditIf, changesBetween, type Actor } from "../platform/audit/index.ts";
import { conversations } from "../agent/tables/conversations.ts";
import { routingSettings } from "./tables/notifications.ts";
import { users, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { RoutedTo } from "../platform/api/notification-kinds.ts";
import type { Routing, RoutingRule } from "./api/routing.ts";

/** Input of the rules: the message and its sender. */
export interface RoutedThing {
  readonly words: string;
  readonly name: string;
  readonly number: string | null;
  /** Sender address of an e-mail. */
  readonly address?: string;
  /** Role and company of the sender. */
  readonly places: string;
}

/** The first matching rule, and what matched, in words. Pure. */
export function decideRoute(
  rules: readonly RoutingRule[],
  thing: RoutedThing,
): { readonly rule: RoutingRule; readonly because: string } | null {
  // Computed once for all rules, because an e-mail may be long.
  const [words, places] = [plain(thing.words), plain(thing.places)];
  for (const rule of rules) {
    const word = rule.words.find((one) => holdsWord(words, one));
    const place = rule.places.find((one) => holdsWord(places, one) || holdsWord(words, one));
    const contact = rule.contacts.find((one) => isContact(thing, one));
    const asked = [
      [rule.words, word],
      [rule.places, place],
      [rule.contacts, contact],
    ] as const;
    const given = asked.filter(([list]) => list.length > 0);
    if (given.length === 0 || given.some(([, found]) => found === undefined)) continue;
    const because = given.map(([, found]) => `“${found ?? ""}”`).join(" and ");
    return { rule, because };
  }
  return null;
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * Whether a plain text contains a word or phrase, also as a prefix of a longer word ("leak" in "leaking"),
 * but not inside one.
 */
function holdsWord(text: string, word: string): boolean {
  const escaped = plain(word).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return escaped !== "" && new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${escaped}`, "u").test(text);
}

function isContact({ name, number, address }: RoutedThing, wanted: string): boolean {
  const digits = wanted.replace(/\D/g, "");
  if (number !== null && digits.length >= 7 && number.endsWith(digits)) return true;
  return plain(name) === plain(wanted) || (address !== undefined && plain(address) === plain(wanted));
}

/** The rules with the version an update must name; empty at version 0. */
export async function getRouting(db: TenantDb): Promise<Routing> {
  const row = await db.find(routingSettings, eq(routingSettings.tenantId, db.tenantId));
  return row === null ? { rules: [], version: 0 } : { rules: [...row.rules], version: row.version };
}

/** Null if unassigned. */
export async function routeFor(db: TenantDb, thing: () => Promise<RoutedThing>): Promise<RoutedTo | null> {
  const { rules } = await getRouting(db);
  if (rules.length === 0) return null;
  const found = decideRoute(rules, await thing());
  if (found === null) return null;
  const member = await db.find(
    users,
    and(eq(users.id, found.rule.userId), isNull(users.removedAt)) ?? sql`false`,
  );
  if (member === null) return null;
  const { mode, othersAfterMinutes } = found.rule;
  return { userId: member.id, name: member.name, mode, othersAfterMinutes, because: found.because };
}

/**
 * A conversation's assignment, from the rule that matched an incoming message; null if unassigned, or if the
 * member has left.
 */
export async function ownerOf(db: TenantDb, conversationId: string): Promise<RoutedTo | null> {
  const row = await db.find(conversations, eq(conversations.id, conversationId));
  const routedTo = row?.trigger?.routedTo;
  if (routedTo === undefined) return null;
  const member = await db.find(
    users,
    and(eq(users.id, routedTo.userId), isNull(users.removedAt)) ?? sql`false`,
  );
  return member === null ? null : routedTo;
}

/**
 * Replaces the rules if unchanged since `version`; audited in the same batch. Throws `changed` with the
 * current version in `details`, `invalid_request` for a person outside the team.
 */
export async function updateRouting(
  db: TenantDb,
  change: Routing & { readonly by: Actor; readonly nowMs: number },
): Promise<Routing> {
  const { rules, by, nowMs } = change;
  const members = await db.rows(users, isNull(users.removedAt));
  const names = new Map(members.map(({ id, name }) => [id, name]));
  for (const { userId } of rules)
    if (!names.has(userId))
      throw new AppError("invalid_request", "Everyone a rule names must be on the team.", {
        details: { userId },
      });
  const version = change.version + 1;
  const row = { version, rules, updatedBy: by.id, updatedAt: isoTime(nowMs) };
  const write =
    change.version === 0
      ? db.insert(routingSettings, row).onConflictDoNothing().returning()
      : db.update(routingSettings, row, eq(routingSettings.version, change.version)).returning();
  const mine = and(
    eq(routingSettings.version, version),
    eq(routingSettings.updatedBy, row.updatedBy),
    eq(routingSettings.updatedAt, row.updatedAt),
  );
  const told = rules.map(({ userId }) => names.get(userId) ?? "").join(", ");
  const before = await getRouting(db);
  const entry = {
    id: `routing:${db.tenantId}:${version}`,
    actor: by,
    action: "routing.changed",
    subject: { kind: "routing", id: db.tenantId },
    sentence:
      rules.length === 0
        ? `${by.name} changed the notification rules: everyone`
        : `${by.name} changed the notification rules: ${rules.length === 1 ? "one rule" : `${rules.length} rules`}, for ${told}`,
    changes: changesBetween(rulesWords(before.rules, names), rulesWords(rules, names)),
  };
  const [written] = await db.batch([write, auditIf(db, entry, nowMs, routingSettings, mine ?? sql`false`)]);
  if (!Array.isArray(written) || written.length === 0) {
    throw new AppError("changed", "Someone else changed this. Reload it and try again.", {
      details: { version: (await getRouting(db)).version },
    });
  }
  return { rules: [...rules], version };
}

/** The rules for the audit log: position, conditions, and assignee. */
function rulesWords(
  rules: readonly RoutingRule[],
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rules.map(({ words, places, contacts, userId }, at) => [
      `rule ${at + 1}`,
      `${names.get(userId) ?? "a former member"}: ${[...words, ...places, ...contacts].join(", ")}`,
    ]),
  );
}
