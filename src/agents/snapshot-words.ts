/** What of a snapshot stands in a prompt, word for word. Pure. */
import type { PromptSnapshot } from "../conversations/index.ts";

/** Whether two snapshots make another prompt. */
export function differ(left: PromptSnapshot, right: PromptSnapshot): boolean {
  return wordsOf(left) !== wordsOf(right);
}

function wordsOf({
  text,
  brief = "",
  skillGroups = {},
  instructions = {},
  agents = {},
  tools = {},
}: PromptSnapshot): string {
  const byName = (values: Readonly<Record<string, unknown>>): [string, unknown][] =>
    Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const set = Object.fromEntries(
    Object.entries(agents).flatMap(([name, { modelOverride, enabled }]) =>
      modelOverride === null && enabled ? [] : [[name, [modelOverride, enabled]]],
    ),
  );
  return JSON.stringify([text, brief, byName(skillGroups), byName(instructions), byName(set), byName(tools)]);
}
