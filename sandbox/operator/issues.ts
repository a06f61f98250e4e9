/** Plays for the team's issues. */
import { act, type Play, type Scene } from "./engine.ts";
import { offer } from "./offers.ts";
import { bullets, field, rowsOf } from "./results.ts";
import type { Result } from "./transcript.ts";
import { upper } from "./words.ts";

const MAKE =
  /^(?:please |can you |could you )*(?:create|add|make|open|file|report|write) (?:a |an )?(?:new )?(?:issue|bug|ticket)\b/i;
const WHERE = /\s*\b(?:on|in|to|at) (?:the )?(?:github|website|quote[- ]form)(?: (?:repository|repo))?\b/gi;

const NO_ISSUES = "I can't create issues here, but I can set a reminder or make a note.";

/** The repository a request refers to. */
function repositoryIn(words: string): string {
  return /\bquote[- ]form\b/i.test(words) ? "quote-form" : "website";
}

/** Creates the requested issue; null if none is requested. */
export function githubIssueWanted(scene: Scene): Play | null {
  const { words } = scene;
  if (!MAKE.test(words)) return null;
  const title = words
    .replace(MAKE, "")
    .replace(WHERE, "")
    .replace(/^[\s,:]*(?:to|that|about|for)?[\s,:]+|[\s.!?]+$/gi, "");
  if (title === "") return null;
  const input = { repository: repositoryIn(words), title: upper(title) };
  if (scene.callFor("create_github_issue", input) === null) return offer(scene, NO_ISSUES);
  return act(`Here's the issue for ${input.repository}: ${input.title}.`, ["create_github_issue", input]);
}

/** The same in Jira. */
export function jiraIssueWanted(scene: Scene): Play | null {
  const { words } = scene;
  if (!MAKE.test(words)) return null;
  const summary = words
    .replace(MAKE, "")
    .replace(/\s*\b(?:on|in|to) (?:jira|claims|office)\b/gi, "")
    .replace(/^[\s,:]*(?:to|that|about|for)?[\s,:]+|[\s.!?]+$/gi, "");
  if (summary === "") return null;
  const input = { project: /\boffice\b/i.test(words) ? "Office" : "Claims", summary: upper(summary) };
  if (scene.callFor("create_jira_issue", input) === null) return offer(scene, NO_ISSUES);
  return act(`Here's the issue for ${input.project}: ${input.summary}.`, ["create_jira_issue", input]);
}

/** Open issues, one per line. */
export const openIssues =
  (where: string, id: string) =>
  (_: Scene, found: Result | null = null): string =>
    bullets(`Open ${where}, changed last first`, issueLines(found, id), `No issue is open ${where}.`);

function issueLines(found: Result | null, id: string): string[] {
  return rowsOf(found?.data, [id]).map((row) => {
    const about = [
      field(row, "state") || field(row, "status"),
      field(row, "assignees") || field(row, "assignee"),
    ];
    return `${field(row, id)} ${field(row, "title") || field(row, "summary")} (${about.filter(Boolean).join(", ")})`;
  });
}
