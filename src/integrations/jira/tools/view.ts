/** Jira issues as shown to the model. */
import type { JiraIssue } from "../read.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime, withWeekday } from "../../../kernel/local-time.ts";
import { shortened } from "../../../agent/tools/shortened.ts";
import { projectName } from "./named.ts";
import type { JiraServices } from "./index.ts";

const LINE_CHARS = 160;

/** A list row. The clock determines what is overdue. */
export function lineOf(issue: JiraIssue, services: JiraServices): Json {
  const { key, summary, status, type, assignee, priority, due, labels, description, isDone, updatedAt } =
    issue;
  const today = localTime(services.clock.now(), services.timeZone).slice(
    "Tue ".length,
    "Tue 2026-11-24".length,
  );
  return {
    key,
    summary,
    project: projectName(services, issue.project),
    type,
    status,
    assignee: assignee?.name ?? null,
    priority,
    due: due === null ? null : withWeekday(due),
    ...(due !== null && !isDone && due < today ? { overdue: true } : {}),
    ...(labels.length === 0 ? {} : { labels: [...labels] }),
    updatedAt: localTime(updatedAt, services.timeZone),
    about: description === null ? null : shortened(description, LINE_CHARS),
  };
}
