/** Creates a task of the team's. */
import { act, type Play, type Scene } from "./engine.ts";
import { offer } from "./offers.ts";
import { momentIn } from "./slots.ts";
import { upper } from "./words.ts";

const MAKE =
  /^(?:please )?(?:create|add|make|open|put in) (?:a |an |one )?(?:new )?(?:task|to-?do|ticket|work order)\b(?! (?:to|in|on) (?:the )?(?:.+ )?project)/i;

/** “for Tom”, “for tom to …”, “…, for tom” and “…, assign tom”. */
const WHOSE =
  /\bfor (\p{Lu}\w+(?: \p{Lu}\w+)?)\b|\bfor (\p{L}+)(?= to\b)|, (?:for|assign(?:ed)?(?: (?:it )?to)?) (\p{L}+)(?=\W*$)/u;

/** Null if no task is requested. */
export function taskWanted(scene: Scene): Play | null {
  const { words, local } = scene;
  if (!MAKE.test(words) || /\b(?:jira|github)\b/i.test(words)) return null;
  const moment = momentIn(words, local);
  const [, list = "Repairs"] = /\bin (?:the )?(?:list )?(\p{Lu}\w+) list\b/u.exec(words) ?? [];
  const [whom = "", assignee = ""] = WHOSE.exec(words)?.filter(Boolean) ?? [];
  const name = words
    .replace(MAKE, "")
    .replace(moment?.words ?? "", "")
    .replace(whom, "")
    .replace(/^[\s,:]*(?:to|that|about)?[\s,:]+|[\s,;]+(?:by|due|until|on)?[\s.,!?]*$/gi, "")
    .replace(/\s+/g, " ");
  const input = {
    list,
    name: upper(name),
    assignees: assignee === "" ? undefined : [upper(assignee)],
    due: moment === null ? undefined : [moment.day, moment.at].filter(Boolean).join(" "),
  };
  if (name === "") return null;
  if (scene.callFor("create_task", input) === null)
    return offer(scene, "I can't create tasks here, but I can set a reminder or make a note.");
  return act(`Here's the task for the list ${list}: ${input.name}.`, ["create_task", input]);
}
