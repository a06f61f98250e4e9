/**
 * House rules. A draft that matches one always needs a person's decision, even if a rule of the policy allows it; its card says why, and only the people
 * the rule names may decide. A rule in the policy holds for the whole team; one that waits for an admin holds in the conversation where a member said it.
 * What code can check is checked against the current bytes each time; the cheap model's verdict is stored with the draft. A draft that waits while such a rule comes
 * into force counts as caught until the model has read it.
 */
import { and, isNull, sql } from "drizzle-orm";
import { users, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { foldWords } from "../kernel/fold-words.ts";
import { leavesOf } from "../kernel/json-leaves.ts";
import { localTime } from "../kernel/local-time.ts";
import { showText } from "../platform/api/shown-text.ts";
import type { Approval, LayoutField, Lint } from "./api/approval.ts";
import { deciderWords, hoursWords, houseRuleSchema, type Deputy, type HouseRule } from "./api/house-rules.ts";
import { findHeld, largestAmount } from "./policy/holds.ts";
import { isWithinHours } from "./policy/match-rule.ts";
import type { ApprovalDeps, EffectBytes, EffectKinds } from "./ports.ts";
import { approvals } from "./tables/approvals.ts";
import type { Person } from "./types.ts";

/** Rule by which a draft waits that policy would have let through. Persisted. */
export const HOUSE_RULE = "house.asked";
/** The lint's code, followed by the rule's id. Persisted. */
const CODE = "house_rule:";

/** Ends the code of a rule that the model found kept. Persisted. */
const KEPT = ":kept";

/** Roles of leaves that hold words somebody reads. */
const READ: ReadonlySet<LayoutField["role"]> = new Set([
  "subject",
  "body",
  "time",
  "diff",
  "preview",
  "detail",
]);

/** A draft that a rule catches, and what it holds; null where the rule asks for nothing in particular. */
interface Caught {
  readonly rule: HouseRule;
  readonly held: string | null;
  /** Pointer to the effect of several; null for the only one. */
  readonly path: string | null;
}

/** What a draft is held against. */
interface Held {
  readonly effects: readonly EffectBytes[];
  /** Of the whole draft, as its card shows it. */
  readonly target: string;
}

type Look = Pick<ApprovalDeps, "effects" | "timeZone"> & { readonly nowMs: number };

/** The rules that members said in some conversations and that wait for an admin, by conversation. */
export async function saidRules(
  db: TenantDb,
  conversationIds: readonly string[],
): Promise<(conversationId: string) => readonly HouseRule[]> {
  const ids = [...new Set(conversationIds)];
  if (ids.length === 0) return () => [];
  const waiting = await db.rows(
    approvals,
    // In words, not as parameters: SQLite takes a partial index only for the term it is made with.
    and(
      sql`${approvals.conversationId} in (select value from json_each(${JSON.stringify(ids)}))`,
      sql`${approvals.tool} = 'propose_house_rule' and ${approvals.status} = 'pending'`,
    ),
  );
  const said = waiting.flatMap(({ conversationId, proposedEffects }) => {
    const document = (proposedEffects[0]?.["document"] ?? {}) as { rule?: unknown; isOwnWords?: unknown };
    const rule = houseRuleSchema.safeParse(document.rule);
    return rule.success && document.isOwnWords === true ? [{ conversationId, rule: rule.data }] : [];
  });
  return (id) => said.flatMap(({ conversationId, rule }) => (conversationId === id ? [rule] : []));
}

/** What code finds that rules catch. */
function caughtBy(look: Look, rules: readonly HouseRule[], held: Held): Caught[] {
  return rules.flatMap((rule) => {
    if (rule.judged) return [];
    for (const [index, effect] of held.effects.entries()) {
      if (!matchesRule(look, rule, effect, held)) continue;
      const found = foundIn(look, rule, effect);
      if (found !== undefined)
        return [{ rule, held: found, path: held.effects.length > 1 ? `/${index}` : null }];
    }
    return [];
  });
}

function matchesRule(look: Look, rule: HouseRule, effect: EffectBytes, held: Held) {
  const { channels, recipients } = rule;
  const { audience, recipients: addresses, target } = look.effects.describe(effect);
  const isOfChannel =
    channels.length === 0
      ? audience === "outside"
      : channels.some((channel) => effect.kind.startsWith(`${channel}.`));
  if (!isOfChannel || !isInHours(look, rule)) return false;
  const names = held.effects.length === 1 ? `${target} ${held.target}` : target;
  return recipients.length === 0 || recipients.some((one) => isTo(one, addresses, names));
}

function isInHours({ nowMs, timeZone }: Pick<Look, "nowMs" | "timeZone">, { hours }: HouseRule): boolean {
  return hours === null || isWithinHours(nowMs, hours, timeZone);
}

function isTo(recipient: string, addresses: readonly string[], names: string): boolean {
  const wanted = foldWords(recipient);
  if (/^\+\d+$/.test(wanted) || wanted.includes("@"))
    return addresses.some((address) => foldWords(address) === wanted);
  const words = new Set(wordsOf(names));
  return wordsOf(recipient).every((word) => words.has(word));
}

function wordsOf(text: string): string[] {
  return (
    foldWords(text)
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** What the rule looks for, where the effect holds it; undefined where it doesn't. */
function foundIn(
  { effects: kinds }: Look,
  { holds, words, amountAbove }: HouseRule,
  effect: EffectBytes,
): string | null | undefined {
  if (holds.length === 0 && words.length === 0 && amountAbove === null) return null;
  const text = readWords(kinds, effect);
  const amount = amountAbove === null ? null : largestAmount(text);
  if (amount !== null && amountAbove !== null && amount.amount > amountAbove) return amount.words;
  for (const kind of holds) {
    const found = findHeld(kind, text);
    if (found !== null) return found.trim();
  }
  const said = ` ${wordsOf(text).join(" ")} `;
  return words.find((one) => said.includes(` ${wordsOf(one).join(" ")} `));
}

/** The words of an effect that somebody reads, one leaf a line. */
function readWords(kinds: EffectKinds, effect: EffectBytes): string {
  const roles = new Map(kinds.describe(effect).layout.map(({ path, role }) => [path, role]));
  return leavesOf(effect.document)
    .flatMap(({ path, value }) =>
      typeof value === "string" && READ.has(roles.get(path) ?? "id") ? [value] : [],
    )
    .join("\n");
}

/** What a card says of a rule that caught it. */
function houseLint({ rule, held, path }: Caught): Lint {
  const { sentence, decides } = rule;
  const what = held === null ? "" : ` This says “${held}”.`;
  const who = decides.who === "anyone" ? "" : ` Only ${deciderWords(decides)} can decide.`;
  return {
    code: `${CODE}${rule.id}`,
    // No one decides at a glance what the team said never to do.
    level: decides.who === "anyone" ? "danger" : "warning",
    message: `House rule: “${sentence}”${what}${who}`,
    path,
  };
}

/** What the cheap model said, or couldn't say, of a rule. */
function judgedLint(rule: HouseRule, why: string | null): Lint {
  const { message, ...lint } = houseLint({ rule, held: null, path: null });
  return { ...lint, message: `${message}${why === null ? " Not checked: read it closely." : ` ${why}`}` };
}

/** Warns on a pending draft that the rule blocks during its hours. Never stored. */
function closedLint({ hours }: HouseRule): Lint {
  return {
    code: "house_hours",
    level: "danger",
    message: `Within these hours${hours === null ? "" : ` (${hoursWords(hours)})`}, only an admin can approve this.`,
    path: null,
  };
}

export function isHouseLint({ code }: Lint): boolean {
  return code.startsWith(CODE);
}

/** Whether a lint only says that the model found a rule kept. Never shown. */
export function isKeptMark({ code }: Lint): boolean {
  return code.startsWith(CODE) && code.endsWith(KEPT);
}

function keptMark({ id }: HouseRule): Lint {
  return { code: `${CODE}${id}${KEPT}`, level: "info", message: "", path: null };
}

/** Judged rules for a draft that the model hasn't read it against. */
function unread(look: Look, rules: readonly HouseRule[], draft: Omit<Draft, "urgent">): HouseRule[] {
  const read = new Set(draft.lints.map(({ code }) => code));
  return rules.filter(
    (rule) =>
      rule.judged &&
      ![`${CODE}${rule.id}`, `${CODE}${rule.id}${KEPT}`].some((code) => read.has(code)) &&
      draft.effects.some((one) => matchesRule(look, rule, one, draft)),
  );
}

/** A draft as it is held against the rules in force. */
interface Draft extends Held {
  readonly urgent: boolean;
  /** As they are stored, with what the model judged of each rule. */
  readonly lints: readonly Lint[];
}

/** The lints of a draft that waits, by the rules in force now, and the rules that bind it. Pure. */
export function houseOf(look: Look, rules: readonly HouseRule[], draft: Draft) {
  const caught = caughtBy(look, rules, draft);
  const judged = rules.filter(
    (rule) =>
      rule.judged && isInHours(look, rule) && draft.lints.some(({ code }) => code === `${CODE}${rule.id}`),
  );
  const isJudged = ({ code }: Lint): boolean => judged.some(({ id }) => code === `${CODE}${id}`);
  const open = unread(look, rules, draft);
  const found = [...caught.map(houseLint), ...open.map((rule) => judgedLint(rule, null))];
  const binding = [...caught.map(({ rule }) => rule), ...judged, ...open];
  // What such a rule says not to send in its hours waits for their end.
  const closed = draft.urgent
    ? undefined
    : binding.find(({ hours, decides }) => hours !== null && decides.who === "anyone");
  return {
    closed,
    binding,
    lints: [
      ...(closed === undefined ? [] : [closedLint(closed)]),
      ...found.map((lint) => ({ ...lint, message: showText(lint.message) })),
      ...draft.lints.filter((lint) => !isHouseLint(lint) || isJudged(lint)),
    ],
  };
}

/** The same, by the rules in force in a draft's conversation as they are now, with who decides in others' place today. */
export async function houseNow(deps: ApprovalDeps, conversationId: string, draft: Draft) {
  const [policy, said] = await Promise.all([deps.policy(), saidRules(deps.db, [conversationId])]);
  const look = { ...deps, nowMs: deps.clock.now() };
  const house = houseOf(look, [...policy.houseRules, ...said(conversationId)], draft);
  return { ...house, deputies: deputiesNow(policy.deputies, look) };
}

/** Deputies whose time isn't over. */
export function deputiesNow(
  deputies: readonly Deputy[],
  { nowMs, timeZone }: Pick<Look, "nowMs" | "timeZone">,
): Deputy[] {
  const today = localTime(isoTime(nowMs), timeZone).split(" ")[1] ?? "";
  return deputies.filter(({ until }) => until === null || until >= today);
}

/** Adds the deputies of those who alone decide, and says so on the card. Pure. */
export function besideDeputies(
  { deciders = [], ...who }: ReturnType<typeof houseDeciders>,
  deputies: readonly Deputy[],
): { readonly who: ReturnType<typeof houseDeciders>; readonly lints: readonly Lint[] } {
  const standIns = deputies.filter(
    ({ of, deputy }) =>
      deciders.some(({ id }) => id === of.id) && !deciders.some(({ id }) => id === deputy.id),
  );
  const added = standIns.map(({ of, deputy }) => ({
    id: deputy.id,
    name: `${deputy.name} (for ${of.name})`,
  }));
  const all = [...new Map([...deciders, ...added].map((one) => [one.id, one])).values()];
  return {
    who: { ...who, ...(all.length === 0 ? {} : { deciders: all }) },
    lints: standIns.map(({ of, deputy, until }) => ({
      code: "deputy",
      level: "info",
      message: showText(
        `${deputy.name} decides for ${of.name}${until === null ? "" : ` until ${dayWords(until)}`}.`,
      ),
      path: null,
    })),
  };
}

function dayWords(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" }).format(date);
}

/** What a rule caught, and the mark of one that the model found kept. */
interface Verdicts {
  readonly caught: readonly { readonly rule: HouseRule; readonly lint: Lint }[];
  readonly kept: readonly Lint[];
}

/** Holds a new draft against the rules in force. What the cheap model can't say asks a person. */
export async function catchDraft(deps: ApprovalDeps, conversationId: string, held: Held): Promise<Verdicts> {
  const [{ houseRules }, said] = await Promise.all([deps.policy(), saidRules(deps.db, [conversationId])]);
  const rules = [...houseRules, ...said(conversationId)];
  if (rules.length === 0) return { caught: [], kept: [] };
  const look = { ...deps, nowMs: deps.clock.now() };
  const caught = caughtBy(look, rules, held).map((one) => ({ rule: one.rule, lint: houseLint(one) }));
  const judged = await readBy(deps, conversationId, held, unread(look, rules, { ...held, lints: [] }));
  return { caught: [...caught, ...judged.caught], kept: judged.kept };
}

/** What the cheap model says of a draft. */
async function readBy(
  deps: ApprovalDeps,
  conversationId: string,
  held: Held,
  asked: readonly HouseRule[],
): Promise<Verdicts> {
  if (asked.length === 0) return { caught: [], kept: [] };
  const words = held.effects.map((effect) => readWords(deps.effects, effect)).join("\n\n");
  const verdicts = await deps.judgeDraft({
    conversationId,
    rules: asked.map(({ sentence }) => sentence),
    draft: `To: ${held.target}\n${words}`,
  });
  const isKept = (at: number): boolean => verdicts !== null && (verdicts[at] ?? null) === null;
  return {
    caught: asked.flatMap((rule, at) =>
      isKept(at) ? [] : [{ rule, lint: judgedLint(rule, verdicts?.[at] ?? null) }],
    ),
    kept: asked.filter((_, at) => isKept(at)).map(keptMark),
  };
}

/** Has the model read a draft against the team's rules that came into force while it waited. Null where there are none. */
export async function readWaiting(
  deps: ApprovalDeps,
  draft: Draft & { readonly conversationId: string },
): Promise<Lint[] | null> {
  const look = { ...deps, nowMs: deps.clock.now() };
  const open = unread(look, (await deps.policy()).houseRules, draft);
  if (open.length === 0) return null;
  const { caught, kept } = await readBy(deps, draft.conversationId, draft, open);
  return [...draft.lints, ...caught.map(({ lint }) => lint), ...kept];
}

/** Whether two rules say different things of the same drafts: other amounts, or others who decide. What a model judges is not compared. Pure. */
export function contradicts(one: HouseRule, other: HouseRule): boolean {
  if (one.judged || other.judged) return false;
  if (
    !meet(one.channels, other.channels) ||
    !meet(one.recipients.map(foldWords), other.recipients.map(foldWords))
  )
    return false;
  const differ = JSON.stringify(one.decides) !== JSON.stringify(other.decides);
  if (one.amountAbove !== null && other.amountAbove !== null)
    return differ || one.amountAbove !== other.amountAbove;
  if (one.amountAbove !== null || other.amountAbove !== null) return false;
  const [found, alsoFound] = [one, other].map(({ holds, words }) => [...holds, ...words.map(foldWords)]);
  if (found === undefined || alsoFound === undefined || !differ) return false;
  if (found.length === 0 && alsoFound.length === 0)
    return one.recipients.length > 0 && other.recipients.length > 0;
  return found.some((word) => alsoFound.includes(word));
}

/** Whether two lists have anything in common; an empty one stands for all. */
function meet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((item) => other.includes(item));
}

/** The people who may decide: those every rule names or, if no one is named by all, those any rule names. Empty if anyone may. */
export function houseDeciders(rules: readonly HouseRule[]): Pick<Approval, "deciders" | "adminsOnly"> {
  const named = rules.flatMap(({ decides }) => (decides.who === "people" ? [decides.people] : []));
  const all = [...new Map(named.flat().map((person) => [person.id, person])).values()];
  const common = all.filter(({ id }) => named.every((people) => people.some((one) => one.id === id)));
  return {
    ...(all.length === 0 ? {} : { deciders: common.length === 0 ? all : common }),
    ...(rules.some(({ decides }) => decides.who === "admins") ? { adminsOnly: true } : {}),
  };
}

/** Throws `forbidden` where a house rule has others decide. Admins decide where everyone it names has left, and no deputy of theirs does. */
export async function assertHouseAllows(
  db: TenantDb,
  {
    binding: rules,
    deputies,
    closed,
  }: {
    readonly binding: readonly HouseRule[];
    readonly deputies: readonly Deputy[];
    /** The rule in whose hours this may not be sent. */
    readonly closed: HouseRule | undefined;
  },
  by: Person,
) {
  const { deciders, adminsOnly } = houseDeciders(rules);
  if (deciders === undefined && adminsOnly !== true && closed === undefined) return;
  const members = await db.rows(users, isNull(users.removedAt));
  const admins = members.filter(({ role }) => role === "admin");
  if (closed !== undefined && !admins.some(({ id }) => id === by.id))
    throw new AppError("forbidden", `House rule: “${closed.sentence}” ${closedLint(closed).message}`);
  if (deciders === undefined && adminsOnly !== true) return;
  const named = members.filter(({ id }) => deciders?.some((one) => one.id === id) === true);
  const both = named.filter(({ role }) => role === "admin");
  // Where no one is both, waiting for such a person would be waiting for ever.
  const wanted = adminsOnly !== true ? named : both.length > 0 ? both : [...named, ...admins];
  const allowed = new Set((wanted.length === 0 ? admins : wanted).map(({ id }) => id));
  const isFree = adminsOnly !== true || admins.some(({ id }) => id === by.id);
  const isStandIn = deputies.some(({ of, deputy }) => {
    const isNamed = deciders?.some(({ id }) => id === of.id) === true;
    return isFree && deputy.id === by.id && isNamed && allowed.has(of.id);
  });
  if (allowed.has(by.id) || isStandIn) return;
  const rule = rules.find(({ decides }) => decides.who !== "anyone");
  const who =
    named.length === 0 || rule === undefined || rule.decides.who === "anyone"
      ? "an admin"
      : deciderWords(rule.decides);
  throw new AppError("forbidden", `House rule: “${rule?.sentence ?? ""}” Only ${who} can decide this.`);
}
