/**
 * Connecting a service on the page, or changing what it is used for: the vendor is asked with what was typed, then the admin chooses from its answer.
 * Nothing is kept of a key before it has opened what is kept with it.
 */
import type { Actor } from "../audit/index.ts";
import { changeConnection, keepConnection, knownConnection, openCredentialOf } from "../connections/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Chosen, ConnectionStep } from "../protocol/connections.ts";
import { said } from "./connection-problems.ts";
import { connectionView, LISTED, setupOf, webhookUrl, type ListedVendor } from "./connection-views.ts";
import type { VendorPage } from "./define-vendor.ts";
import { changeBy, type ConnectionPagesDeps } from "./manage-connections.ts";
import type { VendorVariable } from "./registry.ts";
import type { KeyForm, VendorSetup } from "./vendor-setup.ts";

/** What is typed and chosen so far; without `typed`, the stored key is used again. */
export interface Approach {
  readonly typed: Readonly<Record<string, string>> | null;
  readonly chosen: Chosen;
}

/** Who connects, for which team. */
export interface ConnectingTeam {
  readonly name: string;
  readonly by: Actor;
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
  const { credential, typed, refused } =
    approach.typed === null
      ? await storedKey(deps, { vendor, page, setup }, before, known.id)
      : typedKey(setup.key, approach.typed);
  const step = await said({ title: vendor.title, refused }, () =>
    setup.settle({
      credential,
      typed,
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
  if (approach.typed === null) await changeConnection(deps.db, deps.masterKeys, kept, change);
  else await keepConnection(deps.db, deps.masterKeys, { ...kept, credential }, change);
  await deps.jobsChanged();
  return { question: null, connection: await connectionView(deps, name) };
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

/** The stored key, and what isn't secret of what was typed with it. */
async function storedKey(
  { db, masterKeys }: ConnectionPagesDeps,
  { vendor, page, setup }: Connectable,
  before: unknown,
  id: string,
) {
  const credential = await openCredentialOf(db, masterKeys, vendor.connections, id);
  if (credential === null || before === null || setup.change === undefined)
    throw new AppError("not_found", "That isn’t connected.");
  const open = setup.key.fields.flatMap(({ name, current }) => (current ? [[name, current(before)]] : []));
  return { credential, typed: Object.fromEntries(open) as Record<string, string>, refused: page.refused };
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
