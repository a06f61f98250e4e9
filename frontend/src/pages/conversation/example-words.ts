import type { TeamMember } from "../../../../src/protocol/index.ts";

/** Things to ask that fit any team: about a colleague, whom everybody's contacts know. Pure. */
export function examplesFor(team: readonly Pick<TeamMember, "id" | "name">[], myId: string): string[] {
  const colleague = team.find((person) => person.id !== myId)?.name;
  return [
    colleague
      ? `Text ${colleague} that I am running ten minutes late`
      : "Look somebody up and draft a text that I am running ten minutes late",
    colleague ? `What did ${colleague} text us last?` : "What did our newest contact text us last?",
    "What can you do, and what do you ask first?",
  ];
}
