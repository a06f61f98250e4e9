/** Lists, people and tasks by what somebody calls them; a string says what is wrong and how to go on. */
import { labelOf } from "../../actions/task-fields.ts";
import type { StoredTask, TaskMember } from "../../connections/index.ts";
import type { TaskList } from "../../integrations/clickup/read.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { TaskServices } from "./index.ts";

const MAX_NAMED = 30;

/** What fits best: the name itself, else those that have all its words. */
function fitting<Item>(
  items: readonly Item[],
  wanted: string,
  nameOf: (item: Item) => string,
): readonly Item[] {
  const words = plainWords(wanted);
  const exact = items.filter((item) => plainWords(nameOf(item)).join(" ") === words.join(" "));
  if (exact.length > 0 || words.length === 0) return exact;
  return items.filter((item) => {
    const known = plainWords(nameOf(item));
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
}

/** Where a list stands, in words: `Operations › Buildings › Repairs`. */
export function pathOf({ space, folder, name }: TaskList): string {
  return [space, folder, name].filter((part) => part !== null).join(" › ");
}

/** The one list that is meant, by its name or id. */
export async function listNamed({ lists }: TaskServices, wanted: string): Promise<TaskList | string> {
  const all = await lists();
  const byId = all.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const byName = fitting(all, wanted, ({ name }) => name);
  const found = byName.length > 0 ? byName : fitting(all, wanted, pathOf);
  const [list, ...others] = found;
  if (list !== undefined && others.length === 0) return list;
  const names = (found.length > 0 ? found : all)
    .slice(0, MAX_NAMED)
    .map((one) => `${pathOf(one)} (${one.id})`);
  const why = found.length > 0 ? "Several lists fit" : "No list in the spaces an admin set up fits";
  return `${why} "${wanted}". Say which: ${names.join("; ")}.`;
}

/** The one member that is meant, by name or e-mail address. */
export async function memberNamed({ members }: TaskServices, wanted: string): Promise<TaskMember | string> {
  const all = await members();
  const byEmail = all.find(({ email }) => email?.toLowerCase() === wanted.toLowerCase());
  if (byEmail !== undefined) return byEmail;
  const found = fitting(all, wanted, (one) => labelOf(one, all));
  const [member, ...others] = found;
  if (member !== undefined && others.length === 0) return member;
  const names = (found.length > 0 ? found : all).slice(0, MAX_NAMED).map((one) => labelOf(one, all));
  const why = found.length > 0 ? "Several people fit" : "Nobody in the ClickUp workspace fits";
  return `${why} "${wanted}". Say who: ${names.join("; ")}.`;
}

/** The members that are meant, as cards name them. */
export async function assigneesNamed(
  services: TaskServices,
  wanted: readonly string[],
): Promise<string[] | string> {
  const found = await Promise.all(wanted.map((one) => memberNamed(services, one)));
  const wrong = found.find((one) => typeof one === "string");
  if (wrong !== undefined) return wrong;
  const all = await services.members();
  return [...new Set(found.filter((one) => typeof one !== "string").map((one) => labelOf(one, all)))];
}

/** A status as its list writes it. */
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

/** A task by its id, or the address of its page. */
export async function taskNamed({ task }: TaskServices, asked: string): Promise<StoredTask | string> {
  const id = /\/t\/(?:\d+\/)?([\w-]+)/.exec(asked)?.[1] ?? asked.replace(/^#/, "");
  const found = /^[\w-]+$/.test(id) ? await task(id) : null;
  return (
    found ??
    `There is no task "${asked}" in the spaces an admin set up. get_tasks and search_tasks give the ids.`
  );
}
