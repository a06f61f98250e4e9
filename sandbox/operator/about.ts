/** What is on record about one account, contact or project as a whole. */
import { look, type Play, type Scene, type Wanted } from "./engine.ts";
import { answered } from "./finding.ts";
import { behind, lookUp, meant } from "./people.ts";
import { projectStatus } from "./project-wishes.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { keywords, shownTime } from "./slots.ts";
import { asText, first, record } from "./transcript.ts";

const ABOUT =
  /^(?:please |can you |could you )*(?:(?:give|get|send) (?:me|us) (?:an? |the )?(?:quick |short |brief )?(?:rundown|run-down|overview|summary|briefing|lowdown|update)|(?:brief|fill|catch|update) (?:me|us)(?: in| up)?|bring (?:me|us) up to speed|what['’]s (?:up|going on|happening|the (?:deal|latest|story))) (?:on|about|of|with|at) (?:the )?(.+?)[?.!]*$/i;
/** Requests about a day or the speaker's own things, which other plays answer. */
const NOT_ONE =
  /^(?:my|our|us|me|you|this|that|today|yesterday|tomorrow|everything|what)\b|(?:week|morning|day|month|calendar|office)$/i;

/** “Give me a rundown on Dube Trucking”: the record of whom the words name. Null if no such question is asked. */
export function* aboutOne(scene: Scene): Play<string | null> {
  const name = first(ABOUT, scene.words);
  if (name === "" || NOT_ONE.test(name)) return null;
  if (scene.callFor("find_accounts", {}) !== null) {
    const [found = null] = yield { say: "", calls: [["find_accounts", { query: name, limit: 3 }]] };
    const [row, ...others] = rowsOf(found?.data, ["account"]);
    if (row !== undefined && others.length === 0) return yield* accountRecord([field(row, "account")]);
  }
  const people = yield* lookUp(name);
  if (meant(name, people, 2).length > 0)
    return yield* answered({ ...scene, words: `What is new with ${name}?` });
  const project = yield* projectStatus(scene, name);
  if (project !== null) return project;
  const isName = people.length === 0 && /^\p{Lu}/u.test(name);
  return isName ? `I found no account, contact or project called “${name}”.` : null;
}

/** The account that the words name, with its stage, next steps and fields. Null where none is named. */
export function* accountAsked(scene: Scene): Play {
  const asked = keywords(scene.words).filter(
    (word) =>
      word.length > 3 &&
      !/^(?:next|step|steps|stage|status|what|account|renew\w*|date|premium|deductible|carrier|policy|quote|quoted)$/.test(
        word,
      ),
  );
  const queries = asked.length > 0 ? asked.slice(0, 4) : yield* lastAccount(scene);
  const found = yield* look("", ...queries.map((query): Wanted => ["find_accounts", { query, limit: 3 }]));
  const rows = found.flatMap((result) => rowsOf(result?.data, ["account"]));
  const ids = [...new Set(rows.map((row) => field(row, "account")))];
  return ids.length === 0 || ids.length > 3 ? yield* answered(scene) : yield* accountRecord(ids);
}

/** The account of the last answer, or of its person. */
function* lastAccount(scene: Scene): Play<string[]> {
  const last = yield* behind(scene);
  const [person] = last === "" ? [] : yield* lookUp(last);
  return last === "" ? [] : [person?.about.split(", ").at(-1) ?? last];
}

function* accountRecord(ids: readonly string[]): Play {
  const read = yield* look("", ...ids.map((account): Wanted => ["get_account", { account }]));
  const lines = read.flatMap((result) => {
    const data = record(result?.data);
    const state = record(data["state"]);
    const next = [state["nextSteps"] ?? []].flat().map(String);
    const history = rowsOf(data["history"], ["said"]).slice(0, 4);
    return [
      `[${asText(state["name"])}](/accounts/${asText(data["account"])}), ${asText(state["stage"])}`,
      ...(next.length === 0 ? [] : [`Next: ${next.join("; ")}`]),
      ...history.map((row) => `${shownTime(field(row, "at"))}: ${field(row, "said")}`),
    ];
  });
  return bullets("On the account", lines, "I found no such account.");
}
