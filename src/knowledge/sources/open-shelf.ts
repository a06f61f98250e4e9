/** Which parts of a team's connections can be indexed, and how each is opened. */
import { listConnectionRows } from "../../integrations/connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { membersOf, ownerOf, type OpenShelf, type ReaderHelp } from "./index.ts";
import type { KnowledgeKind, KnowledgeOffer } from "../api/knowledge.ts";
import { LISTED } from "../../integrations/open.ts";
import { openAccount, type AccountDeps } from "../../integrations/open-account.ts";

/** Sources that can be added for the current connections. */
export async function knowledgeOffers(db: TenantDb): Promise<KnowledgeOffer[]> {
  const vendors = LISTED.filter(({ knowledge = [] }) => knowledge.length > 0);
  const rows = await listConnectionRows(
    db,
    vendors.map(({ name }) => name),
  );
  const members = await membersOf(db);
  return vendors.flatMap((vendor) =>
    rows
      .filter((row) => row.vendor === vendor.name)
      .flatMap((row) => {
        const settings = vendor.connections.settings.safeParse(row.settings);
        if (!settings.success) return [];
        return (vendor.knowledge ?? []).flatMap((shelf): KnowledgeOffer[] => {
          const people = shelf.people?.(settings.data);
          if (people?.length === 0) return [];
          const { kind, windowDays } = shelf;
          const where = { connectionId: row.id, vendor: vendor.name, service: vendor.title };
          const owned = (people ?? []).map(({ id, name, isOfTeam = false }) => ({
            id,
            name,
            ownerId: isOfTeam ? null : ownerOf(members, id),
          }));
          return [{ ...where, kind, windowDays, people: owned }];
        });
      }),
  );
}

/** Opens a source's reader; null if its connection is gone. Throws like `openAccount`. */
export async function openShelf(
  deps: AccountDeps,
  help: ReaderHelp,
  source: {
    readonly connectionId: string;
    readonly vendor: string;
    readonly kind: KnowledgeKind;
    readonly person: string;
  },
): Promise<OpenShelf | null> {
  const vendor = LISTED.find(({ name }) => name === source.vendor);
  const shelf = vendor?.knowledge?.find(({ kind }) => kind === source.kind);
  if (vendor === undefined || shelf === undefined) return null;
  const account = await openAccount(deps, vendor.name, source.connectionId);
  if (account === null) return null;
  const { msEach, isAlwaysWhole = false, keepsOlder = false } = shelf;
  return { reader: shelf.reader(account, source.person, help), msEach, isAlwaysWhole, keepsOlder };
}

export function vendorTitle(name: string): string {
  return LISTED.find((vendor) => vendor.name === name)?.title ?? name;
}
