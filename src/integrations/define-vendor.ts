/**
 * A vendor's single definition: name, addresses, stored connections, and how an account is opened. Environment variables, configuration
 * checks, egress rules, the start script and test variables are derived from `vendors.ts`.
 */
import type { ConnectionKind, OpenConnection } from "./connections/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import type { KnowledgeShelf } from "../knowledge/sources/index.ts";
import type { Formats } from "../platform/code-readers.ts";
import type { VendorSetup } from "./vendor-setup.ts";

/** A service's base URL in production, and its path under the sandbox. */
interface VendorAddress {
  readonly production: string;
  /** Sandbox path, such as `/quo`. */
  readonly sandbox: string;
}

/** What an OAuth consent granted. */
export interface Consented {
  /** As granted by the vendor. */
  readonly scopes: readonly string[];
  /** A new access token in place of one the vendor rejected early. Throws like opening an account. */
  readonly renewed: (refused: string) => Promise<string>;
}

export interface Opening<Settings, Variable extends string = string> {
  readonly connection: OpenConnection<Settings>;
  /** The consent used; null if connected by key. */
  readonly consent: Consented | null;
  /** Base URL by variable. */
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
  /** Workspace content by SHA-256. */
  readonly readBlob: (sha256: string) => Promise<string>;
  readonly formats: Formats;
}

/** What the Connections page shows for a vendor, and how a connection is checked. */
export interface VendorPage<Settings, Account, Variable extends string> {
  /** What the connection enables. */
  readonly gives: string;
  /** What stops working without it. */
  readonly stops: string;
  /** Advice when the credential is rejected. */
  readonly refused: string;
  /** How it is added: here, on the page at this path, or by the operator. */
  readonly added: VendorSetup<Settings, Variable> | { readonly page: string } | "operator";
  /** The account's display name. */
  whose(settings: Settings): string;
  /** Reads one thing as a health check. Throws IntegrationError. */
  check(account: Account): Promise<void>;
  /** Removes our webhooks to this URL at the vendor. */
  leave?(account: Account, webhookUrl: string): Promise<void>;
}

export interface Vendor<Name extends string, Variable extends string, Settings, Account> {
  /** Persisted with connections. */
  readonly name: Name;
  /** Display name. */
  readonly title: string;
  /** Base URLs by overriding variable. */
  readonly addresses: Readonly<Record<Variable, VendorAddress>>;
  readonly connections: ConnectionKind<Settings>;
  /** Minimum time between effects on one account, in ms, to stay within the vendor's rate limits. */
  readonly effectEveryMs: number;
  /** The base URL in the connection's own settings, for a team's own service; only it is called. */
  reaches?(settings: Settings): string;
  /** Opens an account. Throws AppError `not_configured` if the credential can’t be used. */
  open(opening: Opening<Settings, Variable>): Account;
  /** What the Connections page shows; inferred after `open`. Absent if the vendor isn't listed there. */
  readonly page?: VendorPage<Settings, NoInfer<Account>, NoInfer<Variable>>;
  /** What of it is indexed. Absent if nothing is. */
  readonly knowledge?: readonly KnowledgeShelf<Settings, NoInfer<Account>>[];
}

export function defineVendor<const Name extends string, const Variable extends string, Settings, Account>(
  vendor: Vendor<Name, Variable, Settings, Account>,
): Vendor<Name, Variable, Settings, Account> {
  return vendor;
}
