/** What an admin does to a connection on the Connections page: test it, and disconnect it. */
import type { Actor } from "../platform/audit/index.ts";
import { dropConnection, listConnectionRows, noteCheck } from "./connections/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { ConnectionView, Disconnected } from "./api/connections.ts";
import { checked } from "./connection-problems.ts";
import { connectionView, LISTED, webhookUrl } from "./connection-views.ts";
import { giveBack, oldAccess } from "./oauth/revocation.ts";
import type { VendorName } from "./registry.ts";
import { openAccount, type AccountDeps } from "./open-account.ts";

/** What the page's use cases are given. */
export interface ConnectionPagesDeps extends AccountDeps {
  readonly ids: IdSource;
  /** Where this deployment is reached, without a slash at the end. */
  readonly appUrl: string;
  /** Has the clock look at the team's regular work again. */
  readonly jobsChanged: () => Promise<void>;
  /** Whether another team of this deployment uses this account of a vendor by consent. */
  readonly isTaken: (vendor: VendorName, accountId: string) => Promise<boolean>;
}

/** Asks the service whether the connection still works, and writes down the answer. */
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
 * Disconnects: the vendor's webhooks to us are taken back where its key still opens them, access by consent is given back, and the credential is forgotten. Throws `invalid_request` for
 * what is connected elsewhere.
 */
export async function disconnect(deps: ConnectionPagesDeps, name: string, by: Actor): Promise<Disconnected> {
  const { vendor, page, row } = await connected(deps, name);
  if (typeof page.added === "object" && "page" in page.added)
    throw new AppError("invalid_request", `${vendor.title} is disconnected on its own page.`);
  if (page.leave !== undefined) {
    // A key that is refused or a vendor that is away keeps nobody connected: what still arrives is refused at our door.
    await checked(async () => {
      const account = await openAccount(deps, vendor.name, row.id);
      if (account !== null) await page.leave?.(account, webhookUrl(deps, vendor.name, row.id));
    });
  }
  const old = await oldAccess(deps, vendor, row);
  const notice = old === null ? null : await giveBack(deps, vendor, old);
  await dropConnection(deps.db, row.id, changeBy(deps, by, vendor.title));
  await deps.jobsChanged();
  return { connection: await connectionView(deps, name), notice };
}

async function connected(deps: ConnectionPagesDeps, name: string) {
  const vendor = LISTED.find((one) => one.name === name);
  const row = (await listConnectionRows(deps.db, [name])).at(0);
  if (vendor?.page === undefined || row === undefined)
    throw new AppError("not_found", "That isn’t connected.");
  return { vendor, page: vendor.page, row };
}

/** A change as the audit has it. */
export function changeBy({ ids, clock }: ConnectionPagesDeps, by: Actor, title: string) {
  return { by, auditId: `connection:${ids.newId()}`, title, nowMs: clock.now() };
}
