/** What a team runs, in words, and what that suggests. */
import type { Work } from "../../../src/team/api/first-steps.ts";

interface WorkWords {
  readonly label: string;
  readonly about: string;
  /** A question to Steward that any such team has. */
  readonly idea: string;
  /** Pages behind *Work*, first first; the others are found by search and by Ctrl K. */
  readonly pages: readonly string[];
}

export const WORK_WORDS: Readonly<Record<Work, WorkWords>> = {
  property: {
    label: "Property management",
    about: "Residents, repairs, and leases",
    idea: "Which repairs are still open?",
    pages: ["/projects", "/work"],
  },
  insurance: {
    label: "Insurance agency",
    about: "Accounts, renewals, and quotes",
    idea: "Which accounts should I follow up with today?",
    pages: ["/accounts", "/work"],
  },
  projects: {
    label: "Projects for clients",
    about: "Plans, deadlines, and who does what",
    idea: "What’s overdue, and who has it?",
    pages: ["/projects", "/work"],
  },
  other: {
    label: "Something else",
    about: "Show everything",
    idea: "What happened yesterday?",
    pages: ["/projects", "/work", "/accounts"],
  },
};

export const WORKS = Object.keys(WORK_WORDS) as Work[];
