/** Finds lists, people and tasks by name; a string is an error for the model. */
import { labelOf } from "../effects/task-fields.ts";
import type { StoredTask, TaskMember } from "../../connections/index.ts";
import type { TaskList } from "../read.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import { allNamed, oneNamed } from "../../../agent/tools/one-named.ts";
import type { TaskServices } from "./index.ts";

/** A list's path: `Operations › Buildings › Repairs`. */
export function pathOf({ space, folder, name }: TaskList): string {
  return [space, folder, name].filter((part) => part !== null).join(" › ");
}

/** The single list with this name or ID. */
export async function listNamed({ lists }: TaskServices, wanted: string): Promise<TaskList | string> {
  const all = await lists();
  return (
    all.find(({ id }) => id === wanted) ??
    oneNamed(all, wanted, [({ name }) => name, pathOf], {
      several: "Several lists fit",
      none: "No list in the spaces an admin set up fits",
      ask: "Say which",
      shown: (one) => `${pathOf(one)} (${one.id})`,
    })
  );
}

/** The single member with this name or e-mail address. */
export async function memberNamed({ members }: TaskServices, wanted: string): Promise<TaskMember | string> {
  const all = await members();
  const label = (one: TaskMember): string => labelOf(one, all);
  return (
    all.find(({ email }) => email?.toLowerCase() === wanted.toLowerCase()) ??
    oneNamed(all, wanted, [label], {
      several: "Several people fit",
      none: "Nobody in the ClickUp workspace fits",
      ask: "Name somebody who isn't in it in the description instead. Who is in it",
      shown: label,
    })
  );
}

/** Assignees as labels on cards. */
export async function assigneesNamed(
  services: TaskServices,
  wanted: readonly string[],
): Promise<string[] | string> {
  const found = await allNamed(wanted, (one) => memberNamed(services, one));
  if (typeof found === "string") return found;
  const all = await services.members();
  return [...new Set(found.map((one) => labelOf(one, all)))];
}

/** A status as the list spells it. */
export async function statusNamed(
  { statuses }: TaskServices,
  list: { readonly id: string; readonly name: string },
  wanted: string,
): Promise<{ readonly status: string } | string> {
  const all = await statuses(list.id);
  const status = all.find((one) => plainWords(one).join(" ") === plainWords(wanted).join(" "));
  return status === undefined
    ? `${list.name} has no status "${wanted}". Its statuses: ${all.join(", ")}.`
    : { status };
}

/** A task by ID or page URL. */
export async function taskNamed({ task }: TaskServices, asked: string): Promise<StoredTask | string> {
  const id = /\/t\/(?:\d+\/)?([\w-]+)/.exec(asked)?.[1] ?? asked.replace(/^#/, "");
  const found = /^[\w-]+$/.test(id) ? await task(id) : null;
  return (
    found ??
    `There is no task "${asked}" in the spaces an admin set up. get_tasks and search_tasks give the ids.`
  );
}
