import type { Contact } from "./texting.ts";

/**
 * A phone system's contacts, from our indexed copy, which is at most minutes old. With `isSure`, the provider is asked again before an
 * empty result is returned, if its list is short enough to wait for. Provider failures are IntegrationError.
 */
export interface ContactBook {
  /** Contacts with these numbers (E.164) and addresses (lowercase), by name. Several can share one. */
  owners(
    keys: readonly string[],
    options?: { readonly isSure?: boolean },
  ): Promise<(key: string) => readonly Contact[]>;
  /** Null if not found. */
  byId(id: string): Promise<Contact | null>;
  /** Contacts with this name, ignoring case and accents. */
  named(name: string): Promise<readonly Contact[]>;
  /** All plausible matches for the words and digits, typos included; input for a ranking. */
  like(asked: AskedContact, options?: { readonly isSure?: boolean }): Promise<readonly Contact[]>;
  /** The domains of all addresses, lowercase. */
  domains(): Promise<readonly string[]>;
}

/** Search terms for a contact. */
export interface AskedContact {
  /** Normalized words (`plainWords`). */
  readonly words: readonly string[];
  /** Digit sequences of numbers. */
  readonly numbers: readonly string[];
}
