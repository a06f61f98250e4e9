/** One company's demo world: deterministic per day, with dates relative to now. */
import { makeCalls } from "./calls.ts";
import { CLIENT_TEXTS, clientCalls } from "./clients/index.ts";
import { ALDER, type DemoTenant } from "./company.ts";
import { makeContacts } from "./contacts.ts";
import { makeSmallTalk, tellStories } from "./conversations.ts";
import { seededRandom } from "./random.ts";
import { BUSINESS_THREADS } from "./threads/business.ts";
import { REPAIR_THREADS } from "./threads/repairs.ts";
import { RESIDENT_THREADS } from "./threads/residents.ts";
import { ALDER_STORIES, HARBOR_STORIES } from "./threads/stories.ts";
import type { CompanyWorld, WorldContact, WorldMessage } from "./types.ts";

export type { CompanyWorld, WorldCall, WorldContact, WorldMessage } from "./types.ts";

/** Amount of data per company. */
const SIZES = {
  alder: { seed: 19_720_412, texts: 1500, calls: 80 },
  harbor: { seed: 19_840_312 },
} as const;

/** A company's contacts in its phone system. */
export function companyContacts(tenant: DemoTenant, nowMs: number): WorldContact[] {
  const { seed } = tenant.id === ALDER.id ? SIZES.alder : SIZES.harbor;
  return makeContacts(tenant, seededRandom(seed), nowMs);
}

/** Everything in a company's phone system. Deterministic. */
export function companyWorld(tenant: DemoTenant, nowMs: number): CompanyWorld {
  return tenant.id === ALDER.id ? propertyWorld(tenant, nowMs) : brokerageWorld(tenant, nowMs);
}

function propertyWorld(tenant: DemoTenant, nowMs: number): CompanyWorld {
  const { seed, texts, calls } = SIZES.alder;
  const random = seededRandom(seed);
  const contacts = makeContacts(tenant, random, nowMs);
  const told = tellStories(tenant, contacts, ALDER_STORIES, nowMs);
  const talk = makeSmallTalk(
    tenant,
    contacts,
    [...REPAIR_THREADS, ...RESIDENT_THREADS, ...BUSINESS_THREADS],
    {
      random,
      nowMs,
      count: texts - told.length,
      storied: new Set(ALDER_STORIES.map(({ contact }) => contact)),
    },
  );
  return {
    contacts,
    messages: inOrder([...told, ...talk]),
    calls: makeCalls(tenant, contacts, { random, nowMs, count: calls }),
  };
}

/** The brokerage's world is fully scripted, so that its clients' files have sources. */
function brokerageWorld(tenant: DemoTenant, nowMs: number): CompanyWorld {
  const contacts = companyContacts(tenant, nowMs);
  const messages = tellStories(tenant, contacts, [...CLIENT_TEXTS, ...HARBOR_STORIES], nowMs);
  return { contacts, messages: inOrder(messages), calls: clientCalls(tenant, contacts, nowMs) };
}

function inOrder(messages: readonly WorldMessage[]): WorldMessage[] {
  return messages.toSorted((left, right) => left.createdAt.localeCompare(right.createdAt));
}
