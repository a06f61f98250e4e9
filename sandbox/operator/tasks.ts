/** Plays for the team's tasks. */
import { act, ask, lastCall, replacedBy, type Play, type Scene } from "./engine.ts";
import { listed, titled } from "./people.ts";
import { field, rowsOf } from "./results.ts";
import { momentIn, shownTime } from "./slots.ts";
import { first, type Call, type Result } from "./transcript.ts";
import { upper } from "./words.ts";

const MAKE =
  /^(?:please |can you |could you )*(?:create|add|make|open|put in) (?:a |an |one )?(?:new )?(?:task|to-?do|ticket|work order)\b/i;
const LIST_OF_REPAIRS = "Repairs";

/** Creates the requested task; without the tool plays `otherwise`. Null if none is requested. */
export function taskWanted(scene: Scene, otherwise: () => Play): Play | null {
  const { words, local } = scene;
  if (!MAKE.test(words)) return null;
  const moment = momentIn(words, local);
  const [, list = LIST_OF_REPAIRS] = /\bin (?:the )?(?:list )?(\p{Lu}\w+) list\b/u.exec(words) ?? [];
  const [, typed = ""] =
    /\bfor (\p{Lu}\w+(?: \p{Lu}\w+)?)\b|\bfor (\p{L}+)(?= to\b)/u.exec(words)?.filter(Boolean) ?? [];
  const assignee = typed;
  const name = words
    .replace(MAKE, "")
    .replace(moment?.words ?? "", "")
    .replace(`for ${assignee}`, "")
    .replace(/^[\s,:]*(?:to|that|about)?[\s,:]+|[\s,;]+(?:by|due|until|on)?[\s.,!?]*$/gi, "")
    .replace(/\s+/g, " ");
  if (name === "") return null;
  const input = {
    list,
    name: upper(name),
    assignees: assignee === "" ? undefined : [upper(assignee)],
    due: moment === null ? undefined : [moment.day, moment.at].filter(Boolean).join(" "),
  };
  if (scene.callFor("create_task", input) === null) return otherwise();
  return act(`Here's the task for the list ${list}: ${input.name}.`, ["create_task", input]);
}

/** “Give it to Tom”: drafts the last task again with an assignee. Null if the request isn't one of these. */
export function taskGiven(scene: Scene): Play | null {
  const whom = first(
    /^(?:please |can you )*(?:give|assign|hand) (?:it|that|this)(?: over)? to (?:the )?(.+?)[.!?]*$/i,
    scene.words,
  );
  const last = lastCall(
    scene,
    "create_task",
    "create_event",
    "create_schedule",
    "send_message",
    "send_email",
  );
  return whom === "" || last?.tool !== "create_task" ? null : given(scene, last, whom);
}

const NO_NAME = /^(?:some|any|whoever|whichever|an? |one of\b)|\b(?:team|side|crew|people|folks|guys)\b/i;

function* given(scene: Scene, last: Call, whom: string): Play {
  const name = NO_NAME.test(whom)
    ? yield* ask(scene, "Who should do it? Say the name.", "Who does it")
    : whom;
  const assignees = [titled(name.replace(/[.!]+$/, ""))];
  return yield* act(`Here's the task for ${listed(assignees)}.`, [
    "create_task",
    { ...last.input, assignees, replaces: replacedBy(last, scene) },
  ]);
}

/** Filters in a question about tasks. */
export function filterIn({ words, local }: Scene): Readonly<Record<string, unknown>> {
  const [, whose] =
    /\b(\p{Lu}\p{L}+)['’]s tasks|\btasks (?:of|for) (\p{Lu}\p{L}+)/u.exec(words)?.filter(Boolean) ?? [];
  const yesterday = new Date(Date.parse(`${local.slice(0, 10)}T12:00:00Z`) - 86_400_000).toISOString();
  return {
    ...(whose === undefined ? {} : { assignee: whose }),
    ...(/\boverdue|late\b/i.test(words) ? { dueTo: yesterday.slice(0, 10) } : {}),
  };
}

/** Tasks, one per line. */
export function taskLines(found: Result | null): string[] {
  return rowsOf(found?.data, ["status"]).map((row) => {
    const due = field(row, "due");
    const about = [field(row, "status"), field(row, "assignees"), due && `due ${shownTime(due)}`].filter(
      Boolean,
    );
    return `${field(row, "name")} (${field(row, "list")}): ${about.join(", ")}`;
  });
}
