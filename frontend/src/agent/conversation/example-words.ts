import type { TeamMember } from "../../../../src/team/api/account.ts";

/** Three suggestions that fit any team: a draft about a colleague, a look-up, and a reminder. Pure. */
export function examplesFor(team: readonly Pick<TeamMember, "id" | "name">[], myId: string): string[] {
  const colleague = team.find((person) => person.id !== myId)?.name;
  return [
    colleague
      ? `Text ${colleague} that I’m running ten minutes late`
      : "Draft a text to our newest contact that I’m running ten minutes late",
    colleague
      ? `Show me the latest texts from ${colleague}`
      : "Show me the latest texts from our newest contact",
    "Remind me tomorrow at 9 to go through open approvals",
  ];
}

/** The agent that answers questions about projects, and nothing else. */
export const PROJECTS_AGENT = "nl-query";

/** Questions that any team with projects has. */
export const PROJECT_EXAMPLES: readonly string[] = [
  "Which tasks are overdue?",
  "Who has what is due next?",
  "Which tasks are blocked?",
];
