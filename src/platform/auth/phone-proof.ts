/**
 * Proves that a number belongs to a member: their page shows a code, which they text from that number to a
 * line of the team. Nothing is sent to an unproven number. A code works once, for fifteen minutes and a few
 * tries. A number belongs to at most one member.
 */
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { auditIf, changesBetween, userActor } from "../audit/index.ts";
import { users, type PhoneCode, type TenantDb } from "../db/index.ts";
import { isoTime, msOf, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sameText, sha256Hex } from "../../kernel/hash.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { PhoneCodeView } from "../api/members.ts";
import type { Principal } from "./types.ts";

const LASTS_MS = 15 * 60_000;
const MAX_WRONG = 5;
const CODES = 1_000_000;
/** Formats in which people write it: `483920`, `483 920`, `483-920`. */
const WRITTEN = /^\s*(\d{3})[ -]?(\d{3})\s*$/;

type Member = typeof users.$inferSelect;

/** A line that codes can be texted to. */
type TeamLine = PhoneCodeView["line"] & { readonly audience: "external" | "internal" };

/**
 * Creates a code for the principal's number (E.164), replacing an earlier one. Throws `not_configured`
 * without a team line, `invalid_request` for a number of the phone system itself or one already proven.
 */
export async function askPhoneCode(
  deps: { readonly db: TenantDb; readonly clock: Clock; readonly ids: IdSource },
  by: Principal,
  number: string,
  lines: readonly TeamLine[],
): Promise<PhoneCodeView> {
  const line = lines.find(({ audience }) => audience === "internal");
  if (line === undefined) throw new AppError("not_configured", "Your team has no internal line to text.");
  if (lines.some((one) => one.number === number))
    throw new AppError("invalid_request", "That’s one of your team’s own lines. Enter your own number.");
  const owner = await deps.db.find(users, provenBy(number));
  if (owner !== null && owner.id !== by.user.id) throw provenByAnother();
  if (owner !== null) throw new AppError("invalid_request", "You’ve already verified that number.");
  const id = deps.ids.newId();
  const code = newCode();
  const expiresAt = isoTime(deps.clock.now() + LASTS_MS);
  const phoneCode = { id, number, hash: await hashOf(id, code), expiresAt, wrong: 0, usedBy: null };
  await deps.db.update(users, { phoneCode }, eq(users.id, by.user.id));
  return { code, number, line: { label: line.label, number: line.number }, expiresAt };
}

/** The principal's current code; null if none can be used. */
export async function waitingPhoneCode(db: TenantDb, clock: Clock, by: Principal) {
  const member = await db.find(users, eq(users.id, by.user.id));
  const code = member?.phoneCode ?? null;
  if (code === null || !isOpen(code, isoTime(clock.now()))) return null;
  return { number: code.number, expiresAt: code.expiresAt, triesLeft: MAX_WRONG - code.wrong };
}

/** Cancels the principal's code. Idempotent. */
export async function dropPhoneCode(db: TenantDb, by: Principal): Promise<void> {
  await db.update(users, { phoneCode: null }, eq(users.id, by.user.id));
}

/**
 * Whether a text to a team line proves its sender's number; if so, it becomes the member's. Idempotent per
 * text. A wrong code counts as a try for the members who asked to prove that number.
 */
export async function provePhone(
  deps: { readonly db: TenantDb; readonly clock: Clock },
  text: {
    readonly id: string;
    readonly contactNumber: string;
    readonly text: string;
    readonly receivedAt: string;
  },
): Promise<boolean> {
  const written = WRITTEN.exec(text.text);
  if (written === null) return false;
  const code = `${written[1]}${written[2]}`;
  const asked = sql`json_extract(${users.phoneCode}, '$.number') = ${text.contactNumber}`;
  for (const member of await deps.db.rows(users, and(asked, isNull(users.removedAt)))) {
    const waiting = member.phoneCode;
    if (waiting?.usedBy === text.id) return true;
    if (waiting === null || !isOpen(waiting, text.receivedAt)) continue;
    const isRight = sameText(await hashOf(waiting.id, code), waiting.hash);
    if (!isRight) await countWrong(deps.db, member, waiting);
    else if (await takeNumber(deps, member, waiting, text.id)) return true;
  }
  return false;
}

/** Condition for the member who has proven a number. */
export function provenBy(number: string): SQL {
  return and(eq(users.phone, number), isNotNull(users.phoneVerifiedAt), isNull(users.removedAt)) ?? sql`0`;
}

/** A number that someone else has proven can't be taken over. */
export function provenByAnother(): AppError {
  return new AppError("invalid_request", "Someone else on your team has verified that number.");
}

async function takeNumber(
  { db, clock }: { readonly db: TenantDb; readonly clock: Clock },
  member: Member,
  code: PhoneCode,
  textId: string,
): Promise<boolean> {
  const { number } = code;
  const another = sql`exists (select 1 from ${users} as other where other.tenant_id = ${db.tenantId} and other.id <> ${member.id}
    and other.phone = ${number} and other.phone_verified_at is not null and other.removed_at is null)`;
  const still = and(stillOpen(member, code), sql`not ${another}`) ?? sql`0`;
  const nowMs = clock.now();
  const entry = {
    id: `phone.${code.id}`,
    actor: userActor(member),
    action: "member.phone_verified",
    subject: { kind: "user", id: member.id },
    sentence: `${member.name} verified their number with a text from it.`,
    changes: changesBetween({ phone: member.phone }, { phone: number }),
  };
  const phoneCode = { ...code, usedBy: textId };
  const [, taken] = await db.batch([
    auditIf(db, entry, nowMs, users, still),
    db.update(users, { phone: number, phoneVerifiedAt: isoTime(nowMs), phoneCode }, still).returning(),
  ]);
  return Array.isArray(taken) && taken.length > 0;
}

async function countWrong(db: TenantDb, member: Member, code: PhoneCode): Promise<void> {
  const more = sql`json_set(${users.phoneCode}, '$.wrong', json_extract(${users.phoneCode}, '$.wrong') + 1)`;
  await db.update(users, { phoneCode: more }, stillOpen(member, code));
}

/** Condition that the code was not used, canceled or replaced. */
function stillOpen(member: Member, { id }: PhoneCode): SQL {
  const of = (field: keyof PhoneCode): SQL<unknown> => sql`json_extract(${users.phoneCode}, ${`$.${field}`})`;
  return (
    and(
      eq(users.id, member.id),
      isNull(users.removedAt),
      sql`${of("id")} = ${id}`,
      sql`${of("usedBy")} is null`,
      sql`${of("wrong")} < ${MAX_WRONG}`,
    ) ?? sql`0`
  );
}

function isOpen({ usedBy, wrong, expiresAt }: PhoneCode, at: string): boolean {
  return usedBy === null && wrong < MAX_WRONG && msOf(at) < msOf(expiresAt);
}

function hashOf(id: string, code: string): Promise<string> {
  return sha256Hex(`${id}:${code}`);
}

/** Uniformly random. */
function newCode(): string {
  const limit = 2 ** 32 - (2 ** 32 % CODES);
  for (;;) {
    const [drawn = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return String(drawn % CODES).padStart(6, "0");
  }
}
