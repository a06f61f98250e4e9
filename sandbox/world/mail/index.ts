/** A company's e-mail: deterministic per day, with dates relative to now. */
import { ALDER, type DemoTenant } from "../company.ts";
import { fill, lengthMs, personOf, pickStart, slots } from "../conversations.ts";
import { companyContacts } from "../index.ts";
import { pick, seededRandom, shuffled, type Random } from "../random.ts";
import type { WorldContact } from "../types.ts";
import { BUSINESS_MAIL, RESIDENT_MAIL } from "./business.ts";
import { CLIENT_MAIL } from "../clients/index.ts";
import { HARBOR_MAIL } from "./insurance.ts";
import { filledFile, lettersOf, mailboxOf, officeOf, senderOf, tellMail, writeLetters } from "./letters.ts";
import { machineMail } from "./machines.ts";
import { ALDER_MACHINES, HARBOR_MACHINES } from "./notices.ts";
import { portalMail } from "./portal.ts";
import { ALDER_MAIL } from "./stories.ts";
import type { MailScript, WorldMail } from "./types.ts";

export type { WorldMail } from "./types.ts";

/** Amount of the property company's mail. */
const ALDER_SIZE = { seed: 20_260_412, mails: 400 } as const;
const HARBOR_SEED = 20_260_413;

/** All e-mail of a company, oldest first. Deterministic. */
export function companyMail(tenant: DemoTenant, nowMs: number): WorldMail[] {
  const mails = tenant.id === ALDER.id ? propertyMail(tenant, nowMs) : brokerageMail(tenant, nowMs);
  return mails.sort((left, right) => left.draft.dateMs - right.draft.dateMs);
}

function propertyMail(tenant: DemoTenant, nowMs: number): WorldMail[] {
  const random = seededRandom(ALDER_SIZE.seed);
  const contacts = companyContacts(tenant, nowMs);
  const fixed = [
    ...tellMail(tenant, contacts, ALDER_MAIL, nowMs),
    ...portalMail(nowMs),
    ...machineMail(tenant, ALDER_MACHINES, { random, nowMs }),
  ];
  const talk = correspondence(tenant, contacts, [...BUSINESS_MAIL, ...RESIDENT_MAIL], {
    random,
    nowMs,
    count: ALDER_SIZE.mails - fixed.length,
    storied: new Set(ALDER_MAIL.map(({ contact }) => contact)),
  });
  return [...fixed, ...talk];
}

/** The brokerage's mail is fully scripted, so that its clients' files have sources. */
function brokerageMail(tenant: DemoTenant, nowMs: number): WorldMail[] {
  const random = seededRandom(HARBOR_SEED);
  return [
    ...tellMail(tenant, companyContacts(tenant, nowMs), [...CLIENT_MAIL, ...HARBOR_MAIL], nowMs),
    ...machineMail(tenant, HARBOR_MACHINES, { random, nowMs }),
  ];
}

/** Exactly `count` e-mails over a year. Nobody has the same thread twice; people in stories have no others. */
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
