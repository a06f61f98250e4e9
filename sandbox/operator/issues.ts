/** Plays for the team's issues. */
import { act, type Play, type Scene, type Wanted } from "./engine.ts";
import { offer } from "./offers.ts";
import type { Row } from "./playbook.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { upper } from "./words.ts";

const MAKE =
  /^(?:please |can you |could you )*(?:create|add|make|open|file|report|write) (?:a |an )?(?:new )?(?:issue|bug|ticket)\b/i;

interface Tracker {
  readonly where: string;
  readonly mark: RegExp;
  /** An example of a wish, and which words of it say where. */
  readonly example: string;
  readonly place: RegExp;
  readonly search: Wanted;
  readonly id: string;
  readonly made: (title: string, words: string) => Wanted;
}

const TRACKERS: readonly Tracker[] = [
  {
    where: "on GitHub",
    mark: /\bgithub\b/i,
    example: "Create an issue on GitHub that the claims page is slow",
    place: /\s*\b(?:on|in|to|at) (?:the )?(?:github|website|quote[- ]form)(?: (?:repository|repo))?\b/gi,
    search: ["search_github_issues", { state: "open" }],
    id: "issue",
    made: (title, words) => [
      "create_github_issue",
      { repository: /\bquote[- ]form\b/i.test(words) ? "quote-form" : "website", title },
    ],
  },
  {
    where: "in Jira",
    mark: /\bjira\b/i,
    example: "Create an issue in Jira to ask Pier 9 for the invoice",
    place: /\s*\b(?:on|in|to) (?:jira|claims|office)\b|\bjira (?=issue|ticket|bug)/gi,
    search: ["search_jira", { open: true }],
    id: "key",
    made: (summary, words) => [
      "create_jira_issue",
      { project: /\boffice\b/i.test(words) ? "Office" : "Claims", summary },
    ],
  },
];

export const ISSUE_ROWS: readonly Row[] = TRACKERS.flatMap((tracker): Row[] => [
  { when: tracker.example, mark: tracker.mark, takes: "text", play: (scene) => created(tracker, scene) },
  {
    when: `Which issues are open ${tracker.where}? | Show the open bugs, claims and tickets ${tracker.where}`,
    mark: tracker.mark,
    calls: () => [tracker.search],
    say: (_, found) => {
      const lines = rowsOf(found?.data, [tracker.id]).map((row) => {
        const about = [field(row, "state", "status"), field(row, "assignees", "assignee")];
        return `${field(row, tracker.id)} ${field(row, "title", "summary")} (${about.filter(Boolean).join(", ")})`;
      });
      return bullets(
        `Open ${tracker.where}, changed last first`,
        lines,
        `No issue is open ${tracker.where}.`,
      );
    },
  },
]);

/** Creates the requested issue; null if none is requested. */
function created({ place, made }: Tracker, { words, ...scene }: Scene): Play | null {
  const plain = words.replace(place, "");
  const title = plain.replace(MAKE, "").replace(/^[\s,:]*(?:to|that|about|for)?[\s,:]+|[\s.!?]+$/gi, "");
  if (!MAKE.test(plain) || title === "") return null;
  const call = made(upper(title), words);
  if (scene.callFor(...call) === null)
    return offer({ words, ...scene }, "I can't create issues here, but I can set a reminder or make a note.");
  return act(`Here's the issue: ${upper(title)}.`, call);
}
