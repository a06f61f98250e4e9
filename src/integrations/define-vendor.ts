/**
 * A vendor, once: its name, where it is reached, how its connections are stored, and how an account is opened. The environment's variables, the
 * configuration check, egress, the start script and the tests' variables are derived from `vendors.ts`.
 */
import type { ConnectionKind, MailReader, OpenConnection } from "./connections/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import type { KnowledgeShelf } from "../knowledge/sources/index.ts";
import type { VendorSetup } from "./vendor-setup.ts";

/** Where a service of a vendor is reached: in production, and below the sandbox's address on a laptop. */
export interface VendorAddress {
  readonly production: string;
  /** Path of the sandbox's stand-in, such as `/quo`. */
  readonly sandbox: string;
}

/** What somebody who signed in at the vendor has allowed. */
export interface Consented {
  /** As the vendor granted them. */
  readonly scopes: readonly string[];
  /** Access in place of some that the vendor refused before its time. Throws as opening an account does. */
  readonly renewed: (refused: string) => Promise<string>;
}

/** What an account is opened with. */
export interface Opening<Settings, Variable extends string = string> {
  readonly connection: OpenConnection<Settings>;
  /** By whose consent it is used; null where it is used by key. */
  readonly consent: Consented | null;
  /** The base URL of one of the vendor's services. */
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
  /** A content of the tenant's workspace by its SHA-256. */
  readonly readBlob: (sha256: string) => Promise<string>;
  readonly readMail: MailReader;
}

/** What the Connections page says of a vendor, and how it asks whether a connection still works. */
export interface VendorPage<Settings, Account, Variable extends string> {
  /** What a team gets from it. */
  readonly gives: string;
  /** What no longer works without it. */
  readonly stops: string;
  /** What to do where the credential is refused. */
  readonly refused: string;
  /** How it is added: here, on the page of this path, or by whoever runs the deployment. */
  readonly added: VendorSetup<Settings, Variable> | { readonly page: string } | "operator";
  /** Whose account it is. */
  whose(settings: Settings): string;
  /** Reads one thing. Throws IntegrationError. */
  check(account: Account): Promise<void>;
  /** Takes back what was set up at the vendor: its webhooks to this address. */
  leave?(account: Account, webhookUrl: string): Promise<void>;
}

/** A vendor's definition. */
export interface Vendor<Name extends string, Variable extends string, Settings, Account> {
  /** Persisted with connections. */
  readonly name: Name;
  /** As people call it. */
  readonly title: string;
  /** Base URLs by the variable that overrides each. */
  readonly addresses: Readonly<Record<Variable, VendorAddress>>;
  readonly connections: ConnectionKind<Settings>;
  /** Effects at one account are at least so far apart, in ms, so that what each reads and writes stays within the vendor's limits. */
  readonly effectEveryMs: number;
  /** The address that a connection names itself, where it is a service of the team's own: it alone is called then. */
  reaches?(settings: Settings): string;
  /** Opens an account. Throws AppError `not_configured` where the credential cannot be used. */
  open(opening: Opening<Settings, Variable>): Account;
  /** How it stands among the connections; after `open`, whose account it is given. Left out where no page lists it. */
  readonly page?: VendorPage<Settings, NoInfer<Account>, NoInfer<Variable>>;
  /** What of it is read to be found. Left out where nothing is. */
  readonly knowledge?: readonly KnowledgeShelf<Settings, NoInfer<Account>>[];
}

/** Declares a vendor. */
export function defineVendor<const Name extends string, const Variable extends string, Settings, Account>(
  vendor: Vendor<Name, Variable, Settings, Account>,
): Vendor<Name, Variable, Settings, Account> {
  return vendor;
}
