/** The demo world of one company: the same on every machine on the same day, with dates counted back from now. */
import { makeCalls } from "./calls.ts";
import { ALDER, type DemoTenant } from "./company.ts";
import { makeContacts } from "./contacts.ts";
import { makeSmallTalk, tellStories } from "./conversations.ts";
import { seededRandom } from "./random.ts";
import { BUSINESS_THREADS } from "./threads/business.ts";
import { INSURANCE_THREADS } from "./threads/insurance.ts";
import { REPAIR_THREADS } from "./threads/repairs.ts";
import { RESIDENT_THREADS } from "./threads/residents.ts";
import { ALDER_STORIES, HARBOR_STORIES } from "./threads/stories.ts";
import type { CompanyWorld, WorldContact } from "./types.ts";

export type { CompanyWorld, WorldCall, WorldContact, WorldMessage } from "./types.ts";

/** How much there is of each company's year. */
const SIZES = {
  alder: { seed: 19_720_412, texts: 1500, calls: 80 },
  harbor: { seed: 19_840_312, texts: 220, calls: 25 },
} as const;

/** A company's address book, as its phone system has it. */
export function companyContacts(tenant: DemoTenant, nowMs: number): WorldContact[] {
  const { seed } = tenant.id === ALDER.id ? SIZES.alder : SIZES.harbor;
  return makeContacts(tenant, seededRandom(seed), nowMs);
}

/** Everything a company's phone system knows. Pure: equal tenants and times give equal worlds. */
export function companyWorld(tenant: DemoTenant, nowMs: number): CompanyWorld {
  const alder = tenant.id === ALDER.id;
  const { seed, texts, calls } = alder ? SIZES.alder : SIZES.harbor;
  const scripts = alder ? [...REPAIR_THREADS, ...RESIDENT_THREADS, ...BUSINESS_THREADS] : INSURANCE_THREADS;
  const stories = alder ? ALDER_STORIES : HARBOR_STORIES;
  const random = seededRandom(seed);
  const contacts = makeContacts(tenant, random, nowMs);
  const told = tellStories(tenant, contacts, stories, nowMs);
  const storied = new Set(stories.map(({ contact }) => contact));
  const talk = makeSmallTalk(tenant, contacts, scripts, {
    random,
    nowMs,
    count: texts - told.length,
    storied,
  });
  return {
    contacts,
    messages: [...told, ...talk].sort((left, right) => left.createdAt.localeCompare(right.createdAt)),
    calls: makeCalls(tenant, contacts, { random, nowMs, count: calls }),
  };
}
