import type { Contact } from "./texting.ts";

/**
 * A phone system's contacts by our own copy of them, found by an index each. The copy is minutes old at most; `isSure` has the provider asked again
 * before it is said that there is no one, where it lists few enough for somebody to wait for. Failures to ask it are IntegrationError.
 */
export interface ContactBook {
  /** Whose numbers (E.164) and addresses (lower case) these are, by name. Several people can share one. */
  owners(
    keys: readonly string[],
    options?: { readonly isSure?: boolean },
  ): Promise<(key: string) => readonly Contact[]>;
  /** A contact by its id; null where there is none. */
  byId(id: string): Promise<Contact | null>;
  /** Contacts with this name, whatever its capitals and accents. */
  named(name: string): Promise<readonly Contact[]>;
  /** All that words and digits of numbers could mean, typos included: what a ranking chooses from. */
  like(asked: AskedContact, options?: { readonly isSure?: boolean }): Promise<readonly Contact[]>;
  /** The domains of all addresses, in lower case. */
  domains(): Promise<readonly string[]>;
}

/** What somebody is looked for by. */
export interface AskedContact {
  /** Plain words (`plainWords`). */
  readonly words: readonly string[];
  /** Digits of numbers. */
  readonly numbers: readonly string[];
}
