/**
 * Connecting a service on the page, or changing what it is used for: the vendor is asked with what was typed, then the admin chooses from its answer.
 * Nothing is kept of a key before it has opened what is kept with it.
 */
import type { Actor } from "../audit/index.ts";
import {
  changeConnection,
  findConsent,
  forgetConsent,
  keepConnection,
  knownConnection,
  listConnectionRows,
  readTokens,
} from "../connections/index.ts";
import type { ConsentGrant } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Chosen, ConnectionStep } from "../protocol/connections.ts";
import { said } from "./connection-problems.ts";
import { connectionView, LISTED, setupOf, webhookUrl, type ListedVendor } from "./connection-views.ts";
import type { VendorPage } from "./define-vendor.ts";
import { changeBy, type ConnectionPagesDeps } from "./manage-connections.ts";
import { usableCredential } from "./open-account.ts";
import { mustNotReplaceOperatorsKey } from "./oauth/consent.ts";
import type { VendorVariable } from "./registry.ts";
import type { KeyForm, VendorSetup } from "./vendor-setup.ts";

/** What is typed or consented to, and chosen so far; without either, the stored key is used again. */
export interface Approach {
  readonly typed: Readonly<Record<string, string>> | null;
  /** The id of what the admin came back from the vendor with. */
  readonly consent: string | null;
  readonly chosen: Chosen;
}

/** Who connects, for which team. */
export interface ConnectingTeam {
  readonly name: string;
  readonly by: Actor;
  readonly sessionId: string;
}

/**
 * Takes the next step: a question, or the connection once nothing is open. Safe to repeat. Throws `not_found`, `invalid_request` for what doesn't work or
 * isn't offered, `upstream_failed` where the vendor is at fault; nothing is kept then.
 */
export async function connect(
  deps: ConnectionPagesDeps,
  name: string,
  approach: Approach,
  team: ConnectingTeam,
): Promise<ConnectionStep> {
  const { vendor, page, setup } = connectable(name);
  const known = await knownConnection(deps.db, name);
  const settings = vendor.connections.settings.safeParse(known.settings);
  const before = settings.success ? settings.data : null;
  const base = await baseOf(deps, { vendor, page, setup }, approach, { team, before, id: known.id });
  const step = await said({ title: vendor.title, refused: base.refused }, () =>
    setup.settle({
      credential: base.access,
      typed: base.typed,
      before,
      chosen: approach.chosen,
      team: team.name,
      webhookUrl: webhookUrl(deps, vendor.name, known.id),
      address: (variable) => deps.addresses[variable as VendorVariable],
      http: deps.http,
      clock: deps.clock,
    }),
  );
  if ("ask" in step) return { question: step.ask, connection: null };
  const kept = {
    id: known.id,
    kind: vendor.connections,
    settings: vendor.connections.settings.parse(step.settings) as Record<string, unknown>,
    webhookSecrets: step.webhookSecrets ?? null,
  };
  const change = changeBy(deps, team.by, vendor.title);
  if (base.fresh === null) await changeConnection(deps.db, deps.masterKeys, kept, change);
  else await keepConnection(deps.db, deps.masterKeys, { ...kept, ...base.fresh }, change);
  if (approach.consent !== null) await forgetConsent(deps.db, approach.consent);
  await deps.jobsChanged();
  return { question: null, connection: await connectionView(deps, name) };
}

/** What the vendor is asked with. */
interface Base {
  /** A key or an access token. */
  readonly access: string;
  readonly typed: Readonly<Record<string, string>>;
  /** What to do where the vendor refuses it. */
  readonly refused: string;
  /** What is sealed; null where what is stored stays. */
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
    return consented(deps, connectable, consent, known.team);
  }
  if (typed !== null) {
    if (setup.key === undefined) throw new AppError("not_found", "That can’t be connected with a key here.");
    const { credential, ...rest } = typedKey(setup.key, typed);
    return { ...rest, access: credential, fresh: { credential, grant: null } };
  }
  return storedKey(deps, connectable, known.before, known.id);
}

async function consented(
  { db, masterKeys, clock }: ConnectionPagesDeps,
  { vendor }: Connectable,
  id: string,
  { by, sessionId }: ConnectingTeam,
): Promise<Base> {
  const asked = { id, vendor: vendor.name, userId: by.id, sessionId };
  const found = await findConsent(db, masterKeys, asked, clock.now());
  if (found === null)
    throw new AppError("invalid_request", `That sign-in is over. Sign in to ${vendor.title} again.`);
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
    throw new AppError("not_found", "That can’t be connected here.");
  return { vendor, page: vendor.page, setup };
}

/** The stored key or access, and what isn't secret of what was typed with it. */
async function storedKey(
  deps: ConnectionPagesDeps,
  { vendor, page, setup }: Connectable,
  before: unknown,
  id: string,
): Promise<Base> {
  const access =
    before === null || setup.change === undefined ? null : await usableCredential(deps, vendor, id);
  if (access === null) throw new AppError("not_found", "That isn’t connected.");
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
