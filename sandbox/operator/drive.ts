/** Plays for files in Google Drive. */
import { look, type Play, type Scene } from "./engine.ts";
import { bullets, field, rowsOf, short } from "./results.ts";
import { keywords, shownTime } from "./slots.ts";
import { asText, first, record, type Result } from "./transcript.ts";

/** Words that say where to look rather than for what. */
const PLACE =
  /^(?:drive|google|file|files|document|documents|doc|sheet|pdf|rent|roll|folder|open|read|look|according)$/;

function about({ words }: Scene): string {
  return keywords(words.replace(/['’]s\b/g, ""))
    .filter((word) => !PLACE.test(word))
    .join(" ");
}

/** The person whose access was used. */
const seenAs = (found: Result | null | undefined): string => asText(record(found?.data)["seenAs"]);

/** Matching files, and the text of the first readable one. */
export function* inDrive(scene: Scene): Play {
  const query = about(scene) || first(/\b(\p{L}{3,})\W*$/u, scene.words);
  const [found = null] = yield* look("Searching Google Drive.", ["search_drive", { query }]);
  const files = rowsOf(found?.data, ["link"]);
  const [best] = files;
  if (best === undefined) return `I found no file in Drive with “${query}” (seen as ${seenAs(found)}).`;
  const list = files.slice(0, 5).map((row) => {
    const changed = shownTime(field(row, "changed"));
    return `${field(row, "name")}, changed ${changed} by ${field(row, "changedBy")}: ${field(row, "link")}`;
  });
  const said = bullets(`In Drive (seen as ${seenAs(found)})`, list, "");
  const [tool = ""] = { document: ["read_document"], pdf: ["read_pdf"] }[field(best, "kind")] ?? [];
  if (tool === "" || !/\b(?:say|says|read|open)\b/i.test(scene.words)) return said;
  const [read = null] = yield* look("", [tool, { file: field(best, "id") }]);
  return `${field(best, "name")} says: “${short(textOf(read), 900)}”\n\n${said}`;
}

function textOf(read: Result | null): string {
  const { text, items } = record(read?.data);
  return (
    asText(text) ||
    rowsOf(items, ["text"])
      .map((row) => field(row, "text"))
      .join(" ")
  );
}
