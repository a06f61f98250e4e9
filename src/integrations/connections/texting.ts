/** What a connected phone system offers, whoever the vendor is. Implemented by integrations. */
import type { ContactBook } from "./contact-book.ts";

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
  /** The provider's word on it, such as `delivered`; null where it says none. */
  readonly status?: string | null;
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
  readonly contacts: ContactBook;
  /** A contact by its id, as the provider has it now; null where there is none. */
  contact(id: string): Promise<Contact | null>;
  /** The newest texts exchanged with a number over all lines, oldest first. */
  messages(number: string, limit: number): Promise<readonly TextMessage[]>;
  /** A text by its id, as the provider has it now; null where there is none. */
  message(id: string): Promise<TextMessage | null>;
}

/** A page of something listed; `next` is where the following page begins, null at the end. */
export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A conversation of the phone system: one of our lines and whom it was with. */
export interface ThreadRef {
  readonly phoneNumberId: string;
  readonly participants: readonly string[];
}

/** An old text. `to` are all recipients. */
export interface PastText {
  readonly id: string;
  readonly direction: "incoming" | "outgoing";
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly at: string;
  readonly status: string | null;
}

/** A call, as far as the phone system's list says. */
export interface CallRecord {
  readonly id: string;
  readonly phoneNumberId: string | null;
  readonly participant: string | null;
  readonly direction: "incoming" | "outgoing";
  readonly status: string;
  readonly at: string;
  readonly durationSeconds: number | null;
}

/** What one side of a call said. */
export interface CallWordsRecord {
  readonly who: "contact" | "team";
  readonly name: string | null;
  readonly text: string;
}

/** The past of a phone system, a page a call. Failures are IntegrationError; null for what is not there (yet). */
export interface PhoneHistory {
  readonly connectionId: string;
  readonly label: string;
  readonly lines: readonly Line[];
  /** With `updatedAfter` only those touched after that time. */
  threads(pageToken: string | undefined, updatedAfter: string | undefined): Promise<HistoryPage<ThreadRef>>;
  texts(thread: ThreadRef, pageToken: string | undefined): Promise<HistoryPage<PastText>>;
  calls(thread: ThreadRef, pageToken: string | undefined): Promise<HistoryPage<CallRecord>>;
  /** The provider's word on a text of ours, such as `delivered`; null where it knows none. */
  textStatus(id: string): Promise<string | null>;
  call(id: string): Promise<CallRecord | null>;
  summary(id: string): Promise<{ summary: readonly string[]; nextSteps: readonly string[] } | null>;
  transcript(id: string): Promise<readonly CallWordsRecord[] | null>;
}
