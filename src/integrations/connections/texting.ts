/** The phone system port. Implemented by integrations. */
import type { ContactBook } from "./contact-book.ts";

/** A person or firm in the phone system's contacts. */
export interface Contact {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** First and last name, else the company, else the number. */
  readonly name: string;
  readonly company: string | null;
  /** Role, often with building and unit: "Tenant, 12 Birch St, Unit 4B". */
  readonly role: string | null;
  /** E.164 where the number could be parsed. */
  readonly numbers: readonly { readonly label: string; readonly number: string }[];
  readonly emails: readonly string[];
  /** A member of the team's own company. */
  readonly internal: boolean;
  /** ISO time; null if the provider doesn't say. */
  readonly createdAt: string | null;
}

export interface TextMessage {
  readonly id: string;
  readonly direction: "incoming" | "outgoing";
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly at: string;
  /** The provider's delivery status, such as `delivered`; null if unknown. */
  readonly status?: string | null;
}

/** A phone line of the company. External lines are for outside contacts, internal ones for its own staff. */
export interface Line {
  readonly phoneNumberId: string;
  readonly number: string;
  readonly label: string;
  readonly audience: "external" | "internal";
}

/** Text messages and contacts of one connection. Failures are IntegrationError. */
export interface Texting {
  readonly connectionId: string;
  readonly ownCompany: string;
  readonly lines: readonly Line[];
  readonly contacts: ContactBook;
  /** Fetched from the provider; null if not found. */
  contact(id: string): Promise<Contact | null>;
  /** The newest texts exchanged with a number on any line, oldest first. */
  messages(number: string, limit: number): Promise<readonly TextMessage[]>;
  /** Fetched from the provider; null if not found. */
  message(id: string): Promise<TextMessage | null>;
}

/** A list page; `next` is the next page's token, null at the end. */
export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A phone system conversation: our line and the other participants. */
export interface ThreadRef {
  readonly phoneNumberId: string;
  readonly participants: readonly string[];
}

/** A historical text. `to` lists all recipients. */
export interface PastText extends Omit<TextMessage, "to" | "status"> {
  readonly to: readonly string[];
  readonly status: string | null;
}

/** A call as the phone system lists it. */
export interface CallRecord {
  readonly id: string;
  readonly phoneNumberId: string | null;
  readonly participant: string | null;
  readonly direction: "incoming" | "outgoing";
  readonly status: string;
  readonly at: string;
  readonly durationSeconds: number | null;
}

/** One speaker's turn in a call. */
export interface CallWordsRecord {
  readonly who: "contact" | "team";
  readonly name: string | null;
  readonly text: string;
  /** The user of the phone system who spoke; missing if it doesn't say. */
  readonly userId?: string;
}

/** A phone system's history, one page per call. Failures are IntegrationError; null for what doesn't exist (yet). */
export interface PhoneHistory {
  readonly connectionId: string;
  readonly label: string;
  readonly lines: readonly Line[];
  /** `updatedAfter` limits the list to threads updated since. */
  threads(pageToken: string | undefined, updatedAfter: string | undefined): Promise<HistoryPage<ThreadRef>>;
  texts(thread: ThreadRef, pageToken: string | undefined): Promise<HistoryPage<PastText>>;
  calls(thread: ThreadRef, pageToken: string | undefined): Promise<HistoryPage<CallRecord>>;
  /** Delivery status of a text we sent, such as `delivered`; null if unknown. */
  textStatus(id: string): Promise<string | null>;
  call(id: string): Promise<CallRecord | null>;
  summary(id: string): Promise<{ summary: readonly string[]; nextSteps: readonly string[] } | null>;
  transcript(id: string): Promise<readonly CallWordsRecord[] | null>;
  /** The users of the phone system. */
  users(): Promise<readonly { readonly id: string; readonly email: string }[]>;
}

/**
 * Lines a text may be sent from: internal lines for the team, external lines for everyone else. The line of the thread's newest text
 * (`thread` is oldest first) comes first, so people get the reply from the number they wrote to.
 */
export function linesFor<Known extends Pick<Line, "audience" | "number">>(
  lines: readonly Known[],
  recipientInternal: boolean,
  thread: readonly Pick<TextMessage, "direction" | "from" | "to">[],
): readonly Known[] {
  const allowed = lines.filter(({ audience }) => audience === (recipientInternal ? "internal" : "external"));
  const used = thread.map(({ direction, from, to }) => (direction === "incoming" ? to : from));
  const newest = used.findLast((number) => allowed.some((line) => line.number === number));
  return allowed.toSorted((left, right) => Number(right.number === newest) - Number(left.number === newest));
}

/** Contacts with a number (E.164), by name. Several can share one. An empty result is as certain as the provider allows. */
export async function findByNumber(
  { contacts }: Pick<Texting, "contacts">,
  number: string,
): Promise<readonly Contact[]> {
  return (await contacts.owners([number], { isSure: true }))(number);
}

/** Whether a company name is the team's own, ignoring case and spacing. Such contacts are internal. */
export function isOwnCompany(company: string | null, ownCompany: string): boolean {
  const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return company !== null && plain(company) === plain(ownCompany);
}
