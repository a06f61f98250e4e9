/** What people might text a team, by what it runs. */
import type { Work } from "../../../../src/team/api/first-steps.ts";

export const SAMPLE_TEXTS: Readonly<Record<Work, readonly string[]>> = {
  property: [
    "Hi, the kitchen sink is leaking again. Can someone come by?",
    "Is the two-bedroom still free? We have a cat.",
    "I’ll be a few days late with rent this month, sorry.",
  ],
  insurance: [
    "We bought a second van. Is it covered?",
    "When does our policy renew, and will it cost more?",
    "I need a certificate for a job that starts Monday.",
  ],
  projects: [
    "Are we still on track for the 15th?",
    "Can we add one more page to the site?",
    "Who do I send the logo files to?",
  ],
  other: [
    "Are you open on Saturday?",
    "Can you call me back about my order?",
    "I need to move our appointment to next week.",
  ],
};
