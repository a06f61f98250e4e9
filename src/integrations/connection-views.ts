/** What the Connections page shows per service. No secret is decrypted for it. */
import {
  firstConnectionId,
  listConnectionRows,
  MAIL_VENDORS,
  type ConnectionKind,
  type ConnectionRow,
} from "./connections/index.ts";
import type { ConsentGrant, TenantDb } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { KnowledgeShelf } from "../knowledge/sources/index.ts";
import type { ConnectionView } from "./api/connections.ts";
import { wordsOf } from "./connection-problems.ts";
import type { Opening, VendorPage } from "./define-vendor.ts";
import type { OAuthClients } from "./oauth/clients.ts";
import { allowedBy, type ConsentForm } from "./oauth/consent-form.ts";
import { VENDORS, type VendorName } from "./registry.ts";
import type { VendorSetup } from "./vendor-setup.ts";

/** A vendor with erased types, for lists. */
export interface ListedVendor {
  readonly name: VendorName;
  readonly title: string;
  readonly connections: ConnectionKind<unknown>;
  reaches?(settings: unknown): string;
  open(opening: Opening<unknown>): unknown;
  readonly page?: VendorPage<unknown, unknown, string>;
  readonly knowledge?: readonly KnowledgeShelf<unknown, unknown>[];
}

export const LISTED = VENDORS as readonly ListedVendor[];

interface ViewDeps {
  readonly db: TenantDb;
  /** The deployment's base URL, without a trailing slash. */
  readonly appUrl: string;
  readonly consent: { readonly clients: OAuthClients };
}

/** All services and their status. */
export async function connectionViews(deps: ViewDeps): Promise<ConnectionView[]> {
  const { db } = deps;
  const rows = await listConnectionRows(
    db,
    LISTED.map(({ name }) => name),
  );
  return LISTED.flatMap((vendor) => {
    const row = rows.find((one) => one.vendor === vendor.name) ?? null;
    const rival = rivalOf(vendor, rows);
    return vendor.page === undefined ? [] : [viewOf(deps, vendor, vendor.page, { row, rival })];
  });
}

/** Throws `not_found` if there is no such service. */
export async function connectionView(deps: ViewDeps, name: string): Promise<ConnectionView> {
  const view = (await connectionViews(deps)).find(({ vendor }) => vendor === name);
  if (view === undefined) throw new AppError("not_found", "That can’t be connected.");
  return view;
}

/** The vendor's setup; null if it can't be connected on the page. */
export function setupOf(page: VendorPage<unknown, unknown, string>): VendorSetup<unknown, string> | null {
  return typeof page.added === "object" && "settle" in page.added ? page.added : null;
}

export function webhookUrl({ appUrl }: Pick<ViewDeps, "appUrl">, vendor: string, id: string): string {
  return `${appUrl}/webhooks/${vendor}/${id}`;
}

/** Null if the vendor doesn't use OAuth. */
export function consentFormOf({ page }: ListedVendor): ConsentForm<string> | null {
  return (page === undefined ? null : setupOf(page)?.consent) ?? null;
}

/** Whether it uses a key that only the operator can replace. */
export function usesOperatorsKey(
  { page }: ListedVendor,
  row: Pick<ConnectionRow, "grant"> | null | undefined,
): boolean {
  const setup = page === undefined ? null : setupOf(page);
  return setup !== null && setup.key === undefined && row?.grant === null;
}

/** What keeps a vendor from being connected beside these connections: a team's e-mail is in one place. Null if nothing does. */
export function rivalOf(
  { name, title }: ListedVendor,
  rows: readonly Pick<ConnectionRow, "vendor">[],
): string | null {
  const mail: readonly string[] = MAIL_VENDORS;
  const other = rows.find((row) => mail.includes(row.vendor))?.vendor;
  if (!mail.includes(name) || other === undefined || rows.some((row) => row.vendor === name)) return null;
  const connected = LISTED.find((one) => one.name === other)?.title ?? other;
  return `This team’s e-mail is connected through ${connected}. To use ${title} instead, disconnect ${connected} first.`;
}

/** Whether it is connected with OAuth, and the note to show. */
function signInOf(
  { consent: { clients } }: ViewDeps,
  vendor: ListedVendor,
  row: ConnectionRow | null,
  rival: string | null,
) {
  if (consentFormOf(vendor) === null || clients[vendor.name] === undefined)
    return { consent: false, note: null };
  if (rival !== null) return { consent: false, note: rival };
  const words = vendor.page === undefined ? undefined : setupOf(vendor.page)?.operatorsKey;
  const isTheirs = usesOperatorsKey(vendor, row);
  return { consent: !isTheirs, note: (isTheirs ? words?.inUse : words?.beside) ?? null };
}

function capabilitiesIn({ consent }: ViewDeps, vendor: ListedVendor, grant: ConsentGrant | null) {
  const form = consentFormOf(vendor);
  if (form === null || grant === null) return [];
  const allowed = allowedBy(form, grant.scopes);
  const isHeard = consent.clients[vendor.name]?.signingSecret !== undefined;
  const offered = (form.grants ?? []).filter((one) => isHeard || one.isHeard !== true);
  return offered.map((one) => ({
    name: one.name,
    label: one.label,
    allowed: allowed.includes(one),
  }));
}

/** Advice when OAuth access doesn't work. */
function consentAdvice(title: string): string {
  return `Sign in to ${title} again here. What Steward uses there stays as it is.`;
}

function viewOf(
  deps: ViewDeps,
  vendor: ListedVendor,
  page: VendorPage<unknown, unknown, string>,
  { row, rival }: { readonly row: ConnectionRow | null; readonly rival: string | null },
): ConnectionView {
  const { gives, stops, added } = page;
  const read = row === null ? null : vendor.connections.settings.safeParse(row.settings);
  const settings = read?.success === true ? read.data : null;
  return {
    vendor: vendor.name,
    title: vendor.title,
    gives,
    stops,
    ...waysOf(
      page,
      settings,
      webhookUrl(deps, vendor.name, row?.id ?? firstConnectionId(deps.db, vendor.name)),
    ),
    ...signInOf(deps, vendor, row, rival),
    page: typeof added === "object" && "page" in added ? added.page : null,
    ...(row === null ? NOT_CONNECTED : stateOf(deps, vendor, page, row, settings)),
  };
}

function waysOf(page: VendorPage<unknown, unknown, string>, settings: unknown, hooksUrl: string) {
  const setup = setupOf(page);
  if (setup?.key === undefined) return { key: null, change: setup?.change ?? null };
  const fields = setup.key.fields.map(({ name, label, hint, isSecret, isOptional = false, current }) => ({
    name,
    label,
    hint,
    isSecret,
    isOptional,
    value: (settings === null ? undefined : current?.(settings)) ?? "",
  }));
  const { paste } = setup.key;
  return {
    key: { fields, paste: paste === undefined ? null : { ...paste, text: paste.text(hooksUrl) } },
    change: setup.change ?? null,
  };
}

const NOT_CONNECTED = {
  connected: false,
  consentedBy: null,
  capabilities: [],
  account: null,
  checkedAt: null,
  workedAt: null,
  problem: null,
};

function stateOf(
  deps: ViewDeps,
  vendor: ListedVendor,
  page: VendorPage<unknown, unknown, string>,
  row: ConnectionRow,
  settings: unknown,
) {
  const { checkedAt, workedAt, grant } = row;
  const refused = grant === null ? page.refused : consentAdvice(vendor.title);
  const problem = settings === null ? "unreadable" : row.problem;
  const capabilities = capabilitiesIn(deps, vendor, grant);
  const needed = setupOf(page)?.changeNeeds;
  const hasChange =
    grant === null ||
    needed === undefined ||
    capabilities.some(({ name, allowed }) => allowed && name === needed);
  return {
    connected: true,
    consentedBy: grant?.account.name ?? null,
    capabilities,
    ...(hasChange ? {} : { change: null }),
    account: settings === null ? null : page.whose(settings),
    checkedAt,
    workedAt,
    problem: problem === null ? null : wordsOf(problem, vendor.title, refused),
  };
}
