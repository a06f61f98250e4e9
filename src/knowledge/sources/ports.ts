/** What reading a connected service takes, and what it is kept in. */
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";

/** The words of a thing, in Markdown; `note` says in words for people why there are none, or not all. */
export interface ThingWords {
  readonly text: string;
  readonly note: string | null;
}

/** A thing as a list of the service has it. */
export interface FoundThing {
  /** As the service names it; the same for as long as it is the same thing. */
  readonly externalId: string;
  readonly title: string;
  /** ISO time: when it was last changed there; of an event, when it begins. */
  readonly at: string;
  /** Where it is looked at there: https, or empty. */
  readonly link: string;
  /** Names of who made it, has it, or takes part. */
  readonly people: readonly string[];
  /** Facts beside its words, such as a status. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Its version there: while it stays, the words are not read again. */
  readonly stamp: string;
  /** Reads its words. Throws IntegrationError; null where it is gone meanwhile. */
  words(): Promise<ThingWords | null>;
}

/** A page of a list; `next` goes on and is null at the end. */
export interface ThingPage {
  readonly things: readonly FoundThing[];
  readonly next: string | null;
  /** The service said that the list lacks something. */
  readonly isPartial: boolean;
}

/** What is listed: what changed since a time, of what is not older than another. ISO times. */
export interface ThingsAsked {
  readonly from: string;
  readonly since: string | null;
  readonly cursor: string | null;
}

/** Reads one kind of things of a service. Throws IntegrationError. */
export interface KnowledgeReader {
  list(asked: ThingsAsked): Promise<ThingPage>;
  /** One by itself, as it's told to be as of a time, where the service serves such; null where it has none. */
  one?(externalId: string, toldAt: string): Promise<FoundThing | null>;
  /** How many there are; counted no further than a few requests reach. */
  count(from: string): Promise<{ readonly items: number; readonly isMore: boolean }>;
}

/** What readers are helped with. */
export interface ReaderHelp {
  readonly clock: Clock;
  /** The words of a PDF; null where it is none, or asks for a password. Bounded. */
  readonly pdfText: (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null>;
  /** The same of a Word, Excel or PowerPoint file. */
  readonly officeText: (bytes: Uint8Array<ArrayBuffer>) => Promise<ThingWords | null>;
  /** The team's time zone. */
  readonly timeZone: string;
}

/** A kind of things that a vendor's connection can be read for. */
export interface KnowledgeShelf<Settings, Account> {
  readonly kind: KnowledgeKind;
  /** How far back it reaches unless somebody says otherwise. */
  readonly windowDays: number;
  /** The words of a thing are asked for every so many milliseconds at most, so that the connection's limits hold for everything else too. */
  readonly msEach: number;
  /** Every pass looks at everything: the service cannot tell what has changed. */
  readonly isAlwaysWhole?: boolean;
  /** Whose views of it there are; left out where the connection has one alone. */
  people?(settings: Settings): readonly {
    readonly id: string;
    readonly name: string;
    /** It's the team's, whoever's name it has: a mailbox the team watches. */
    readonly isOfTeam?: boolean;
  }[];
  reader(account: Account, person: string, help: ReaderHelp): KnowledgeReader;
}

/** Where the words of things are kept; one tenant's. */
export interface WordStore {
  put(id: string, text: string): Promise<void>;
  /** Empty where there are none. */
  get(id: string): Promise<string>;
  drop(ids: readonly string[]): Promise<void>;
}

/** What somebody hears of a source they had read. */
export interface SourceNews {
  /** The same for the same news. */
  readonly key: string;
  readonly sourceId: string;
  /** Whom it is for; where they're nobody of the team any more, or null, the admins. */
  readonly userId: string | null;
  readonly title: string;
  readonly body: string;
  /** Where it leads in the app. */
  readonly path: string;
  /** Begins the keys of news of the source that this one settles; null for none. */
  readonly settles: string | null;
}

/** What reading takes of the world; one tenant's. */
export interface KnowledgeDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly words: WordStore;
  /** Opens what a source is read from. Null where its connection is gone. Throws AppError `not_configured`, IntegrationError. */
  readonly open: (source: {
    readonly connectionId: string;
    readonly vendor: string;
    readonly kind: KnowledgeKind;
    readonly person: string;
  }) => Promise<OpenShelf | null>;
  /** Waits. */
  readonly rest: (ms: number) => Promise<void>;
  /** Brings what was written into the index soon. */
  readonly written: () => Promise<void>;
  /** As people call a vendor. */
  readonly titleOf: (vendor: string) => string;
  /** Tells whoever asked for a source of it; a repeat of the same news tells nobody again. */
  readonly tellAsker: (news: SourceNews) => Promise<void>;
}

/** A shelf with its reader. */
export interface OpenShelf {
  readonly reader: KnowledgeReader;
  readonly msEach: number;
  readonly isAlwaysWhole: boolean;
}
