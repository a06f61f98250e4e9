/** Everything the team has on record, asked in whole sentences. */
import { peopleIn } from "../../messaging/contacts/index.ts";
import { kindsBeingRead } from "../sources/index.ts";
import { pastBeingRead } from "../../messaging/texts/index.ts";
import { entitiesOf, reachedBy, sendersNamed, type Sender } from "../entities/index.ts";
import type { EntityRef } from "../api/entities.ts";
import type { KnowledgeItemPage, KnowledgeKind } from "../api/knowledge.ts";
import type { FoundPassage, NamedPerson, RetrieveQuery } from "../api/search-items.ts";
import { spanIn, type Span } from "../../agent/usage/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { defineToolset } from "../../agent/tools/define-toolset.ts";
import { finderOf } from "../../agent/tools/findings.ts";
import * as tools from "./tools.ts";

/** What its tools use. */
export interface KnowledgeServices {
  readonly retrieve: (query: RetrieveQuery) => Promise<FoundPassage[]>;
  /** Whom of the contacts and the team a question names, with all they are reached by. */
  readonly peopleIn: (question: string) => Promise<NamedPerson[]>;
  /** Whom things that were found are about, a few of each. */
  readonly entitiesOf: (things: Parameters<typeof entitiesOf>[1]) => Promise<EntityRef[][]>;
  /** Who of a name wrote e-mails since a moment (ISO). */
  readonly sendersNamed: (name: string, since: string) => Promise<Sender[]>;
  /** A thing of a source, for who asks; null where there's none. */
  readonly readItem: (id: string) => Promise<Omit<KnowledgeItemPage, "entities"> | null>;
  /** Days of the team's zone as a span of time. */
  /** What to know of what is not all on record yet, by the kind of thing as the agent calls it. */
  readonly beingRead: () => Promise<{
    readonly texts: string | null;
    readonly kinds: readonly KnowledgeKind[];
  }>;
  readonly spanOf: (span: Span) => Span;
  readonly clock: Clock;
  readonly timeZone: string;
}

export const knowledge = defineToolset<KnowledgeServices>({
  name: "knowledge",
  title: "Everything on record",
  tools: Object.values(tools),
  async open(tenant, acting) {
    // What is somebody's own is found by that person alone, and by no run that nobody of the team asked for.
    const by = finderOf(acting);
    const timeZone = await tenant.timeZone();
    return {
      retrieve: (query) => tenant.retrieve(query, by),
      peopleIn: async (question) => reachedBy(tenant.db, await peopleIn(tenant.db, question)),
      entitiesOf: (things) => entitiesOf(tenant.db, things),
      sendersNamed: (name, since) => sendersNamed(tenant.db, name, since),
      readItem: (id) => tenant.readItem(id, by),
      beingRead: async () => ({
        texts: await pastBeingRead(tenant.db),
        kinds: await kindsBeingRead(tenant.db, by.userId),
      }),
      spanOf: (span) => spanIn(span, timeZone),
      clock: tenant.clock,
      timeZone,
    };
  },
});
