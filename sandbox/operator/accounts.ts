/**
 * Stand-in for the account agents: parses a request by verbs and capitalized words, looks things up with the given tools, and quotes
 * rather than understands. Its answers say that it is a script.
 */
import { parse } from "yaml";
import type { MessagesRequest, Reply } from "../anthropic/types.ts";
import { following } from "./account-drafts.ts";
import { listOf, NOTE, type Task } from "./account-task.ts";
import { callsOf, look, openTools, run, type Play, type Scene } from "./engine.ts";
import {
  asText,
  first,
  readTranscript,
  record,
  wordsOf,
  type Event,
  type Result,
  type Row,
} from "./transcript.ts";
import { keywords } from "./slots.ts";
import { parseJson } from "../../src/kernel/parse-json.ts";

const STAGES =
  /\b(?:New Lead|Lead|Intake|Application Received|Application|Submission|Submitted|Quote Pitched|Quoted|Quote|Bound|Closed Won|Closed Lost)\b/;
const STAGES_ALL = new RegExp(STAGES.source, "gi");

/** An account agent's reply; null for requests to other agents. */
export function accountReply(request: MessagesRequest): Reply | null {
  const told = wordsOf(request.system);
  const task = taskIn(request);
  if (told.startsWith("Sort one request about an insurance agency"))
    return json(sorted(task.words, task.material));
  if (told.startsWith("You change one account of an insurance agency"))
    return played(request, withSkill(request, "update/state-edit", updating(task)));
  if (told.startsWith("You answer one question about an insurance agency"))
    return answeredAtOnce(task) ?? played(request, withSkill(request, searchSkill(task), searching(task)));
  if (told.startsWith("You follow up with one client of an insurance agency"))
    return played(request, withSkill(request, "followup/communication-draft", following(request, task)));
  return null;
}

/** Reads the team's skill for this kind of work first, if there is one. */
function* withSkill(request: MessagesRequest, name: string, play: Play): Play {
  if (wordsOf(request.system).includes(`- ${name}: `)) yield* look("", ["load_skill", { name }]);
  return yield* play;
}

function searchSkill({ material }: Task): string {
  return /number \d+/.test(material) ? "search/file-navigation" : "search/description-search";
}

function taskIn({ messages }: MessagesRequest): Task {
  const text = wordsOf(messages[0]?.content ?? []);
  const words = /^Task from [^\n]*:\n([\s\S]*?)(?=\n<material>|\n<context>|$)/.exec(text)?.[1]?.trim() ?? "";
  const material = /<material>\n[^\n]*\n([\s\S]*?)\n<\/material>/.exec(text)?.[1] ?? "";
  return { words, material };
}

function json(value: unknown): Reply {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

function played(request: MessagesRequest, play: Play): Reply {
  const { events } = readTranscript(request);
  const scene = { callFor: openTools(request, events), done: callsOf(events as Event[]) } as unknown as Scene;
  const { text, calls } = run(play, scene);
  return { content: [...(text === "" ? [] : [{ type: "text", text }]), ...calls] };
}

const FOLLOWUP =
  /\bfollow(?:ing)?[- ]?ups?\b|\bcheck in with\b|\breach out\b|\bcall script\b|\bdraft (?:an? |the )?(?:e-?mail|text|message|call)|^(?:please )?(?:e-?mail|text|call|write(?: to)?|remind|nudge)\b|\bdue for\b|\boverdue\b/i;
const UPDATE =
  /^(?:please )?(?:mark|set|change|update|add|note|move|record|log|remove|make|create|open|bind|close|put|rename|edit|save)\b|\bis now\b|\bhas moved to\b|\bnew (?:e-?mail|phone|contact|address)\b/i;
const QUESTION =
  /\?\s*$|^(?:please )?(?:what|which|where|when|who|how|why|do|does|did|is|are|has|have|can|show|find|tell|list|summari[sz]e|give|compare|look|any|explain|search)(?:['’]s)?\b/i;
const MANY =
  /\b(?:which|what|all|any|every|our|how many|list|show|find|compare)\b[^.?!]*\b(?:accounts|clients|customers|leads|companies|pipeline)\b|\bacross\b|\bevery(?:body|one)\b|\bwho (?:has|have|needs|is due|should|hasn't|haven't)\b|\bfollow-?ups (?:are|do)\b|\bmost urgent\b/i;

/** Classifies a request by its verbs and capitalized names. */
function sorted(words: string, material: string) {
  const intent = intentOf(words);
  const isMany = MANY.test(words);
  const accountName = isMany ? null : nameIn(words);
  const accountDescription = accountName === null && !isMany ? descriptionIn(words) : null;
  const last = /^Account spoken of last: (.+)$/m.exec(material)?.[1];
  const about = accountName ?? last ?? "Lakeview Dental Group";
  return {
    intent,
    confidence: intent === "unclear" ? 0.3 : 0.9,
    accountName,
    accountDescription,
    requiresSpecificAccount: !isMany,
    stage: isMany ? (STAGES.exec(words)?.[0] ?? null) : null,
    suggestions:
      intent === "unclear"
        ? [`What is the status of ${about}?`, `Add a note to ${about}`, `Follow up with ${about}`]
        : [],
  };
}

export function intentOf(words: string): "followup" | "update" | "search" | "unclear" {
  if (FOLLOWUP.test(words)) return "followup";
  if (UPDATE.test(words)) return "update";
  return QUESTION.test(words) ? "search" : "unclear";
}

/** Capitalized words that aren't a stage and don't merely start the sentence. */
export function nameIn(words: string): string | null {
  const quoted = /["“]([^"”]{3,80})["”]/.exec(words)?.[1];
  const plain = words.replace(STAGES_ALL, (stage) => stage.toLowerCase()).replace(/^[^\p{L}]*/u, "");
  const capital = String.raw`\p{Lu}[\p{L}\d’'.-]*`;
  const names = [
    ...plain.matchAll(new RegExp(String.raw`${capital}(?:(?: (?:&|and|of|the|de|at))? ${capital})*`, "gu")),
  ]
    .map(([name]) => name.replace(/['’]s$/, "").replace(/\.$/, ""))
    .map((name) => (plain.startsWith(name) ? withoutVerb(name) : name))
    .filter(
      (name) =>
        name.length > 2 &&
        !/^(?:I|I'm|We|The|Please|They|He|She|Monday|Tuesday|Wednesday|Thursday|Friday|Texas|Chicago|Illinois|IL|TX)$/.test(
          name,
        ),
    );
  const [first] = names.toSorted((one, other) => other.split(" ").length - one.split(" ").length);
  return first ?? (quoted !== undefined && /^\p{Lu}/u.test(quoted) ? quoted : null);
}

/** A sentence's leading verb or question word isn't part of a name. */
function withoutVerb(name: string): string {
  const verbs =
    /^(?:Mark|Set|Change|Update|Add|Note|Move|Record|Log|Remove|Make|Create|Open|Bind|Close|Put|What|When|Who|Where|Which|How|Why|Is|Are|Has|Have|Did|Does|Do|Show|Find|Tell|List|Summarize|Give|Follow|Call|Text|Email|Draft|Check|Reach|Write|Remind|Any|Can|Please|Summarise|Look|Send|Search)\b ?/;
  return name.replace(verbs, "");
}

function descriptionIn(words: string): string | null {
  const [, described] =
    /\bthe ([a-z][a-z' -]+?(?: (?:in|on|near|from|at) [\w ,]+)?)(?=[?.!,]|'s|$| as | to | is | has | say| want| said)/.exec(
      words,
    ) ?? [];
  if (
    described === undefined ||
    /^(?:status|customer|client|account|call|e-?mail|stage|quote|policy|note|next step)s?\b/.test(described)
  )
    return null;
  return described;
}

/** Parses a change from its words. */
function* updating({ words, material }: Task): Play {
  const number = /number (\d+)/.exec(material)?.[1] ?? "";
  const state = record(parseJson(/How things stand:\n(\{.*\})/.exec(material)?.[1] ?? "{}"));
  const changes = changesIn(words, state);
  if (number === "" || Object.keys(changes).length === 0)
    return JSON.stringify({ status: "vague", message: "It doesn't say what changes." });
  const [answer] = yield { say: "", calls: [["update_account", { account: number, ...changes }]] };
  if (answer?.isError === true)
    return JSON.stringify({ status: "nothing", message: asText(record(answer.data)["message"]) });
  return JSON.stringify({ status: "updated", message: "Changed as asked." });
}

const STAGE_TO =
  /\b(?:as|to|in|into|stage(?: is)?:?) (?:the )?["“]?(new lead|lead|intake|application received|application|submission|submitted|quote pitched|quoted|bound|closed won|closed lost)\b/i;
const NOTED = [
  /\bnote(?: (?:to|for|on|in) [^:,]{2,60}?)?(?::| that| saying) (.+)$/is,
  /^(?:please )?note (?:that )?(.+)$/is,
];
const PLACED =
  /\b(?:account|client|customer) [^:]*? in (\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)*(?:, [A-Z]{2})?)(?=[.,;:]|$)/u;
const NEXT = /\bnext steps?(?: (?:of|for) [^:,]{2,60}?)?(?: to|:| is| -) (.+)$/is;

export function changesIn(words: string, state: Row): Row {
  const stage = first(STAGE_TO, words);
  const note = NOTED.map((pattern) => first(pattern, words)).find((one) => one !== "") ?? "";
  const beside = stage === "" ? "" : first(/,\s*(\$?[\d][^.]*)\.?$/, words);
  const next = first(NEXT, words);
  const cover = first(/\badd (.+?) (?:insurance|coverage|cover)\b/i, words);
  const known: unknown[] = Array.isArray(state["insuranceTypes"]) ? state["insuranceTypes"] : [];
  const changes = {
    stage,
    addNote: note === "" ? beside : note,
    primaryEmail: first(/([\w.+-]+@[\w-]+\.[\w.]+\w)/, words),
    primaryPhone: first(/(\(?\d{3}\)?[ -.]\d{3}[ -.]\d{4})/, words),
    location: first(PLACED, words),
    nextSteps: next === "" ? "" : [next.replace(/^[“"]|[”"]\.?$/g, "")],
    insuranceTypes: cover === "" ? "" : [...known, cover],
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== ""));
}

/** An answer from the gathered material; null if it lacks one. */
function answeredAtOnce({ words, material }: Task): Reply | null {
  const lines = (material.split("Read for this question:\n")[1] ?? "")
    .split("\n")
    .map((line) => record(parseJson(line)));
  const number = first(/number (\d+)/, material);
  const files = lines.filter((line) => "path" in line);
  if (number !== "") {
    if (OF_FILES.test(words)) return null;
    const name = first(/^The account is (.+?), number/, material);
    return answerOf(files, { number, name, words });
  }
  const accounts = lines.filter((line) => "account" in line);
  const stage = STAGES.exec(words)?.[0];
  const about = record(lines[0]);
  if (/\bhow many\b.*\bstages?\b/i.test(words)) return json(byStage(record(about["stages"])));
  if (accounts.length === 0 || (stage === undefined) === asText(about["listedBy"]).startsWith("stage "))
    return null;
  const cited = quoteOf(files, keywords(words));
  return json(listed(accounts, cited));
}

/** Questions about files themselves, which no file's words answer. */
const OF_FILES = /\b(?:chang\w*|history|files?)\b/i;

function answerOf(
  files: readonly Row[],
  { number, name, words }: { readonly number: string; readonly name: string; readonly words: string },
): Reply | null {
  const path = `accounts/${number}/state.md`;
  const read = files.find((one) => one["path"] === path);
  if (read === undefined) return null;
  const asked = keywords(words.replaceAll(name, ""));
  const sources = files.filter((one) => one !== read);
  if (SAID.test(words) && sources.length > 0) {
    const said = sources.flatMap((one): Row[] => [quoteOf([one], asked)].filter((found) => found !== null));
    if (said.length > 0) return json(toldFromSources(name, said));
  }
  const state = stateIn(asText(read["text"]));
  const told = { words: stateTold(words, state) };
  return json(stated({ path, name, state, told, source: quoteOf(sources, asked) }));
}

/** The best matching sentence of the first file that has one. */
function quoteOf(files: readonly Row[], asked: readonly string[]): Row | null {
  for (const { path, text } of files.filter((one) => asText(one["path"]).includes("/sources/"))) {
    const quote = bestLine(asText(text), asked);
    if (quote !== "") return { path, quote };
  }
  return null;
}

/** Searches one account's files, or several accounts' rows. */
function* searching({ words, material }: Task): Play {
  const number = first(/number (\d+)/, material);
  const name = first(/^The account is (.+?), number/, material);
  return JSON.stringify(number === "" ? yield* several(words) : yield* oneAccount(number, name, words));
}

function* several(words: string): Play<Row> {
  const stage = STAGES.exec(words)?.[0];
  const asked = stage === undefined ? { description: words.slice(0, 300) } : { stage };
  const [answer] = yield* look("", ["search_descriptions", asked]);
  const accounts = itemsOf(answer);
  if (accounts.length === 0)
    return { answer: `I found no account by “${stage ?? words}”.`, citations: [], notes: [NOTE] };
  const source = yield* newestSource(asText(accounts[0]?.["account"]), keywords(words));
  return listed(accounts, source);
}

function listed(accounts: readonly Row[], source: Row | null): Row {
  const fit = accounts.length === 1 ? "account fits" : "accounts fit";
  const answer = `${accounts.length} ${fit}:\n${accounts.slice(0, 12).map(lineOf).join("\n")}`;
  return { answer, citations: source === null ? [] : [source], notes: [NOTE] };
}

/** Counts come from code. */
function byStage(stages: Row): Row {
  const lines = Object.entries(stages).map(([stage, count]) => `- ${stage}: ${String(count)}`);
  return { answer: `Accounts by stage:\n${lines.join("\n")}`, citations: [], notes: [NOTE] };
}

function lineOf(one: Row): string {
  const facts = [one["stage"], one["location"]].map(asText).filter((fact) => fact !== "");
  return `- ${asText(one["name"])} (${facts.join(", ")})`;
}

function* oneAccount(number: string, name: string, question: string): Play<Row> {
  if (SAID.test(question)) {
    const said = yield* whatWasSaid(number, keywords(question.replaceAll(name, "")));
    if (said.length > 0) return toldFromSources(name, said);
  }
  const path = `accounts/${number}/state.md`;
  const [read] = yield* look("", ["read_file", { path }]);
  const state = stateIn(asText(record(read?.data)["text"]));
  const told = yield* toldOf(number, question, state);
  const source = yield* newestSource(number, keywords(question.replaceAll(name, "")));
  return stated({ path, name, state, told, source });
}

interface Stated {
  readonly path: string;
  readonly name: string;
  readonly state: Row;
  readonly told: Told;
  readonly source: Row | null;
}

/** An answer from the state, with a client's sentence. */
function stated({ path, name, state, told, source }: Stated): Row {
  const said = source === null ? "" : ` On record: “${asText(source["quote"])}”`;
  const stage = asText(state["stage"]);
  return {
    answer: `${told.words.replaceAll("THE_ACCOUNT", name === "" ? "The account" : name)}${said}`,
    citations: [told.citation ?? (stage === "" ? null : { path, quote: `stage: ${stage}` }), source].filter(
      (one) => one !== null,
    ),
    notes: [NOTE],
  };
}

const SAID = /\b(?:e-?mails?|calls?|texts?|said|say|wrote|asked|summari[sz]e|last (?:week|month))\b/i;
const KINDS: Readonly<Record<string, string>> = { emails: "E-mail", calls: "Call", sms: "Texts" };

/** The newest source of each kind, with its best matching sentence. */
function* whatWasSaid(number: string, asked: readonly string[]): Play<Row[]> {
  const said: Row[] = [];
  for (const kind of yield* kindsOf(number)) {
    const newest = yield* newestIn(kind);
    if (newest === "") continue;
    const [read] = yield* look("", ["read_file", { path: newest }]);
    const quote = bestLine(asText(record(read?.data)["text"]), asked);
    if (quote !== "") said.push({ path: newest, quote });
  }
  return said;
}

function toldFromSources(name: string, said: readonly Row[]): Row {
  const lines = said.map((one) => {
    const [, kind = "", day = ""] = /sources\/([^/]+)\/(\d{4}-\d\d-\d\d)/.exec(asText(one["path"])) ?? [];
    return `- ${KINDS[kind] ?? kind} of ${day}: “${asText(one["quote"])}”`;
  });
  return {
    answer: `The newest on record with ${name === "" ? "them" : name}:\n${lines.join("\n")}`,
    citations: [...said],
    notes: [NOTE],
  };
}

interface Told {
  readonly words: string;
  readonly citation?: Row;
}

/** Answers a question about an account from its files: changes, files, contacts, next step, or current state. */
function* toldOf(number: string, question: string, state: Row): Play<Told> {
  if (/\b(?:chang\w*|history)\b/i.test(question)) return yield* changesOf(number);
  if (/\bfiles?\b/i.test(question)) return yield* filesOf(number);
  return { words: stateTold(question, state) };
}

/** Answers from the state: contacts, next step, or how the account stands. */
function stateTold(question: string, state: Row): string {
  const contacts = [state["contacts"] ?? []]
    .flat()
    .map(record)
    .map((one) =>
      [one["name"], one["role"], one["phone"], one["email"]]
        .map(asText)
        .filter((fact) => fact !== "")
        .join(", "),
    );
  if (/\b(?:who|contacts?|talk|phone|e-?mail address|number)\b/i.test(question) && contacts.length > 0)
    return `At THE_ACCOUNT we talk to ${contacts.join("; ")}.`;
  const next = listOf(state["nextSteps"]);
  const steps = next.length === 0 ? "No next step is noted." : `Next: ${next.join("; ")}.`;
  if (/\bnext\b/i.test(question)) return steps;
  const cover = listOf(state["insuranceTypes"]);
  const covers = cover.length === 0 ? "" : ` It's about ${cover.join(", ")}.`;
  return `THE_ACCOUNT is at ${asText(state["stage"]) || "no stage"}.${covers} ${steps}`;
}

function* changesOf(number: string): Play<Told> {
  const path = `accounts/${number}/history.md`;
  const [read] = yield* look("", ["read_file", { path }]);
  const entries = asText(record(read?.data)["text"])
    .split(/^## /m)
    .slice(1)
    .map((entry) => entry.split("\n").filter((line) => line !== "" && line !== "---"))
    .slice(-4)
    .toReversed();
  const lines = entries.map(([at = "", what = ""]) => `- ${at.slice(0, 10)}: ${what}`);
  const [, quote = ""] = entries[0] ?? [];
  return {
    words: `The latest changes of THE_ACCOUNT:\n${lines.join("\n")}\n\n`,
    ...(quote === "" ? {} : { citation: { path, quote } }),
  };
}

function* filesOf(number: string): Play<Told> {
  const lines: string[] = [];
  for (const kind of yield* kindsOf(number)) {
    const [listed] = yield* look("", ["list_files", { folder: kind }]);
    lines.push(`- ${kind.split("/").at(-1) ?? ""}: ${itemsOf(listed).length} on record`);
  }
  const sources = lines.length === 0 ? "; no e-mail, call, or text yet." : `, and:\n${lines.join("\n")}\n\n`;
  return { words: `Of THE_ACCOUNT there are state.md and history.md${sources}` };
}

/** Folders of an account's sources, one per kind. */
function* kindsOf(number: string): Play<string[]> {
  const [files] = yield* look("", ["list_files", { folder: `accounts/${number}` }]);
  if (!JSON.stringify(files?.data ?? null).includes(`accounts/${number}/sources`)) return [];
  const [kinds] = yield* look("", ["list_files", { folder: `accounts/${number}/sources` }]);
  return itemsOf(kinds).map((one) => asText(one["folder"]));
}

function stateIn(text: string): Row {
  const front = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  try {
    return record(parse(front));
  } catch {
    return {};
  }
}

/** An account's newest source by the date in its folder name, with its best matching sentence. */
function* newestSource(number: string, asked: readonly string[]): Play<Row | null> {
  const [kind] = yield* kindsOf(number);
  if (kind === undefined) return null;
  const words = asked.slice(0, 3).join(" ") || "e-mail";
  const [hits] = yield* look("", ["search_files", { query: words, folder: `accounts/${number}/sources` }]);
  const path = asText(itemsOf(hits)[0]?.["path"]) || (yield* newestIn(kind));
  if (path === "") return null;
  const [read] = yield* look("", ["read_file", { path }]);
  const quote = bestLine(asText(record(read?.data)["text"]), asked);
  return quote === "" ? null : { path, quote };
}

/** The summary of the newest source of a kind. */
function* newestIn(kind: string): Play {
  const [listed] = yield* look("", ["list_files", { folder: kind }]);
  const newest = itemsOf(listed)
    .map((one) => asText(one["folder"]))
    .toSorted()
    .at(-1);
  return newest === undefined ? "" : `${newest}/summary.md`;
}

/** The line with the most matching words, preferring longer ones; never a heading, a greeting or the facts above it. */
function bestLine(text: string, asked: readonly string[]): string {
  const lines = text
    .split("\n")
    .filter(
      (line) =>
        /[a-z]{3}/.test(line) && !line.endsWith(":") && !/^(?:#|_|- \*\*|[A-Z][\w-]{1,14}: )/.test(line),
    );
  const held = (line: string): number => asked.filter((word) => line.toLowerCase().includes(word)).length;
  const rank = (line: string): number => held(line) * 1_000 + Math.min(120, line.length);
  const [best = ""] = lines.toSorted((one, other) => rank(other) - rank(one));
  return best.trim().replace(/^- /, "").slice(0, 300);
}

function itemsOf(result: Result | null | undefined): Row[] {
  const items = record(result?.data)["items"];
  return Array.isArray(items) ? items.map(record) : [];
}
