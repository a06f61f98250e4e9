/** The e-mail of a company's world: the same on every machine on the same day, with dates counted back from now. */
import { ALDER, type DemoTenant } from "../company.ts";
import { fill, lengthMs, personOf, pickStart, slots } from "../conversations.ts";
import { companyContacts } from "../index.ts";
import { pick, seededRandom, shuffled, type Random } from "../random.ts";
import type { WorldContact } from "../types.ts";
import { BUSINESS_MAIL, RESIDENT_MAIL } from "./business.ts";
import { HARBOR_MAIL, INSURANCE_MAIL } from "./insurance.ts";
import { filledFile, lettersOf, mailboxOf, officeOf, senderOf, tellMail, writeLetters } from "./letters.ts";
import { machineMail } from "./machines.ts";
import { ALDER_MACHINES, HARBOR_MACHINES } from "./notices.ts";
import { portalMail } from "./portal.ts";
import { ALDER_MAIL } from "./stories.ts";
import type { MailScript, WorldMail } from "./types.ts";

export type { WorldMail } from "./types.ts";

/** How much there is of each company's year. */
const SIZES = {
  alder: { seed: 20_260_412, mails: 400 },
  harbor: { seed: 20_260_413, mails: 120 },
} as const;

/** Every e-mail of a company, oldest first. Pure: equal tenants and times give equal mail. */
export function companyMail(tenant: DemoTenant, nowMs: number): WorldMail[] {
  const alder = tenant.id === ALDER.id;
  const { seed, mails } = alder ? SIZES.alder : SIZES.harbor;
  const random = seededRandom(seed);
  const contacts = companyContacts(tenant, nowMs);
  const stories = alder ? ALDER_MAIL : HARBOR_MAIL;
  const fixed = [
    ...tellMail(tenant, contacts, stories, nowMs),
    ...(alder ? portalMail(nowMs) : []),
    ...machineMail(tenant, alder ? ALDER_MACHINES : HARBOR_MACHINES, { random, nowMs }),
  ];
  const talk = correspondence(
    tenant,
    contacts,
    alder ? [...BUSINESS_MAIL, ...RESIDENT_MAIL] : INSURANCE_MAIL,
    {
      random,
      nowMs,
      count: mails - fixed.length,
      storied: new Set(stories.map(({ contact }) => contact)),
    },
  );
  return [...fixed, ...talk].sort((left, right) => left.draft.dateMs - right.draft.dateMs);
}

/** Exactly `count` e-mails of a year. No one has the same correspondence twice; the storied people keep to their stories. */
function correspondence(
  tenant: DemoTenant,
  contacts: readonly WorldContact[],
  scripts: readonly MailScript[],
  options: {
    readonly random: Random;
    readonly nowMs: number;
    readonly count: number;
    readonly storied: ReadonlySet<string>;
  },
): WorldMail[] {
  const { random, nowMs, count, storied } = options;
  const had = new Set<string>();
  const mails: WorldMail[] = [];
  while (mails.length < count) {
    const left = count - mails.length;
    const script = pick(
      random,
      scripts.filter(({ kinds, lines }) => lines.length * (kinds.includes("team") ? 2 : 1) <= left),
    );
    const contact = shuffled(random, contacts).find(
      ({ id, kind, emails, firstName, lastName }) =>
        script.kinds.includes(kind) &&
        emails.length > 0 &&
        !storied.has(`${firstName} ${lastName ?? ""}`) &&
        script.staff.some((name) => name !== firstName) &&
        !had.has(`${id} ${script.topic}`),
    );
    if (contact === undefined) continue;
    had.add(`${contact.id} ${script.topic}`);
    mails.push(...played(tenant, contact, script, { random, nowMs }));
  }
  return mails;
}

function played(
  tenant: DemoTenant,
  contact: WorldContact,
  script: MailScript,
  { random, nowMs }: { readonly random: Random; readonly nowMs: number },
): WorldMail[] {
  const startMs = pickStart(random, nowMs, lengthMs(script.lines));
  const staff = personOf(
    tenant,
    pick(
      random,
      script.staff.filter((name) => name !== contact.firstName),
    ),
  );
  const values = slots(random, tenant, contact, staff.firstName, startMs);
  return writeLetters(
    {
      tenant,
      mailbox: script.mailbox === "own" ? mailboxOf(tenant, staff.email) : officeOf(tenant),
      they: senderOf(contact),
      subject: fill(script.subject, values),
      startMs,
      ...filledFile(script.file, values),
    },
    lettersOf(script.lines, (wordings) => fill(pick(random, wordings), values)),
  );
}
