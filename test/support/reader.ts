/** A connected service that tests write: things with words, read page by page by the product's own reading over real bindings. */
import { testContext } from "./context.ts";
import { knowledgeDeps } from "../../src/knowledge/sources/open.ts";
import { tenantDb } from "../../src/platform/db/index.ts";
import { IntegrationError } from "../../src/kernel/errors.ts";
import { knowledgePagesOf, type FoundThing } from "../../src/knowledge/sources/index.ts";
import type { KnowledgeKind, KnowledgeOffer } from "../../src/knowledge/api/knowledge.ts";
import type { Actor } from "../../src/platform/audit/index.ts";
import { testEnv } from "./worker.ts";

const PAGE = 3;
const PERSON = "office@alderfinch.example";

/** A thing of the service; `fails` is the status that asking for its words is answered with. */
export interface TestThing {
  readonly title: string;
  readonly text: string;
  readonly at: string;
  readonly people?: readonly string[];
  readonly facts?: readonly (readonly [string, string])[];
  readonly fails?: number;
}

/** The service, and the product reading it. */
export class TestService {
  readonly things = new Map<string, TestThing>();
  readonly #tenantId: string;
  readonly #kind: KnowledgeKind;
  /** What listing is answered with, in place of a list. */
  problem: number | null = null;
  /** Milliseconds that its clock is ahead. */
  aheadMs = 0;

  constructor(tenantId: string, kind: KnowledgeKind) {
    this.#tenantId = tenantId;
    this.#kind = kind;
  }

  get deps() {
    const offer: KnowledgeOffer = {
      connectionId: "conn_test",
      vendor: "google",
      service: "Google",
      kind: this.#kind,
      people: [{ id: PERSON, name: "Office" }],
      windowDays: 3_650,
    };
    return {
      ...knowledgeDeps(testContext(this.#tenantId)),
      db: tenantDb(testEnv, this.#tenantId),
      clock: { now: () => Date.now() + this.aheadMs },
      open: () => Promise.resolve({ reader: this.#reader(), msEach: 0, isAlwaysWhole: true }),
      offers: () => Promise.resolve([offer]),
      vectorsMicroUsd: () => 0,
      summaryMicroUsd: () => 0,
      wake: () => Promise.resolve(),
    };
  }

  get pages() {
    return knowledgePagesOf(this.deps);
  }

  /** An admin has it read. */
  add(by: Actor, more: { readonly summarizes?: boolean } = {}) {
    const choice = { connectionId: "conn_test", kind: this.#kind, person: PERSON, windowDays: 3_650 };
    return this.pages.add({ ...choice, ...more, ownerId: null }, by);
  }

  #reader() {
    return {
      list: ({ cursor }: { readonly cursor: string | null }) => {
        if (this.problem !== null)
          return Promise.reject(new IntegrationError("google", "no", { status: this.problem }));
        const at = Number(cursor ?? 0);
        const some = [...this.things].slice(at, at + PAGE);
        const next = at + PAGE < this.things.size ? String(at + PAGE) : null;
        return Promise.resolve({ things: some.map(thingOf), next, isPartial: false });
      },
      count: () => Promise.resolve({ items: this.things.size, isMore: false }),
    };
  }
}

function thingOf([externalId, thing]: [string, TestThing]): FoundThing {
  const { title, text, at, people = [], facts = [], fails } = thing;
  return {
    externalId,
    title,
    at,
    link: `https://docs.example/${externalId}`,
    people,
    facts,
    stamp: `${title} ${text}`.slice(0, 100),
    words: () =>
      fails === undefined
        ? Promise.resolve({ text, note: null })
        : Promise.reject(new IntegrationError("google", "no", { status: fails })),
  };
}
