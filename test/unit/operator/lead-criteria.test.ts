import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judge, readCriteria, readLead } from "../../../sandbox/operator/lead-criteria.ts";

/** The same criteria as people may write them. */
const WORDINGS: Readonly<Record<string, string>> = {
  "the demo company has them": readFileSync(
    join(
      import.meta.dirname,
      "../../../sandbox/world/workspace/tenant_alder/skills/lead-qualification/SKILL.md",
    ),
    "utf8",
  ),
  "a line of shorthand": `- Credit < 600 → not qualified. Credit 670+ → qualified. 600-669 → case-by-case.
- Dogs → not allowed. Cats → ok. Others → ask.
- Follow-up rules: no reply if ball is in lead's court, appointment confirmed, or lead disqualified.`,
  "a list": `---
name: lead-qualification
description: How leads are qualified, e.g. credit below 500
---
# Lead qualification

## Credit score
- **Below 600**: not qualified
- **600 to 669**: case by case, the team decides
- **670 and above**: qualified

## Pets
- Dogs are not allowed.
- Cats are OK.
- Any other animal: ask.

## When no reply is due
- The ball is in the lead's court.
- An appointment is confirmed.
- The lead is disqualified.`,
  "a table": `| Credit score | Result |
| --- | --- |
| under 600 | not qualified |
| between 600 and 669 | case-by-case |
| 670 or higher | qualified |

| Pet | Result |
| --- | --- |
| dog | not allowed |
| cat | allowed |
| other | ask |

No reply when we wait for the lead's answer, when a showing is confirmed, or when the lead was declined.`,
};

const lead = (credit: string, pets: string) =>
  readLead(
    "Ann Lee is requesting information about 214 Birch St #2A",
    `Credit score: ${credit} (self-reported)\nPets: ${pets}`,
  );

describe.each(Object.entries(WORDINGS))("criteria written as %s", (_name, skill) => {
  const criteria = readCriteria(skill);
  it.each([
    ["599", "No pets", "no"],
    ["600", "No pets", "ask"],
    ["669", "1 cat", "ask"],
    ["670", "No pets", "yes"],
    ["670", "2 cats", "yes"],
    ["800", "1 dog (Labrador, 70 lbs)", "no"],
    ["800", "1 rabbit", "ask"],
    ["800", "1 iguana", "ask"],
    ["800", "1 cat, 1 dog", "no"],
    ["550", "1 dog", "no"],
    ["640 to 700", "none", "ask"],
    ["680 to 719", "None", "yes"],
  ])("make of a score of %s and %s: %s", (credit, pets, verdict) => {
    expect(judge(lead(credit, pets), criteria)).toMatchObject({ verdict });
  });

  it("say when no reply is due", () => {
    const { theirMove, appointment, disqualified } = criteria.silent;
    expect([theirMove, appointment, disqualified].every((line) => line !== null)).toBe(true);
  });
});

describe("the criteria", () => {
  it("change with the file", () => {
    const strict = readCriteria(
      "Below 640: not qualified. 640 to 699: case by case. 700 and above: qualified. Dogs are welcome. No cats.",
    );
    expect(judge(lead("690", "No pets"), strict).verdict).toBe("ask");
    expect(judge(lead("639", "No pets"), strict).verdict).toBe("no");
    expect(judge(lead("720", "1 dog"), strict).verdict).toBe("yes");
    expect(judge(lead("720", "1 cat"), strict)).toMatchObject({
      verdict: "no",
      reasons: [/700/, /No cats/].map((words) => expect.stringMatching(words)),
    });
  });

  it("judge nothing that they do not hold", () => {
    const silent = readCriteria("# Leads\nBe friendly and answer within a day.");
    expect(judge(lead("500", "3 dogs"), silent).verdict).toBe("unknown");
    const gap = readCriteria("Below 600: not qualified. 700 and above: qualified.");
    expect(judge(lead("650", "No pets"), gap)).toMatchObject({ verdict: "ask" });
  });

  it("tell what a lead has not said", () => {
    const criteria = readCriteria(WORDINGS["a list"]!);
    expect(judge(readLead("Hi", "I like the apartment."), criteria)).toMatchObject({
      verdict: "unknown",
      missing: ["credit", "pets"],
    });
    expect(judge(readLead("Hi", "My credit score is 720 and I have no pets."), criteria).verdict).toBe("yes");
    expect(judge(readLead("Hi", "A 590 score, one beagle."), criteria).verdict).toBe("no");
  });
});
