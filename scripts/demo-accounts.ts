/** The demo's account files, created through product code: each step is a change in their history. */
import { changeFiles, changesTo, type AccountFiles } from "../src/accounts/chain.ts";
import { readState } from "../src/accounts/state.ts";
import type { AccountWanted } from "../src/accounts/api/accounts.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "../sandbox/world/accounts.ts";
import type { WorldContact } from "../sandbox/world/index.ts";

const DAY_MS = 86_400_000;
const FIRST_ID = 10_001;
/** Changes happen in the morning, a minute apart. */
const MORNING_MS = 15 * 3_600_000;
const MINUTE_MS = 60_000;

/** Files by path. `contacts` are the company's, who appear in the accounts. */
export function accountFiles(contacts: readonly WorldContact[], nowMs: number): Map<string, string> {
  const files = new Map<string, string>();
  const midnightMs = nowMs - (nowMs % DAY_MS) - DAY_MS;
  for (const [index, account] of DEMO_ACCOUNTS.entries()) {
    const id = String(FIRST_ID + index);
    const atMs = (daysAgo: number): number => midnightMs - daysAgo * DAY_MS + MORNING_MS + index * MINUTE_MS;
    const made = filesOf(account, peopleOf(account, contacts), atMs);
    files.set(`accounts/${id}/state.md`, made.state).set(`accounts/${id}/history.md`, made.history);
  }
  return files;
}

function peopleOf({ company }: DemoAccount, contacts: readonly WorldContact[]): AccountWanted {
  const mine = contacts.filter((contact) => contact.company === company);
  const people = mine.map(({ firstName, lastName, role, phones, emails }) => ({
    name: `${firstName} ${lastName ?? ""}`.trim(),
    role: (role ?? "").split(",")[0] ?? "",
    email: emails[0]?.value ?? "",
    phone: phones[0]?.value ?? "",
  }));
  return { contacts: people, primaryEmail: people[0]?.email ?? "", primaryPhone: people[0]?.phone ?? "" };
}

const IS_BOUND: ReadonlySet<string> = new Set(["Bound", "Closed Won"]);
const HAS_PRICE: ReadonlySet<string> = new Set([...IS_BOUND, "Quoted", "Quote Pitched"]);
const YEAR_DAYS = 365;

/** What is kept of a policy once it has a price; a bound one renews after a year. */
function detailsOf(
  [premium, carrier]: NonNullable<DemoAccount["policy"]>,
  stage: string,
  who: string,
  nowMs: number,
): string[] {
  const renews = new Date(nowMs + YEAR_DAYS * DAY_MS).toISOString().slice(0, 10);
  return [
    ...(IS_BOUND.has(stage) ? [`Renewal date: ${renews}`] : []),
    `Premium: ${premium}`,
    ...(carrier === undefined ? [] : [`Carrier: ${carrier}`]),
    `Owner: ${who}`,
  ];
}

function filesOf(
  { company, industry, location, lines, steps, policy }: DemoAccount,
  people: AccountWanted,
  atMs: (daysAgo: number) => number,
): AccountFiles {
  const { daysAgo: firstDaysAgo, who: opener } = steps[0] ?? { daysAgo: 0, who: "Ruth Castellan" };
  const begins = firstDaysAgo + 14;
  let files: AccountFiles = changeFiles(null, {
    changes: changesTo(null, {
      name: company,
      industry,
      location,
      insuranceTypes: [...lines],
      stage: "New Lead",
      ...people,
    }),
    sentence: "Account created.",
    evidence: { kind: "command", words: `New account for ${company}: ${lines.join(", ")}`, name: opener },
    nowMs: atMs(begins),
  });
  for (const { daysAgo, who, said, stage, next, note } of steps) {
    const read = readState(files.state);
    if (!read.ok) throw new Error(read.problem);
    const wanted: AccountWanted = {
      ...(stage === undefined ? {} : { stage }),
      ...(next === undefined ? {} : { nextSteps: [...next] }),
      ...(note === undefined ? {} : { notes: note }),
      ...(stage === undefined || policy === undefined || !HAS_PRICE.has(stage)
        ? {}
        : { details: detailsOf(policy, stage, who, atMs(daysAgo)) }),
      lastContactAt: new Date(atMs(daysAgo)).toISOString(),
    };
    files = changeFiles(files, {
      changes: changesTo(read.state, wanted),
      sentence: `${said}.`,
      evidence: { kind: "command", words: said, name: who },
      nowMs: atMs(daysAgo),
    });
  }
  return files;
}
