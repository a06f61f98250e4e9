/** Ports for reading connected services, and for storing the results. */
import type { WordStore } from "../../platform/knowledge-words.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { AskedNews } from "../../platform/notifier.ts";

/** An item's text as Markdown; `note` says for people why it is missing or incomplete. */
export interface ThingWords {
  readonly text: string;
  readonly note: string | null;
  /** What only reading it shows, where a service lists nothing but IDs. */
  readonly shown?: Pick<FoundThing, "title" | "at" | "people" | "facts">;
}

/** An item as the service lists it. */
export interface FoundThing {
  /** The service's stable ID. */
  readonly externalId: string;
  readonly title: string;
  /** ISO time of the last modification; for an event, its start. */
  readonly at: string;
  /** An https URL, or empty. */
  readonly link: string;
  /** Creator, owner and participants by name. */
  readonly people: readonly string[];
  /** Facts besides the text, such as a status. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The service's version: an unchanged one isn't read again. */
  readonly stamp: string;
  /** Reads the text. Throws IntegrationError; null if deleted meanwhile. */
  words(): Promise<ThingWords | null>;
}

/** A list page; `next` is null at the end. */
interface ThingPage {
  readonly things: readonly FoundThing[];
  readonly next: string | null;
  /** The service reported an incomplete list. */
  readonly isPartial: boolean;
}

/** Filter: changed since a time, and no older than another. ISO times. */
interface ThingsAsked {
  readonly from: string;
  readonly since: string | null;
  readonly cursor: string | null;
}

/** Reads one kind of item from a service. Throws IntegrationError. */
export interface KnowledgeReader {
  list(asked: ThingsAsked): Promise<ThingPage>;
  /** A single item as of a webhook's time, if the service supports it; null if not found. */
  one?(externalId: string, toldAt: string): Promise<FoundThing | null>;
  /** Item count, limited to a few requests. */
  count(from: string): Promise<{ readonly items: number; readonly isMore: boolean }>;
}

export interface ReaderHelp {
  readonly clock: Clock;
  /** A PDF's text; null if it isn't one or needs a password. Bounded. */
  readonly pdfText: (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null>;
  /** The same for Word, Excel and PowerPoint files. */
  readonly officeText: (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null>;
  readonly timeZone: string;
  readonly mail: {
    /** The IDs that the inbox hasn't brought from this mailbox. */
    readonly unknownIds: (mailbox: string, ids: readonly string[]) => Promise<readonly string[]>;
    /** Whether an e-mail of that time with this address was erased. */
    readonly wasErased: (address: string, at: string) => Promise<boolean>;
  };
}

/** A kind of item a vendor's connection can be read for. */
export interface KnowledgeShelf<Settings, Account> {
  readonly kind: KnowledgeKind;
  /** Default history. */
  readonly windowDays: number;
  /** Minimum interval between text requests in ms, to leave quota for other uses of the connection. */
  readonly msEach: number;
  /** Every pass is a full one: the service can't list changes. */
  readonly isAlwaysWhole?: boolean;
  /** Items older than the window stay: it only says how far back the first pass goes. */
  readonly keepsOlder?: boolean;
  /** Whose views can be read; absent if the connection has only one. */
  people?(settings: Settings): readonly {
    readonly id: string;
    readonly name: string;
    /** A team mailbox, whoever's name it bears. */
    readonly isOfTeam?: boolean;
  }[];
  reader(account: Account, person: string, help: ReaderHelp): KnowledgeReader;
}

/** A notification about a source a member added. */
export type SourceNews = Omit<AskedNews, "because">;

/** Where a source is read. */
export interface SourceAt {
  readonly connectionId: string;
  readonly vendor: string;
  readonly kind: KnowledgeKind;
  readonly person: string;
}

export interface KnowledgeDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly words: WordStore;
  /** Opens a source's reader. Null if its connection is gone. Throws AppError `not_configured`, IntegrationError. */
  readonly open: (source: SourceAt) => Promise<OpenShelf | null>;
  /** Sleeps. */
  readonly rest: (ms: number) => Promise<void>;
  /** Triggers indexing of what was written. */
  readonly written: () => Promise<void>;
  /** Vendor display name. */
  readonly titleOf: (vendor: string) => string;
  /** Notifies the member who added the source. Idempotent per key. */
  readonly tellAsker: (news: SourceNews) => Promise<void>;
}

export interface OpenShelf {
  readonly reader: KnowledgeReader;
  readonly msEach: number;
  readonly isAlwaysWhole: boolean;
  readonly keepsOlder?: boolean;
}
