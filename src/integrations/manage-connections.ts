/** Testing and disconnecting a connection on the Connections page. */
import type { Actor } from "../platform/audit/index.ts";
import { dropConnection, listConnectionRows, noteCheck, type ConnectionRow } from "./connections/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { IdSource } from "../kernel/ids.ts";
import { withinTime } from "../kernel/time-limit.ts";
import type { ConnectionView, Disconnected } from "./api/connections.ts";
import { checked } from "./connection-problems.ts";
import { connectionView, LISTED, webhookUrl, type ListedVendor } from "./connection-views.ts";
import { giveBack, oldAccess } from "./oauth/revocation.ts";
import type { VendorName } from "./registry.ts";
import { openAccount, type AccountDeps } from "./open-account.ts";

/** How long a vendor may take to let go of a team that is being deleted. */
const LEAVE_MS = 5_000;

export interface ConnectionPagesDeps extends AccountDeps {
  readonly ids: IdSource;
  /** The deployment's base URL, without a trailing slash. */
  readonly appUrl: string;
  /** Triggers a rebuild of the team's recurring jobs. */
  readonly jobsChanged: () => Promise<void>;
  /** Whether another team of this deployment has this vendor account connected with OAuth. */
  readonly isTaken: (vendor: VendorName, accountId: string) => Promise<boolean>;
}

/** Checks the connection and stores the result. */
export async function testConnection(deps: ConnectionPagesDeps, name: string): Promise<ConnectionView> {
  const { vendor, page, row } = await connected(deps, name);
  const problem = await checked(async () => {
    const account = await openAccount(deps, vendor.name, row.id);
    if (account !== null) await page.check(account);
  });
  await noteCheck(deps.db, row.id, problem, deps.clock.now());
  return connectionView(deps, name);
}

/**
 * Disconnects: removes our webhooks at the vendor if the key still works, revokes OAuth access, and deletes the credential. Throws
 * `invalid_request` for services disconnected elsewhere.
 */
export async function disconnect(deps: ConnectionPagesDeps, name: string, by: Actor): Promise<Disconnected> {
  const { vendor, page, row } = await connected(deps, name);
  if (typeof page.added === "object" && "page" in page.added)
    throw new AppError("invalid_request", `${vendor.title} is disconnected on its own page.`);
  const notice = await endAccess(deps, vendor, row);
  await dropConnection(deps.db, row.id, changeBy(deps, by, vendor.title));
  await deps.jobsChanged();
  return { connection: await connectionView(deps, name), notice };
}

/** Disconnects the team's next service, also from a vendor that doesn't answer. Returns false if none is left. */
export async function disconnectNext(deps: ConnectionPagesDeps, by: Actor): Promise<boolean> {
  const [row] = await listConnectionRows(
    deps.db,
    LISTED.map(({ name }) => name),
  );
  const vendor = LISTED.find(({ name }) => name === row?.vendor);
  if (row === undefined || vendor === undefined) return false;
  await withinTime(LEAVE_MS, endAccess(deps, vendor, row)).catch(() => undefined);
  await dropConnection(deps.db, row.id, changeBy(deps, by, vendor.title));
  return true;
}

/** Removes our webhooks at the vendor and revokes our access. Returns a notice for the admin, or null. */
async function endAccess(
  deps: ConnectionPagesDeps,
  vendor: ListedVendor,
  row: ConnectionRow,
): Promise<string | null> {
  const { page } = vendor;
  if (page?.leave !== undefined) {
    // A rejected key or an unavailable vendor must not block disconnecting: later webhooks are refused on arrival.
    await checked(async () => {
      const account = await openAccount(deps, vendor.name, row.id);
      if (account !== null) await page.leave?.(account, webhookUrl(deps, vendor.name, row.id));
    });
  }
  const old = await oldAccess(deps, vendor, row);
  return old === null ? null : giveBack(deps, vendor, old);
}

async function connected(deps: ConnectionPagesDeps, name: string) {
  const vendor = LISTED.find((one) => one.name === name);
  const row = (await listConnectionRows(deps.db, [name])).at(0);
  if (vendor?.page === undefined || row === undefined)
    throw new AppError("not_found", "This service isn’t connected.");
  return { vendor, page: vendor.page, row };
}

export function changeBy({ ids, clock }: ConnectionPagesDeps, by: Actor, title: string) {
  return { by, auditId: `connection:${ids.newId()}`, title, nowMs: clock.now() };
}
