import {
  BooksIcon,
  BracketsCurlyIcon,
  BrainIcon,
  FileTextIcon,
  FolderIcon,
  TableIcon,
} from "../components/icons.ts";

/** The icon of a row's kind; decorative, since the label says it too. */
export function EntryIcon({ path, kind }: { path: string; kind: "file" | "folder" }) {
  const look = "size-5 shrink-0 text-kumo-subtle";
  if (kind === "folder")
    return path === "skills" ? (
      <BooksIcon aria-hidden className={look} />
    ) : (
      <FolderIcon aria-hidden weight="fill" className={look} />
    );
  if (path === "MEMORY.md") return <BrainIcon aria-hidden className={look} />;
  if (path.endsWith(".json")) return <BracketsCurlyIcon aria-hidden className={look} />;
  if (path.endsWith(".csv")) return <TableIcon aria-hidden className={look} />;
  return <FileTextIcon aria-hidden className={look} />;
}
