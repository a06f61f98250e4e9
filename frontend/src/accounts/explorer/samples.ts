/** Questions to begin with, made of the team's own accounts. Pure. */
import type { AccountLine } from "../../../../src/accounts/api/accounts.ts";

export interface SampleGroup {
  readonly title: string;
  readonly about: string;
  readonly questions: readonly string[];
}

/** Eight groups of questions about some of the team's accounts. None without an account: there is nothing to ask about. */
export function sampleGroups(accounts: readonly AccountLine[], stages: readonly string[]): SampleGroup[] {
  const [first] = accounts;
  if (first === undefined) return [];
  const at = (index: number): AccountLine => accounts[index % accounts.length] ?? first;
  const three: Three = [at(0), at(1), at(2)];
  return [
    ...changing(three, stages),
    ...asking(three),
    across(accounts, three[0].stage || (stages[0] ?? "New Lead")),
    ...further(three),
  ];
}

type Three = readonly [AccountLine, AccountLine, AccountLine];

function changing([a, b, c]: Three, stages: readonly string[]): SampleGroup[] {
  return [
    {
      title: "Updates",
      about: "Update an account in plain words",
      questions: [
        `Mark ${a.name} as ${nextStage(a.stage, stages)}`,
        `Add a note to ${b.name}: prefers calls after 3 PM`,
        `Set ${c.name}’s next step to “Send the comparison on Friday”`,
      ],
    },
    {
      title: "New accounts",
      about: "Made only after you confirm",
      questions: [
        "Create an account for Birchwood Veterinary Clinic in Madison, WI",
        "Add a note to Harbor Point Brewing: wants a quote for general liability",
      ],
    },
  ];
}

function asking([a, b, c]: Three): SampleGroup[] {
  return [
    {
      title: "One account",
      about: "A fact and its source",
      questions: [
        `What stage is ${b.name} in?`,
        `Who do we talk to at ${a.name}?`,
        `What is the next step for ${c.name}?`,
      ],
    },
    {
      title: "Several sources",
      about: "E-mails, calls, and texts together",
      questions: [
        `What has ${a.name} asked for in e-mails and calls?`,
        `Summarize the last month with ${b.name}`,
      ],
    },
  ];
}

function across(accounts: readonly AccountLine[], stage: string): SampleGroup {
  const kind = accounts.find(({ industry }) => industry !== "")?.industry;
  const [line] = accounts.flatMap(({ insuranceTypes }) => insuranceTypes);
  return {
    title: "Across accounts",
    about: "By stage, place, or business",
    questions: [
      `Which accounts are in ${stage}?`,
      ...(kind === undefined ? [] : [`Find the ${kind.toLowerCase()} accounts`]),
      ...(line === undefined ? [] : [`Who has ${line.toLowerCase()}?`]),
    ],
  };
}

function further([a, b, c]: Three): SampleGroup[] {
  return [
    {
      title: "Follow-ups",
      about: "Drafted for you to approve",
      questions: [
        "Who should we follow up with today?",
        `Draft a follow-up for ${c.name}`,
        "Draft follow-ups for the three most urgent accounts",
      ],
    },
    {
      title: "When it’s unclear",
      about: "Steward asks instead of guessing",
      questions: ["Update this account", "What’s their phone number?", "Make some changes"],
    },
    {
      title: "Looking around",
      about: "What’s on file",
      questions: [`What files do we have for ${a.name}?`, `What changed for ${b.name}, and when?`],
    },
  ];
}

function nextStage(stage: string, stages: readonly string[]): string {
  const at = stages.indexOf(stage);
  return stages[at + 1] ?? stages.find((one) => one !== stage) ?? "Quoted";
}
