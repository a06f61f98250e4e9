/** Live tasks from Jira and ClickUp that best match some words. */
import { plainWords } from "../../../kernel/plain-words.ts";
import type { JiraServices } from "../../../integrations/jira/tools/index.ts";
import type { TaskServices } from "../../../integrations/clickup/tools/index.ts";
import type { OpenSystem } from "./task-systems.ts";

/** Words searched separately, because the systems' own search requires all of them to match. */
const ASKED_WORDS = 3;
/** Prefix length in which words must agree: `repaint` and `repainting`. */
const STEM = 5;
/** Minimum share of the words that must match. */
const LEAST = 0.34;

interface LiveTask {
  readonly key: string;
  readonly title: string;
  readonly status: string;
  readonly in: string;
  readonly link: string;
  readonly rank: number;
}

/** The best matches across all systems. */
export async function liveTasks(
  systems: readonly OpenSystem[],
  words: readonly string[],
  project: string | undefined,
): Promise<LiveTask[]> {
  const all = await Promise.all(
    systems.map(({ name, services }) => {
      if (name === "jira") return inJira(services as JiraServices, words, project);
      return name === "clickup" ? inClickUp(services as TaskServices, words, project) : Promise.resolve([]);
    }),
  );
  return all
    .flat()
    .filter(({ rank }) => rank >= LEAST)
    .toSorted((one, other) => other.rank - one.rank);
}

async function inJira(
  services: JiraServices,
  words: readonly string[],
  project: string | undefined,
): Promise<LiveTask[]> {
  const projects = services.projects.filter(
    ({ key, name }) => project === undefined || includesName([key, name], project),
  );
  if (projects.length === 0) return [];
  const asked = words.toSorted((one, other) => other.length - one.length).slice(0, ASKED_WORDS);
  const pages = await Promise.all(
    asked.map((word) =>
      services.issues(
        projects.map(({ key }) => key),
        { words: word },
      ),
    ),
  );
  const issues = new Map(pages.flatMap(({ issues: some }) => some.map((issue) => [issue.key, issue])));
  return [...issues.values()].map(({ key, summary, description, status, project: of }) => ({
    key,
    title: summary,
    status,
    in: of,
    link: `${services.page}/${key}`,
    rank: shareHeld(words, `${summary} ${description ?? ""}`),
  }));
}

async function inClickUp(
  { tasks }: TaskServices,
  words: readonly string[],
  project: string | undefined,
): Promise<LiveTask[]> {
  const { tasks: found } = await tasks({ isClosedToo: true, orderBy: "updated" }, 0);
  return found
    .filter(({ list }) => project === undefined || includesName([list.id, list.name], project))
    .map(({ id, name, description, status, list, url }) => ({
      key: id,
      title: name,
      status,
      in: list.name,
      link: url,
      rank: shareHeld(words, `${name} ${description ?? ""}`),
    }));
}

function includesName(names: readonly string[], wanted: string): boolean {
  const asked = plainWords(wanted).join(" ");
  return names.some((name) => plainWords(name).join(" ") === asked);
}

function shareHeld(words: readonly string[], text: string): number {
  const known = plainWords(text);
  const held = words.filter((word) => known.some((one) => one.slice(0, STEM) === word.slice(0, STEM)));
  return held.length / Math.max(1, words.length);
}
