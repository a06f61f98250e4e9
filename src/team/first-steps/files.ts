/**
 * The initial files of a new team's workspace, so that Steward and members write to the right places. Pure.
 */

export function firstFiles(team: { readonly name: string; readonly timeZone: string }): Map<string, string> {
  return new Map([
    [
      "MEMORY.md",
      `# What every conversation must know

- We are ${team.name}. Our days are counted in ${team.timeZone}.
- Lasting knowledge is in areas/: company.md, leasing.md, vendors.md. What happened is in daily_notes/.
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
    [
      "areas/leasing.md",
      `# Leasing

- What is free, from when, at what rent?
- Who shows apartments, and on which days and hours?
- What does somebody bring to apply?
`,
    ],
    [
      "areas/vendors.md",
      `# Vendors

Whom we call for what. One line each: trade, firm, number, when they come, what to mention.
`,
    ],
    [
      "skills/lead-qualification/SKILL.md",
      `---
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
    ],
  ]);
}
