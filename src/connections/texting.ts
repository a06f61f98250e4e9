/** What a connected phone system offers, whoever the vendor is. Implemented by integrations. */

/** A person or firm in the phone system's contacts. */
export interface Contact {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** First and last name, else the company, else the number. */
  readonly name: string;
  readonly company: string | null;
  /** What they are to the team, often with building and unit: "Tenant, 12 Birch St, Unit 4B". */
  readonly role: string | null;
  /** E.164 where the written number could be read. */
  readonly numbers: readonly { readonly label: string; readonly number: string }[];
  readonly emails: readonly string[];
  /** One of the team's own people. */
  readonly internal: boolean;
  /** ISO time; null where the provider does not say. */
  readonly createdAt: string | null;
}

/** One text message. */
export interface TextMessage {
  readonly id: string;
  readonly direction: "incoming" | "outgoing";
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly at: string;
}

/** A line of the company. External lines face everybody outside it, internal ones only its own people. */
export interface Line {
  readonly phoneNumberId: string;
  readonly number: string;
  readonly label: string;
  readonly audience: "external" | "internal";
}

/** The company's text messages and contacts at one connection. Failures are IntegrationError. */
export interface Texting {
  readonly connectionId: string;
  readonly ownCompany: string;
  readonly lines: readonly Line[];
  /** All contacts. At most five minutes old; `fresh` asks the provider now. */
  contacts(options?: { readonly fresh?: boolean }): Promise<readonly Contact[]>;
  /** The newest texts exchanged with a number over all lines, oldest first. */
  messages(number: string, limit: number): Promise<readonly TextMessage[]>;
}
