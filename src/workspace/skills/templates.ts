/** Templates for new skills. */
import type { SkillTemplate } from "../api/skills.ts";

interface Template extends SkillTemplate {
  /** Body of SKILL.md below the title. */
  readonly body: string;
  /** Additional files, by path in the skill's folder. */
  readonly more: Readonly<Record<string, string>>;
}

const PROCEDURE = `## When to use this

Say in which situations the agent should follow this, and in which it should not.

## Steps

1. What to look up first, and where.
2. What to decide, by which rule.
3. What to draft or to change, and who approves it.

## Never

- What must not be promised, changed or said.

## Examples

Show one good outcome, with real wording.
`;

const CRITERIA = `## What to collect

Name the facts that are needed, and where each is found. A fact that is not known is not known: ask for it, do not guess.

## Criteria

The table is in references/criteria.md. Load it with load_skill and go through every line.

## Outcome

- Qualifies: what to do next.
- Does not qualify: what to answer, without naming the criterion.
- Not clear: what to ask.
`;

const CRITERIA_TABLE = `# Criteria

| criterion | qualifies | does not |
| --- | --- | --- |
| Example | 620 or more | under 600 |
`;

const CALCULATION = `## When to use this

Say which figure this computes and for whom.

## Steps

1. Collect the rows: \`[{ "label": "Rent", "amount": 1250 }, …]\`.
2. Run the script: run_code with skill, script \`scripts/total.js\` and the rows as input.
3. Report the total and the rows it rests on. Never compute it in your head.
`;

const TOTAL_SCRIPT = `// input: [{ label, amount }]; returns the total, in cents to be exact.
const cents = input.map(({ amount }) => Math.round(amount * 100));
const total = cents.reduce((sum, value) => sum + value, 0) / 100;
({ rows: input.length, total });
`;

export const TEMPLATES: readonly Template[] = [
  {
    id: "procedure",
    title: "Procedure",
    description: "Steps the agent follows for one kind of work: what to look up, decide and draft.",
    files: ["SKILL.md"],
    body: PROCEDURE,
    more: {},
  },
  {
    id: "criteria",
    title: "Criteria",
    description: "A decision based on a table of criteria in a reference file.",
    files: ["SKILL.md", "references/criteria.md"],
    body: CRITERIA,
    more: { "references/criteria.md": CRITERIA_TABLE },
  },
  {
    id: "calculation",
    title: "Calculation",
    description: "A figure that must be right, computed by a script in the sandbox.",
    files: ["SKILL.md", "scripts/total.js"],
    body: CALCULATION,
    more: { "scripts/total.js": TOTAL_SCRIPT },
  },
];
