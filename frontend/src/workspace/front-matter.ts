/** The settings between `---` at the top of a Markdown file, for display. Only the server interprets them. Pure. */

export interface FrontMatter {
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

export function frontMatterOf(text: string): FrontMatter {
  const lines = text.split("\n");
  if (lines[0]?.trimEnd() !== "---") return { settings: [], body: text };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end < 0) return { settings: [], body: text };
  const settings: { name: string; value: string }[] = [];
  for (const line of lines.slice(1, end)) {
    const named = /^([\w-]+):\s*(.*)$/.exec(line);
    const last = settings.at(-1);
    if (named)
      settings.push({ name: named[1] ?? "", value: (named[2] ?? "").replace(/^(["'])(.*)\1$/, "$2") });
    else if (last && line.trim() !== "")
      last.value = `${last.value}\n${line.trim()}`.replace(/^[>|][-+]?\n/, "");
  }
  return { settings, body: lines.slice(end + 1).join("\n") };
}
