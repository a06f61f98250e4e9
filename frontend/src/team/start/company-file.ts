/** The questions about a company, and the file their answers become. Pure. */

/** Begun for every new team (src/team/first-steps/files.ts). */
export const COMPANY_FILE = "areas/company.md";

interface Question {
  readonly ask: string;
  readonly example: string;
  /** The heading of its answer. */
  readonly heading: string;
}

export const QUESTIONS: readonly Question[] = [
  {
    ask: "What does your company do, and where?",
    example: "We manage 90 apartments downtown for 12 owners.",
    heading: "What we do, and where",
  },
  {
    ask: "When are you open, and who is reached outside those hours?",
    example: "Weekdays 9 to 5. Emergencies: Tom, any time.",
    heading: "Hours, and who is reached outside them",
  },
  {
    ask: "How do you sign texts and e-mails?",
    example: "Texts: – Anna. E-mails: Best regards, Anna Miller",
    heading: "How we sign",
  },
  {
    ask: "What should I never promise without asking one of you first?",
    example: "Prices, refunds, and repair times.",
    heading: "What we never promise without asking first",
  },
];

export function companyFile(name: string, answers: readonly string[]): string {
  const parts = QUESTIONS.map(({ heading }, at) => `## ${heading}\n\n${(answers[at] ?? "").trim()}\n`);
  return [`# ${name}\n`, ...parts].join("\n");
}
