/** The Connections page: what can be connected, whether it works, and an admin's changes to it. A key is asked for what it opens before it is kept. */
import type { Actor } from "../audit/index.ts";
import {
  dropConnection,
  keepQuoConnection,
  knownConnection,
  listConnectionRows,
  noteCheck,
  quoConnections,
  type ConnectionKind,
  type ConnectionRow,
} from "../connections/index.ts";
import { AppError, IntegrationError } from "../kernel/errors.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { ConnectionView, AccountLine } from "../protocol/connections.ts";
import type { VendorPage } from "./define-vendor.ts";
import { openAccount, type AccountDeps } from "./open-account.ts";
import { quoClient, type QuoClient } from "./quo/client.ts";
import { hearAt, linesOfKey } from "./quo/connect.ts";
import { VENDORS, type VendorName } from "./registry.ts";

/** What the page's use cases are given. */
export interface ConnectionPagesDeps extends AccountDeps {
  readonly ids: IdSource;
  /** Where this deployment is reached, without a slash at the end. */
  readonly appUrl: string;
  /** Has the clock look at the team's regular work again. */
  readonly jobsChanged: () => Promise<void>;
}

/** A key of the phone system, and who each line faces. */
export interface QuoChoice {
  readonly key: string;
  readonly lines: readonly Pick<AccountLine, "phoneNumberId" | "audience">[];
}

/** A vendor that is on the page; its types no longer matter: what it stored it reads. */
interface Listed {
  readonly name: VendorName;
  readonly title: string;
  readonly connections: ConnectionKind<unknown>;
  readonly page?: VendorPage<unknown, unknown>;
}

/** What was wrong at a check. Persisted. */
type ConnectionProblem = "refused" | "limited" | "unreachable" | "unreadable" | "failed";

/** Every service that can be connected, and how it stands. */
export async function connectionViews({ db }: Pick<AccountDeps, "db">): Promise<ConnectionView[]> {
  const rows = await listConnectionRows(
    db,
    VENDORS.map(({ name }) => name),
  );
  return (VENDORS as readonly Listed[]).flatMap((vendor) => {
    const row = rows.find((one) => one.vendor === vendor.name) ?? null;
    return vendor.page === undefined ? [] : [viewOf(vendor, vendor.page, row)];
  });
}

/** Asks the service whether the connection still works, and writes down the answer. */
export async function testConnection(deps: ConnectionPagesDeps, name: string): Promise<ConnectionView> {
  const { vendor, page, row } = await connected(deps, name);
  const problem = await checked(async () => {
    const account = await openAccount(deps, vendor.name, row.id);
    if (account !== null) await page.check(account);
  });
  await noteCheck(deps.db, row.id, problem, deps.clock.now());
  return theView(deps, name);
}

/**
 * Disconnects: the vendor's webhooks to us are taken back where its key still opens them, and the credential is forgotten. Throws `invalid_request` for
 * what is connected elsewhere.
 */
export async function disconnect(
  deps: ConnectionPagesDeps,
  name: string,
  by: Actor,
): Promise<ConnectionView> {
  const { vendor, page, row } = await connected(deps, name);
  if (typeof page.added === "object")
    throw new AppError("invalid_request", `${vendor.title} is disconnected on its own page.`);
  if (page.leave !== undefined) {
    // A key that is refused or a vendor that is away keeps nobody connected: what still arrives is refused at our door.
    await checked(async () => {
      const account = await openAccount(deps, vendor.name, row.id);
      if (account !== null) await page.leave?.(account, webhookUrl(deps, vendor.name, row.id));
    });
  }
  await dropConnection(deps.db, row.id, changeBy(deps, by, vendor.title));
  await deps.jobsChanged();
  return theView(deps, name);
}

/** The lines a key of the phone system opens, each with who it faces today. Throws `invalid_request` where it opens none. */
export async function quoLinesOf(deps: ConnectionPagesDeps, key: string): Promise<AccountLine[]> {
  const lines = await linesOrRefusal(clientOf(deps, key));
  const { settings } = await knownConnection(deps.db, "quo");
  const known = quoConnections.settings.safeParse(settings).data?.lines ?? [];
  return lines.map((line) => {
    const before = known.find(({ phoneNumberId }) => phoneNumberId === line.phoneNumberId);
    return { ...line, label: before?.label ?? line.label, audience: before?.audience ?? "external" };
  });
}

/** Connects the phone system, or replaces its key: checked first, its webhooks set up by us. Throws `invalid_request` for a key that doesn't work. */
export async function connectQuo(
  deps: ConnectionPagesDeps,
  { key, lines: chosen }: QuoChoice,
  team: { readonly name: string; readonly by: Actor },
): Promise<ConnectionView> {
  const { db, masterKeys } = deps;
  const offered = await quoLinesOf(deps, key);
  const lines = offered.flatMap((line) => {
    const choice = chosen.find(({ phoneNumberId }) => phoneNumberId === line.phoneNumberId);
    return choice === undefined ? [] : [{ ...line, audience: choice.audience }];
  });
  if (lines.length !== chosen.length)
    throw new AppError("invalid_request", "This key doesn’t open all of these lines. Check the key again.");
  const { id, settings: before } = await knownConnection(db, "quo");
  const ownCompany = quoConnections.settings.safeParse(before).data?.ownCompany ?? team.name;
  const webhookSecrets = await said(() => hearAt(clientOf(deps, key), webhookUrl(deps, "quo", id)));
  await keepQuoConnection(
    db,
    masterKeys,
    { id, key, settings: { ownCompany, lines }, webhookSecrets },
    changeBy(deps, team.by, "Quo"),
  );
  await deps.jobsChanged();
  return theView(deps, "quo");
}

async function linesOrRefusal(client: QuoClient) {
  const lines = await said(() => linesOfKey(client));
  if (lines.length === 0)
    throw new AppError("invalid_request", "This key works, but the account has no phone lines.");
  return lines;
}

/** A failure of the vendor as an admin may read it. */
async function said<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof IntegrationError)) throw cause;
    const problem = problemOf(cause);
    const code = problem === "refused" ? "invalid_request" : "upstream_failed";
    const { message, advice } = wordsOf(problem, "Quo", "Copy it again from Quo (Settings → API).");
    throw new AppError(code, `${message} ${advice}`, { cause });
  }
}

async function checked(call: () => Promise<void>): Promise<ConnectionProblem | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof IntegrationError) return problemOf(error);
    if (error instanceof AppError && error.code === "not_configured") return "unreadable";
    throw error;
  }
}

function problemOf({ status, unreached }: IntegrationError): ConnectionProblem {
  if (status === 401 || status === 403 || status === 404) return "refused";
  if (status === 429) return "limited";
  return unreached || status === undefined || status >= 500 ? "unreachable" : "failed";
}

function wordsOf(problem: string, title: string, refused: string) {
  switch (problem) {
    case "refused":
      return { message: `${title} didn’t accept the key.`, advice: refused };
    case "limited":
      return { message: `${title} is getting too many requests.`, advice: "Try again in a minute." };
    case "unreachable":
      return {
        message: `${title} couldn’t be reached.`,
        advice: "This usually passes. Test it again in a few minutes.",
      };
    case "unreadable":
      return { message: "The stored key can’t be used.", advice: refused };
    default:
      return { message: `${title} answered with an error.`, advice: refused };
  }
}

function viewOf(
  vendor: Listed,
  page: VendorPage<unknown, unknown>,
  row: ConnectionRow | null,
): ConnectionView {
  const { gives, stops, added } = page;
  const where =
    typeof added === "object" ? ({ added: "page", page: added.page } as const) : { added, page: null };
  return {
    vendor: vendor.name,
    title: vendor.title,
    gives,
    stops,
    ...where,
    ...(row === null ? NOT_CONNECTED : stateOf(vendor, page, row)),
  };
}

const NOT_CONNECTED = { connected: false, account: null, checkedAt: null, workedAt: null, problem: null };

function stateOf(vendor: Listed, page: VendorPage<unknown, unknown>, row: ConnectionRow) {
  const { checkedAt, workedAt } = row;
  const settings = vendor.connections.settings.safeParse(row.settings);
  const problem = settings.success ? row.problem : "unreadable";
  return {
    connected: true,
    account: settings.success ? page.whose(settings.data) : null,
    checkedAt,
    workedAt,
    problem: problem === null ? null : wordsOf(problem, vendor.title, page.refused),
  };
}

async function connected(deps: ConnectionPagesDeps, name: string) {
  const vendor = (VENDORS as readonly Listed[]).find((one) => one.name === name);
  const row = (await listConnectionRows(deps.db, [name])).at(0);
  if (vendor?.page === undefined || row === undefined)
    throw new AppError("not_found", "That isn’t connected.");
  return { vendor, page: vendor.page, row };
}

async function theView(deps: ConnectionPagesDeps, name: string): Promise<ConnectionView> {
  const view = (await connectionViews(deps)).find(({ vendor }) => vendor === name);
  if (view === undefined) throw new AppError("not_found", "That can’t be connected.");
  return view;
}

function clientOf({ http, clock, addresses }: ConnectionPagesDeps, apiKey: string): QuoClient {
  return quoClient(http, clock, { baseUrl: addresses.QUO_BASE_URL, apiKey });
}

function webhookUrl({ appUrl }: ConnectionPagesDeps, vendor: string, id: string): string {
  return `${appUrl}/webhooks/${vendor}/${id}`;
}

function changeBy({ ids, clock }: ConnectionPagesDeps, by: Actor, title: string) {
  return { by, auditId: `connection:${ids.newId()}`, title, nowMs: clock.now() };
}
