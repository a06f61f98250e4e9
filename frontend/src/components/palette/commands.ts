/** The palette's commands, and which of them match the typed words. Pure. */

export interface Command {
  readonly id: string;
  readonly title: string;
  /** More about it, at the end of its line; searched too. */
  readonly hint?: string | undefined;
  /** Further words it is found by. */
  readonly words?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  readonly items: readonly Command[];
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** How well a command matches: 0 is no match; higher if the title starts that way. Every typed word must begin a word of the command. */
export function fit(command: Pick<Command, "title" | "hint" | "words">, query: string): number {
  const typed = plain(query).split(/\s+/).filter(Boolean);
  if (typed.length === 0) return 1;
  const title = plain(command.title);
  const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}+]+/u).filter(Boolean);
  const all = [...wordsOf(title), ...wordsOf(plain(`${command.hint ?? ""} ${command.words ?? ""}`))];
  if (!typed.every((word) => all.some((known) => known.startsWith(word)))) return 0;
  if (title.startsWith(typed.join(" "))) return 4;
  return typed.every((word) => wordsOf(title).some((known) => known.startsWith(word))) ? 3 : 2;
}

/** The fitting commands, best first, at most `most`; ties keep their order. */
export function matching(commands: readonly Command[], query: string, most: number): Command[] {
  return commands
    .map((command, at) => ({ command, at, score: fit(command, query) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.at - right.at)
    .slice(0, most)
    .map(({ command }) => command);
}

/** Leaves out groups with nothing in them. */
export function filled(groups: readonly CommandGroup[]): CommandGroup[] {
  return groups.filter((group) => group.items.length > 0);
}
