/** Natural-language questions over all the team's records. */
import { peopleIn } from "../../messaging/contacts/index.ts";
import { kindsBeingRead, oldestOnRecord } from "../sources/index.ts";
import { findMailConnection } from "../../integrations/connections/index.ts";
import { pastBeingRead } from "../../messaging/texts/index.ts";
import { entitiesOf, reachedBy, sendersNamed, type Sender } from "../entities/index.ts";
import type { EntityRef } from "../api/entities.ts";
import type { KnowledgeItemPage, KnowledgeKind } from "../api/knowledge.ts";
import type { FoundPassage, NamedPerson, RetrieveQuery } from "../../platform/api/search-items.ts";
import { outsideOf } from "../../workspace/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { finderOf } from "../../agent/tools/findings.ts";
import { waitingChanges } from "../../agent/waiting-changes.ts";
import * as tools from "./tools.ts";
import { type Span, spanIn } from "../../kernel/calendar.ts";

export interface KnowledgeServices {
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  /** Contacts and team members named in a question, with all their addresses and numbers. */
  readonly peopleIn: (question: string) => Promise<NamedPerson[]>;
  /** A few entities per found item. */
  readonly entitiesOf: (things: Parameters<typeof entitiesOf>[1]) => Promise<EntityRef[][]>;
  /** E-mail senders with a name since a time (ISO). */
  readonly sendersNamed: (name: string, since: string) => Promise<Sender[]>;
  /** Where a passage of a workspace file comes from if not all of it is the team's; else null. */
  readonly outsideOf: (path: string, text: string) => Promise<string | null>;
  /** Undecided changes of files, by path. */
  readonly waitingChanges: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** A source item, subject to the asker's access; null if not found. */
  readonly readItem: (id: string) => Promise<Omit<KnowledgeItemPage, "entities"> | null>;
  /** Days of the team's zone as a span of time. */
  /** Notes on data that isn't fully read yet, by the kind as the agent names it. */
  readonly beingRead: () => Promise<{
    readonly texts: string | null;
    readonly kinds: readonly KnowledgeKind[];
  }>;
  /** The oldest item of each kind (ISO), and whether mailboxes are connected, which may hold older ones. */
  readonly reach: () => Promise<{
    readonly oldest: ReadonlyMap<string, string>;
    readonly hasMailboxes: boolean;
  }>;
  readonly spanOf: (span: Span) => Span;
  readonly clock: Clock;
  readonly timeZone: string;
}

export const knowledge = defineToolset<KnowledgeServices>({
  name: "knowledge",
  title: "Everything on record",
  place: 60,
  tools: Object.values(tools),
  async open(tenant, acting) {
    // Private items are found only by their owner, and never by runs that no member started.
    const by = finderOf(acting);
    const timeZone = await tenant.timeZone();
    return {
      retrieve: (query) => tenant.retrieve(query, by),
      peopleIn: async (question) => reachedBy(tenant.db, await peopleIn(tenant.db, question)),
      entitiesOf: (things) => entitiesOf(tenant.db, things),
      sendersNamed: (name, since) => sendersNamed(tenant.db, name, since),
      outsideOf: (path, text) => outsideOf(tenant.files(), path, text),
      waitingChanges: (paths) => waitingChanges(tenant.db, paths),
      readItem: (id) => tenant.readItem(id, by),
      beingRead: async () => ({
        texts: await pastBeingRead(tenant.db),
        kinds: await kindsBeingRead(tenant.db, by.userId),
      }),
      reach: async () => ({
        oldest: await oldestOnRecord(tenant.db, by.userId),
        hasMailboxes: (await findMailConnection(tenant.db)) !== null,
      }),
      spanOf: (span) => spanIn(span, timeZone),
      clock: tenant.clock,
      timeZone,
    };
  },
});
