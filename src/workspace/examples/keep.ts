/** Keeps examples: created from a decided approval, edited if anonymizing missed a name, and removed. */
import { asc, eq } from "drizzle-orm";
import { EVIDENCE_SOURCES } from "../../approvals/index.ts";
import { auditStatement, type Actor, userActor } from "../../platform/audit/index.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { examples } from "../tables/examples.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import { derivedId, type IdSource } from "../../kernel/ids.ts";
import { leavesOf } from "../../kernel/json-leaves.ts";
import { readerOf } from "../../platform/privacy.ts";
import { EXAMPLE_LIMITS, type Example } from "../api/examples.ts";
import { exampleVerdict } from "../../approvals/api/example-verdict.ts";
import { anonymiser } from "./anonymise.ts";
import { addressesIn, peopleKnown } from "./known.ts";

export type ExampleRow = typeof examples.$inferSelect;
type ApprovalRow = typeof approvals.$inferSelect;

interface ExampleDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The caller. */
export interface Keeper {
  readonly id: string;
  readonly name: string;
  readonly isAdmin: boolean;
}

/** The editable part of an example. */
type ExampleWords = Pick<ExampleRow, "asked" | "proposed" | "wanted" | "reason">;

/** Delay before rules are learned from an example: it may be undone, and others may follow. */
const LEARN_AFTER_MS = 60_000;

/**
 * Keeps an approval's example; returns the existing one on a repeat. Throws `not_found`, `conflict` if the
 * approval is unsuitable, too long, or there is no room.
 */
export async function keepExample(deps: ExampleDeps, approvalId: string, by: Keeper): Promise<ExampleRow> {
  const { db } = deps;
  const same = eq(examples.approvalId, approvalId);
  const [row, before] = await Promise.all([
    db.find(approvals, eq(approvals.id, approvalId)),
    db.find(examples, same),
  ]);
  if (row === null) throw new AppError("not_found", "That approval doesn’t exist.");
  if (before !== null) return before;
  const verdict = exampleVerdict(row);
  if (verdict === null)
    throw new AppError("conflict", "Only a draft that was edited or rejected can be kept as an example.");
  await assertRoom(db);
  const nowMs = deps.clock.now();
  const made = {
    id: await derivedId("example", db.tenantId, approvalId),
    approvalId,
    agent: row.agent,
    tool: row.tool,
    verdict,
    ...(await withoutNames(db, row, verdict)),
    keptBy: by.id,
    createdAt: isoTime(nowMs),
    dueAt: isoTime(nowMs + LEARN_AFTER_MS),
  };
  assertShort(made);
  await db.batch([
    db.insert(examples, made).onConflictDoNothing(),
    audited(deps, by, made, "example.kept", `${by.name} kept a draft as an example.`),
  ]);
  return { ...made, tenantId: db.tenantId, learned: null };
}

/** Edits an example. Throws `not_found`, `forbidden`, `conflict` if it becomes too long. */
export async function changeExample(
  deps: ExampleDeps,
  id: string,
  words: Partial<ExampleWords>,
  by: Keeper,
): Promise<ExampleRow> {
  const row = await ofKeeper(deps.db, id, by);
  const changed: ExampleRow = { ...row, ...words };
  if ((changed.wanted === null) !== (row.wanted === null))
    throw new AppError("invalid_request", "A rejected draft has no corrected version to edit.");
  assertShort(changed);
  await deps.db.batch([
    deps.db.update(examples, words, eq(examples.id, id)),
    audited(deps, by, row, "example.changed", `${by.name} changed the words of an example.`),
  ]);
  return changed;
}

/** Throws `not_found`, `forbidden`. */
export async function removeExample(deps: ExampleDeps, id: string, by: Keeper): Promise<ExampleRow> {
  const row = await ofKeeper(deps.db, id, by);
  await deps.db.batch([
    deps.db.remove(examples, eq(examples.id, id)),
    audited(deps, by, row, "example.removed", `${by.name} removed an example.`),
  ]);
  return row;
}

export function mayChange(
  { keptBy }: Pick<ExampleRow, "keptBy">,
  { id, isAdmin }: Omit<Keeper, "name">,
): boolean {
  return isAdmin || keptBy === id;
}

async function ofKeeper(db: TenantDb, id: string, by: Keeper): Promise<ExampleRow> {
  const row = await db.find(examples, eq(examples.id, id));
  if (row === null) throw new AppError("not_found", "That example doesn’t exist.");
  if (!mayChange(row, by))
    throw new AppError("forbidden", "Only an admin or the person who kept an example can change it.");
  return row;
}

async function assertRoom(db: TenantDb): Promise<void> {
  const most = EXAMPLE_LIMITS.examples;
  const kept = await db.pick({ id: examples.id }, examples).orderBy(asc(examples.createdAt)).limit(most);
  if (kept.length >= most)
    throw new AppError("conflict", `Your team keeps ${most} examples already. Remove some to make room.`);
}

function assertShort({ asked, people, proposed, wanted, reason }: ExampleWords & Pick<ExampleRow, "people">) {
  if (JSON.stringify([asked, people, proposed, wanted, reason]).length > EXAMPLE_LIMITS.chars)
    throw new AppError("conflict", "This is too long to keep as an example.");
}

async function withoutNames(db: TenantDb, row: ApprovalRow, verdict: Example["verdict"]) {
  const isPrivate = (await readerOf(db, row.conversationId)) !== null;
  // Examples are visible to the whole team.
  const asked = isPrivate ? [row.title] : askedIn(row);
  const proposed = row.proposedArguments;
  const wanted = verdict === "edited" ? row.finalArguments : null;
  const texts = [...asked, ...[proposed, wanted, row.reason].flatMap(textsIn)];
  const resolved = row.facts?.recipients.map(({ address }) => address) ?? [];
  const addresses = addressesIn(proposed, resolved);
  const without = anonymiser(texts, await peopleKnown(db, { addresses, texts }));
  const people = [
    ...without.recipients.map((name, index) => ({
      name,
      as: "recipient" as const,
      channel: addresses[index]?.includes("@") === true ? ("email" as const) : ("sms" as const),
    })),
    ...without.mentioned.map((name) => ({ name, as: "mentioned" as const, channel: null })),
  ];
  return {
    asked: asked.map(without.text),
    people,
    proposed: without.value(proposed),
    wanted: wanted === null ? null : without.value(wanted),
    reason: row.reason === null ? null : without.text(row.reason),
  };
}

/** The messages of people and contacts that led to the draft, oldest first; otherwise its other evidence. */
function askedIn({ evidence, conversationTitle, title }: ApprovalRow): string[] {
  let left: number = EXAMPLE_LIMITS.askedChars;
  const said = evidence.filter(
    ({ source, quote }) =>
      quote.trim() !== "" &&
      (source.startsWith(EVIDENCE_SOURCES.user) || source.startsWith(EVIDENCE_SOURCES.contact)),
  );
  const other =
    evidence.find(({ quote }) => quote.trim() !== "")?.quote ?? (conversationTitle.trim() || title);
  const newest = (said.length === 0 ? [{ quote: other }] : said).flatMap(({ quote }) => {
    const words = quote.slice(0, left);
    left -= words.length;
    return words === "" ? [] : [words];
  });
  return newest.toReversed();
}

function textsIn(value: Json): string[] {
  return leavesOf(value).flatMap((leaf) => (typeof leaf.value === "string" ? [leaf.value] : []));
}

function audited(
  deps: ExampleDeps,
  by: Keeper,
  { id }: Pick<ExampleRow, "id">,
  action: string,
  sentence: string,
) {
  const actor: Actor = userActor(by);
  const entry = { id: deps.ids.newId(), actor, action, subject: { kind: "example", id }, sentence };
  return auditStatement(deps.db, entry, deps.clock.now());
}
