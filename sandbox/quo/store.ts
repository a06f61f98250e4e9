/** Quo's state, one account per API key, seeded with the demo world (an empty sandbox has only accounts). */
import { TENANTS, type DemoTenant } from "../world/company.ts";
import { stableId } from "../world/contacts.ts";
import { companyWorld, type WorldCall, type WorldContact, type WorldMessage } from "../world/index.ts";
import type { SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";

/** A named contact value. */
export interface ContactField {
  readonly id: string;
  readonly name: string;
  readonly value: string | null;
}

/** A contact in API format. */
export interface QuoContact {
  readonly id: string;
  externalId: string | null;
  source: string | null;
  sourceUrl: string | null;
  readonly defaultFields: {
    company: string | null;
    emails: ContactField[];
    firstName: string | null;
    lastName: string | null;
    phoneNumbers: ContactField[];
    role: string | null;
  };
  customFields: unknown[];
  readonly createdAt: string;
  updatedAt: string;
  readonly createdByUserId: string;
}

/** A registered webhook; `shape` is its event format. */
export interface QuoWebhook {
  readonly id: string;
  readonly url: string;
  readonly key: string;
  readonly label: string | null;
  readonly events: readonly string[];
  readonly resourceIds: readonly string[];
  readonly userId: string;
  status: "enabled" | "disabled";
  readonly shape: WebhookShape;
  readonly createdAt: string;
  updatedAt: string;
}

/** Payload formats of `message.received` (CONTRACTS). */
export type WebhookShape = "v3" | "v4" | "2026-03-30";

/** One account's records; messages oldest first. */
export interface QuoRecords {
  contacts: QuoContact[];
  messages: WorldMessage[];
  calls: WorldCall[];
  webhooks: QuoWebhook[];
  /** Numbers that can't be reached. */
  unreachable?: string[];
}

/** An account: its company and records. */
export interface QuoAccount {
  readonly tenant: DemoTenant;
  readonly records: QuoRecords;
}

/** Shared by the service and the console. */
export interface QuoStore {
  readonly accounts: readonly QuoAccount[];
  accountOf(apiKey: string): QuoAccount | null;
  /** A new ID with the vendor's prefix; deterministic per state. */
  newId(prefix: string): string;
  save(): void;
  /** Resets to the seeded world. Registered webhooks stay. */
  reset(): void;
}

interface Saved {
  nextId: number;
  accounts: Record<string, QuoRecords>;
}

const stores = new WeakMap<SandboxContext, QuoStore>();

/** Shared per sandbox. */
export function quoStore(context: SandboxContext): QuoStore {
  const known = stores.get(context);
  if (known !== undefined) return known;
  const section: Section<Saved> = context.section<Saved>("quo", () => seed(context));
  section.save();
  const store: QuoStore = {
    get accounts() {
      return TENANTS.map((tenant) => account(section.value, tenant));
    },
    accountOf(apiKey) {
      const tenant = TENANTS.find(({ quo }) => quo.apiKey === apiKey);
      return tenant === undefined ? null : account(section.value, tenant);
    },
    newId(prefix) {
      section.value.nextId += 1;
      section.save();
      return `${prefix}${stableId("id", String(section.value.nextId), String(context.now()))}`;
    },
    save: () => section.save(),
    reset() {
      if (section.isFresh) return;
      const registered = Object.entries(section.value.accounts).map(
        ([apiKey, { webhooks }]) => [apiKey, webhooks] as const,
      );
      section.reset();
      for (const [apiKey, webhooks] of registered.filter(([, known]) => known.length > 0)) {
        const records = section.value.accounts[apiKey];
        if (records === undefined) continue;
        records.webhooks = webhooks;
        section.save();
      }
    },
  };
  stores.set(context, store);
  return store;
}

function account(saved: Saved, tenant: DemoTenant): QuoAccount {
  const records = saved.accounts[tenant.quo.apiKey];
  if (records === undefined) throw new Error(`Quo's state knows no account of ${tenant.name}`);
  return { tenant, records };
}

function seed(context: SandboxContext): Saved {
  const accounts = TENANTS.map((tenant): [string, QuoRecords] => {
    if (context.world === "empty")
      return [tenant.quo.apiKey, { contacts: [], messages: [], calls: [], webhooks: [] }];
    const world = companyWorld(tenant, context.now());
    const owner = ownerOf(tenant);
    const contacts = world.contacts.map((contact) => contactOf(contact, owner));
    return [
      tenant.quo.apiKey,
      { contacts, messages: [...world.messages], calls: [...world.calls], webhooks: [] },
    ];
  });
  return { nextId: 0, accounts: Object.fromEntries(accounts) };
}

/** The owner of a company's lines; lines without a user belong to them. */
export function ownerOf(tenant: DemoTenant): string {
  return tenant.people[0]?.quoUserId ?? "USowner";
}

function contactOf(contact: WorldContact, createdByUserId: string): QuoContact {
  const fields = (kind: string, values: WorldContact["phones"]): ContactField[] =>
    values.map(({ name, value }, index) => ({
      id: stableId(contact.id, kind, String(index)).slice(0, 12),
      name,
      value,
    }));
  return {
    id: contact.id,
    externalId: null,
    source: null,
    sourceUrl: null,
    defaultFields: {
      company: contact.company,
      emails: fields("email", contact.emails),
      firstName: contact.firstName,
      lastName: contact.lastName,
      phoneNumbers: fields("phone", contact.phones),
      role: contact.role,
    },
    customFields: [],
    createdAt: contact.createdAt,
    updatedAt: contact.createdAt,
    createdByUserId,
  };
}
