/**
 * Connects a service, or changes what is used: the vendor is queried with the entered key, then the admin chooses from its response. A
 * key is stored only after it has opened everything that is stored with it.
 */
import type { Actor } from "../platform/audit/index.ts";
import {
  changeConnection,
  findConsent,
  forgetConsent,
  keepConnection,
  knownConnection,
  listConnectionRows,
  readTokens,
  type ConnectionRow,
} from "./connections/index.ts";
import type { ConsentGrant } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Chosen, ConnectionStep, SetupQuestion } from "./api/connections.ts";
import { explainProblems } from "./connection-problems.ts";
import {
  connectionView,
  consentFormOf,
  LISTED,
  setupOf,
  webhookUrl,
  type ListedVendor,
} from "./connection-views.ts";
import type { VendorPage } from "./define-vendor.ts";
import { changeBy, type ConnectionPagesDeps } from "./manage-connections.ts";
import { giveBack, oldAccess, type OldAccess } from "./oauth/revocation.ts";
import { usableCredential } from "./open-account.ts";
import { mustBeOnlyMailbox, mustNotReplaceOperatorsKey } from "./oauth/consent.ts";
import type { VendorVariable } from "./registry.ts";
import type { KeyForm, SetupStep, VendorSetup } from "./vendor-setup.ts";

/** Entered values or a consent, and choices so far. With neither, the stored key is reused. */
export interface Approach {
  readonly typed: Readonly<Record<string, string>> | null;
  /** ID of the completed consent. */
  readonly consent: string | null;
  readonly chosen: Chosen;
}

interface ConnectingTeam {
  readonly name: string;
  readonly by: Actor;
  readonly sessionId: string;
}

/**
 * Takes the next step: returns a question, or the connection once nothing is open. Idempotent. Throws `not_found`, `invalid_request` for
 * bad input or an option that isn't offered, `upstream_failed` for vendor failures; nothing is stored then.
 */
export async function connect(
  deps: ConnectionPagesDeps,
  name: string,
  approach: Approach,
  team: ConnectingTeam,
): Promise<ConnectionStep> {
  const start = await startOf(deps, name, approach, team);
  const { other } = start.accounts;
  if (other !== null && approach.chosen[other.name] === undefined)
    return { question: other, connection: null, notice: null };
  const settle = (chosen: Chosen) => settled(deps, start, chosen, team.name);
  const stays = start.accounts.isSame && start.before !== null;
  const step = await (stays ? settledAsBefore(settle, approach.chosen) : settle(approach.chosen));
  if ("ask" in step) return { question: step.ask, connection: null, notice: null };
  const notice = await keep(deps, start, step, team.by);
  if (approach.consent !== null) await forgetConsent(deps.db, approach.consent);
  await deps.jobsChanged();
  return { question: null, connection: await connectionView(deps, name), notice };
}

interface Start extends Connectable {
  readonly id: string;
  /** The enabled connection, if any. */
  readonly row: ConnectionRow | undefined;
  readonly before: unknown;
  readonly base: Base;
  readonly accounts: ReturnType<typeof accountsIn>;
}

async function startOf(
  deps: ConnectionPagesDeps,
  name: string,
  approach: Approach,
  team: ConnectingTeam,
): Promise<Start> {
  const found = connectable(name);
  const { id, settings: stored } = await knownConnection(deps.db, name);
  const settings = found.vendor.connections.settings.safeParse(stored);
  const before = settings.success ? settings.data : null;
  const base = await baseOf(deps, found, approach, { team, before, id });
  const row = (await listConnectionRows(deps.db, [name])).at(0);
  const accounts = accountsIn(row?.grant ?? null, base.fresh?.grant ?? null);
  return { ...found, id, row, before, base, accounts };
}

function settled(
  { addresses, appUrl, consent, http, httpTo, clock }: ConnectionPagesDeps,
  { vendor, setup, id, row, before, base }: Start,
  chosen: Chosen,
  team: string,
): Promise<SetupStep<unknown>> {
  const grant = (base.fresh ?? row)?.grant ?? null;
  return explainProblems({ title: vendor.title, refused: base.refused }, () =>
    setup.settle({
      credential: base.access,
      typed: base.typed,
      before,
      chosen,
      team,
      webhookUrl: webhookUrl({ appUrl }, vendor.name, id),
      scopes: grant?.scopes ?? null,
      isHeard: grant === null || consent.clients[vendor.name]?.signingSecret !== undefined,
      address: (variable) => addresses[variable as VendorVariable],
      http,
      httpTo,
      clock,
    }),
  );
}

/** Stores the result and revokes replaced access. Returns a notice about the latter, if any. */
async function keep(
  deps: ConnectionPagesDeps,
  { vendor, id, row, base }: Start,
  step: Exclude<SetupStep<unknown>, { ask: unknown }>,
  by: Actor,
): Promise<string | null> {
  const kept = {
    id,
    kind: vendor.connections,
    settings: vendor.connections.settings.parse(step.settings) as Record<string, unknown>,
    webhookSecrets: step.webhookSecrets ?? null,
  };
  const change = changeBy(deps, by, vendor.title);
  const { notice = null } = step;
  if (base.fresh === null) {
    await changeConnection(deps.db, deps.masterKeys, kept, change);
    return notice;
  }
  const old = await oldAccess(deps, vendor, row);
  await keepConnection(deps.db, deps.masterKeys, { ...kept, ...base.fresh }, change);
  return old === null || goesOn(vendor, old, base) ? notice : giveBack(deps, vendor, old);
}

/** The previous and new account, and the confirmation question if they differ. */
function accountsIn(before: ConsentGrant | null, now: ConsentGrant | null) {
  if (before === null || now === null) return { isSame: false, other: null };
  if (before.account.id === now.account.id) return { isSame: true, other: null };
  const text = `This is another account than before: ${now.account.name} instead of ${before.account.name}. Steward will use what ${now.account.name} can see, and no longer what ${before.account.name} can.`;
  const other: SetupQuestion = {
    name: "other_account",
    text,
    least: 0,
    most: 1,
    options: [],
    uses: [],
    isLast: false,
  };
  return { isSame: false, other };
}

/** Upper bound for questions in any setup. */
const MOST_QUESTIONS = 5;

/** Signing in to the same account again: previous answers are reused where still valid; other questions are asked. */
async function settledAsBefore(
  settle: (chosen: Chosen) => Promise<SetupStep<unknown>>,
  given: Chosen,
): Promise<SetupStep<unknown>> {
  let chosen = given;
  let step = await settle(chosen);
  for (let asked = 0; asked < MOST_QUESTIONS && "ask" in step; asked++) {
    const { name, options, least } = step.ask;
    const today = options.flatMap(({ id, use }) => (use === null ? [] : [[id, use] as const]));
    if (chosen[name] !== undefined || today.length < Math.max(1, least)) return step;
    chosen = { ...chosen, [name]: Object.fromEntries(today) };
    step = await settle(chosen);
  }
  return step;
}

/** Whether the previous access continues as the current one. */
function goesOn(vendor: ListedVendor, old: OldAccess, { access, fresh }: Base): boolean {
  const isSame = fresh?.grant?.account.id === old.accountId;
  return old.tokens.access === access || (isSame && consentFormOf(vendor)?.sharesAccess === true);
}

interface Base {
  /** A key or an access token. */
  readonly access: string;
  readonly typed: Readonly<Record<string, string>>;
  /** Advice if the vendor rejects it. */
  readonly refused: string;
  /** What to seal; null keeps the stored credential. */
  readonly fresh: { readonly credential: string; readonly grant: ConsentGrant | null } | null;
}

async function baseOf(
  deps: ConnectionPagesDeps,
  connectable: Connectable,
  { typed, consent }: Approach,
  known: { readonly team: ConnectingTeam; readonly before: unknown; readonly id: string },
): Promise<Base> {
  const { vendor, setup } = connectable;
  if (consent !== null) {
    mustNotReplaceOperatorsKey(vendor, (await listConnectionRows(deps.db, [vendor.name])).at(0));
    await mustBeOnlyMailbox(deps, vendor);
    return consented(deps, connectable, consent, known.team);
  }
  if (typed !== null) {
    if (setup.key === undefined)
      throw new AppError("not_found", "This service can’t be connected with a key here.");
    const { credential, ...rest } = typedKey(setup.key, typed);
    return { ...rest, access: credential, fresh: { credential, grant: null } };
  }
  return storedKey(deps, connectable, known.before, known.id);
}

async function consented(
  { db, masterKeys, clock, isTaken }: ConnectionPagesDeps,
  { vendor }: Connectable,
  id: string,
  { by, sessionId }: ConnectingTeam,
): Promise<Base> {
  const asked = { id, vendor: vendor.name, userId: by.id, sessionId };
  const found = await findConsent(db, masterKeys, asked, clock.now());
  if (found === null)
    throw new AppError("invalid_request", `That sign-in has expired. Sign in to ${vendor.title} again.`);
  const { account } = found.grant;
  // Two teams sharing the account would share grants and revocations, and events couldn't be attributed to one team.
  if (consentFormOf(vendor)?.signsEvents === true && (await isTaken(vendor.name, account.id)))
    throw new AppError(
      "invalid_request",
      `${account.name} is connected by another team here already. Connect it with a key of your own app.`,
    );
  return {
    access: readTokens(found.credential).access,
    typed: {},
    refused: `Sign in to ${vendor.title} again.`,
    fresh: found,
  };
}

interface Connectable {
  readonly vendor: ListedVendor;
  readonly page: VendorPage<unknown, unknown, string>;
  readonly setup: VendorSetup<unknown, string>;
}

function connectable(name: string): Connectable {
  const vendor = LISTED.find((one) => one.name === name);
  const setup = vendor?.page === undefined ? null : setupOf(vendor.page);
  if (vendor?.page === undefined || setup === null)
    throw new AppError("not_found", "This service can’t be connected here.");
  return { vendor, page: vendor.page, setup };
}

/** The stored key or access, and the non-secret values entered with it. */
async function storedKey(
  deps: ConnectionPagesDeps,
  { vendor, page, setup }: Connectable,
  before: unknown,
  id: string,
): Promise<Base> {
  const access =
    before === null || setup.change === undefined ? null : await usableCredential(deps, vendor, id);
  if (access === null) throw new AppError("not_found", "This service isn’t connected.");
  const open = (setup.key?.fields ?? []).flatMap(({ name, current }) =>
    current ? [[name, current(before)]] : [],
  );
  const typed = Object.fromEntries(open) as Record<string, string>;
  return { access, typed, refused: page.refused, fresh: null };
}

function typedKey(form: KeyForm<unknown>, given: Readonly<Record<string, string>>) {
  const typed: Record<string, string> = {};
  for (const { name, label, isSecret, pattern, mismatch } of form.fields) {
    const value = (given[name] ?? "").trim();
    const looks = pattern ?? (isSecret ? /^[\x21-\x7e]{8,}$/ : /^\P{Cc}+$/u);
    if (!looks.test(value))
      throw new AppError("invalid_request", mismatch ?? `${label} doesn’t look right. Copy it again.`);
    typed[name] = value;
  }
  const credential =
    form.credential?.(typed) ?? typed[form.fields.find(({ isSecret }) => isSecret)?.name ?? ""];
  if (credential === undefined) throw new TypeError("a form without a secret says what its credential is");
  return { credential, typed, refused: form.refused };
}
