/**
 * The initial files of a new team's workspace, so that Steward and members write to the right places. Pure.
 */
import type { Work } from "../api/first-steps.ts";

/** By what the team runs; a team that has not said gets those of a property manager. */
export function firstFiles(team: {
  readonly name: string;
  readonly timeZone: string;
  readonly work: Work | null;
}): Map<string, string> {
  const own = OF_WORK[team.work ?? "property"];
  const areas = ["company.md", ...Object.keys(own).flatMap((path) => path.match(/^areas\/(.+)$/)?.[1] ?? [])];
  return new Map([
    [
      "MEMORY.md",
      `# What every conversation must know

- We are ${team.name}. Our days are counted in ${team.timeZone}.
- Lasting knowledge is in areas/: ${areas.join(", ")}. What happened is in daily_notes/.
`,
    ],
    [
      "areas/company.md",
      `# The company

Who we are and what we look after, for Steward and for new colleagues. Replace each question with its answer.

- What do we do, and where?
- When are we open, and who is reached outside those hours?
- How do we sign texts and e-mails?
- What do we never promise without asking somebody first?
`,
    ],
    ...Object.entries(own),
  ]);
}

const VENDORS = `# Vendors

Whom we call for what. One line each: trade, firm, number, when they come, what to mention.
`;

const OF_WORK: Readonly<Record<Work, Readonly<Record<string, string>>>> = {
  property: {
    "areas/leasing.md": `# Leasing

- What is free, from when, at what rent?
- Who shows apartments, and on which days and hours?
- What does somebody bring to apply?
`,
    "areas/vendors.md": VENDORS,
    "skills/lead-qualification/SKILL.md": `---
name: lead-qualification
description: Judges rental leads (Zillow and others) by credit score and pets and says whether and how to follow up. Use for every e-mail or text from somebody who is interested in an apartment.
---

# Qualifying a lead

## Criteria

- Credit below 600: not qualified.
- Credit 670 and above: qualified.
- Credit 600 to 669: case by case. Say what speaks for and against, and ask the team.
- Dogs: not allowed. Cats: ok. Other pets: ask.

A lead is qualified only if credit and pets both are. Nothing else counts, and nothing else is asked: not family, not origin, not where the income comes from.

## Follow-up

Don't reply when

- the ball is in the lead's court: our last message asked something that isn't answered yet,
- an appointment is confirmed,
- the lead is disqualified.

Otherwise draft one short reply:

- credit or pets unknown: ask for exactly what is missing, in one message,
- qualified: thank them and offer two times for a showing (areas/leasing.md says when we show),
- case by case: no promise; say that we come back to them by tomorrow, and ask the team.

Report in one line: name, apartment, credit, pets, verdict, what you did.
`,
  },
  insurance: {
    "areas/carriers.md": `# Carriers

Whom we place with. One line each: carrier, what they take, what they decline, underwriter and number.
`,
    "skills/renewal-review/SKILL.md": `---
name: renewal-review
description: Prepares the renewal of an account, with what has changed, what is missing and a draft to the client. Use when a renewal date comes near or somebody asks about one.
---

# Reviewing a renewal

1. Read the account, its history and the last texts, calls and e-mails with its people.
2. List what has changed since the last renewal: people, locations, payroll, vehicles, claims. Name the source of each.
3. List what the carrier will ask that we don't have (areas/carriers.md says who asks for what).
4. Draft one short message to the client that asks for exactly that. No price, no promise of coverage, no word on what a carrier will decide.

Report in one line: account, renewal date, what is missing, what you drafted.
`,
  },
  projects: {
    "areas/clients.md": `# Clients

Whom we work for. One line each: client, who decides there, how they like to hear from us, what is agreed.
`,
    "skills/weekly-status/SKILL.md": `---
name: weekly-status
description: Writes the weekly status of a project for its client from tasks, texts and e-mails. Use when somebody asks for a status or an update to a client.
---

# The weekly status

1. Read the project's tasks: what was completed this week, what is late, what is blocked and by whom.
2. Read what the client last wrote and answer what is still open.
3. Write four short parts: done, next, waiting for you, risks. Only what the records say, with dates. A date that isn't in the records isn't promised.

Show it to the project's owner before it goes to the client.
`,
  },
  other: { "areas/vendors.md": VENDORS },
};
