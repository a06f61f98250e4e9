/** What the Connections page shows of each service. Nothing secret is opened for it. */
import { listConnectionRows, type ConnectionKind, type ConnectionRow } from "../connections/index.ts";
import type { TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { ConnectionView } from "../protocol/connections.ts";
import { wordsOf } from "./connection-problems.ts";
import type { VendorPage } from "./define-vendor.ts";
import { VENDORS, type VendorName } from "./registry.ts";
import type { VendorSetup } from "./vendor-setup.ts";

/** A vendor that is on the page; its types no longer matter: what it stored it reads. */
export interface ListedVendor {
  readonly name: VendorName;
  readonly title: string;
  readonly connections: ConnectionKind<unknown>;
  readonly page?: VendorPage<unknown, unknown, string>;
}

/** Every vendor there is. */
export const LISTED = VENDORS as readonly ListedVendor[];

/** Every service that can be connected, and how it stands. */
export async function connectionViews(db: TenantDb): Promise<ConnectionView[]> {
  const rows = await listConnectionRows(
    db,
    LISTED.map(({ name }) => name),
  );
  return LISTED.flatMap((vendor) => {
    const row = rows.find((one) => one.vendor === vendor.name) ?? null;
    return vendor.page === undefined ? [] : [viewOf(vendor, vendor.page, row)];
  });
}

/** The same of one. Throws `not_found` where there is no such service. */
export async function connectionView(db: TenantDb, name: string): Promise<ConnectionView> {
  const view = (await connectionViews(db)).find(({ vendor }) => vendor === name);
  if (view === undefined) throw new AppError("not_found", "That can’t be connected.");
  return view;
}

/** How a vendor is connected on the page; null where it isn't. */
export function setupOf(page: VendorPage<unknown, unknown, string>): VendorSetup<unknown, string> | null {
  return typeof page.added === "object" && "settle" in page.added ? page.added : null;
}

function viewOf(
  vendor: ListedVendor,
  page: VendorPage<unknown, unknown, string>,
  row: ConnectionRow | null,
): ConnectionView {
  const { gives, stops, added } = page;
  const read = row === null ? null : vendor.connections.settings.safeParse(row.settings);
  const settings = read?.success === true ? read.data : null;
  return {
    vendor: vendor.name,
    title: vendor.title,
    gives,
    stops,
    ...waysOf(page, settings),
    page: typeof added === "object" && "page" in added ? added.page : null,
    ...(row === null ? NOT_CONNECTED : stateOf(vendor, page, row, settings)),
  };
}

function waysOf(page: VendorPage<unknown, unknown, string>, settings: unknown) {
  const setup = setupOf(page);
  if (setup === null) return { key: null, change: null };
  const fields = setup.key.fields.map(({ name, label, hint, isSecret, current }) => ({
    name,
    label,
    hint,
    isSecret,
    value: (settings === null ? undefined : current?.(settings)) ?? "",
  }));
  return { key: { fields }, change: setup.change ?? null };
}

const NOT_CONNECTED = { connected: false, account: null, checkedAt: null, workedAt: null, problem: null };

function stateOf(
  vendor: ListedVendor,
  page: VendorPage<unknown, unknown, string>,
  row: ConnectionRow,
  settings: unknown,
) {
  const { checkedAt, workedAt } = row;
  const problem = settings === null ? "unreadable" : row.problem;
  return {
    connected: true,
    account: settings === null ? null : page.whose(settings),
    checkedAt,
    workedAt,
    problem: problem === null ? null : wordsOf(problem, vendor.title, page.refused),
  };
}
