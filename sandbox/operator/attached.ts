/**
 * Stand-in for Steward on accounts and on a project that a chat is about. Changes accounts itself and hands questions and drafts to the
 * agents for them, as a model would. A chat keeps its subject: later messages may leave it out.
 */
import { OUR_ACCOUNTS, subjectIn } from "../../src/agent/api/subject.ts";
import { parseJson } from "../../src/kernel/parse-json.ts";
import { changesIn, intentOf, nameIn } from "./accounts.ts";
import { listOf } from "./account-task.ts";
import { act, ask, callsOf, look, Stop, type Play, type Scene, type Wanted } from "./engine.ts";
import { ofProject } from "./project-questions.ts";
import { behind } from "./people.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { keywords, shownTime } from "./slots.ts";
import { asText, first, record, type Call, type Result, type Row } from "./transcript.ts";

interface Account {
  readonly id: string;
  readonly name: string;
}

interface Subject {
  readonly kind: "account" | "accounts" | "project";
  readonly name: string;
  readonly id: string;
  /** Whether it was named earlier in the chat. */
  readonly isKept: boolean;
}

/** What the chat is about; null if it is about nothing in particular. The words that remain are the request. */
export function subjectOf(scene: Scene): { readonly subject: Subject | null; readonly words: string } {
  const { words, before } = scene;
  const said = subjectIn(words);
  const named = said === null ? null : read(said.about, false);
  if (said !== null && named !== null) return { subject: named, words: said.words };
  const earlier = before.flatMap((event) => (event.kind === "said" ? [subjectIn(event.text)] : []));
  const last = earlier.findLast((one) => one !== null);
  if (last !== undefined && last !== null) return { subject: read(last.about, true), words };
  const isOfAccounts = /(?<!bank )\baccounts?\b/i.test(words) && intentOf(words) !== "unclear";
  return { subject: isOfAccounts ? read(OUR_ACCOUNTS, false) : null, words };
}

function read(about: string, isKept: boolean): Subject | null {
  if (about === OUR_ACCOUNTS) return { kind: "accounts", name: "", id: "", isKept };
  const [, kind, name = "", id = ""] = /^the (account|project) (.+) \(([\w-]+)\)$/.exec(about) ?? [];
  return kind === "account" || kind === "project" ? { kind, name, id, isKept } : null;
}

/** The answer about the subject; null for requests about something else. */
export function attachedTo(scene: Scene, subject: Subject): Play | null {
  const { words } = scene;
  const intent = intentOf(words);
  if (subject.kind === "project") return OF_TASKS.test(words) ? ofProject(scene, subject.name) : null;
  if (subject.kind === "accounts" && RENEWS.test(words)) return renewals(scene);
  const isTheirs = !subject.isKept || !OF_PEOPLE.test(words);
  if (!isTheirs || (intent === "unclear" && !VAGUE.test(words))) return null;
  return onAccounts(scene, subject);
}

/** A question about a project, or one that narrows the last. */
const OF_TASKS = /\?\s*$|^(?:which|what|who|whose|when|how|list|show|any|and|only|just)\b/i;
/** Messages to people, which are no follow-ups of an account. */
const OF_PEOPLE = /^(?:please )?(?:text|e-?mail|call|tell|remind|message|write to) /i;
const VAGUE = /\bchanges?\b/i;
const DUE =
  /\bdue\b[^.?!]*\baccounts?\b|\baccounts?\b[^.?!]*\b(?:attention|(?:haven['’]?t|not) .*(?:talk|spoke|contact|heard))|\b(?:who|which|any(?:one|body)?|accounts?)\b[^.?!]*\b(?:follow[- ]?ups?|follow up|due)\b/i;
const RENEWS = /^(?:please )?(?:which|what|who|any|list|show)\b[^.?!]*\brenew\w*/i;
const STAGES_COUNTED =
  /\bby stage\b|\bhow many\b.*\bstages?\b|^how many (?:accounts|clients) do we have\W*$/i;
const CREATE =
  /^(?:please )?(?:create|make|open|set up|add) (?:an?|the)? ?(?:new )?(?:account|client|customer) (?:for|called|named) (.+?)(?:,? in (\p{Lu}[^.;:]*?))?[.!]?$/iu;
const DRAFT = /\b(?:draft|write|prepare|compose)\b/i;
const STAGE =
  /\bin (?:the stage )?["“]?(New Lead|Lead|Intake|Application|Submission|Quoted?|Quote Pitched|Bound)\b/i;
const NUMBERS = ["one", "two", "three", "four", "five"];

/** What all accounts are asked about together; null for anything else. */
function* onAll(words: string): Play<string | null> {
  const counted = first(HOW_MANY, words);
  if (counted !== "") return yield* countIn(counted);
  if (BIGGEST.test(words)) return (yield* biggest(/smallest/i.test(words))) ?? NONE;
  const few = fewIn(words);
  if (DRAFT.test(words) && few !== null) return yield* draftsFor(few);
  if (DUE.test(words) && nameIn(beforeNote(words)) === null) return yield* whoIsDue();
  const stage = first(STAGE, words);
  return stage !== "" && /\b(?:which|what|list|show)\b/i.test(words) ? yield* inStage(stage) : null;
}

function* onAccounts(scene: Scene, subject: Subject): Play {
  const { words } = scene;
  const [, name, place] = CREATE.exec(words) ?? [];
  if (name !== undefined) return yield* creation(name.replace(/^["“]|["”]$/g, ""), { location: place });
  const several = subject.kind === "accounts" || nameIn(words) !== null;
  if (several && STAGES_COUNTED.test(words)) return yield* byStage();
  const ofAll = subject.kind === "accounts" ? yield* onAll(words) : null;
  if (ofAll !== null) return ofAll;
  const accounts = yield* meant(scene, subject);
  const [account] = accounts;
  const intent = intentOf(words);
  if (intent === "update" || VAGUE.test(words)) return yield* updates(scene, accounts);
  if (intent !== "followup") return yield* searched(words, account);
  return account === undefined ? yield* whoIsDue() : yield* drafted([account], words);
}

const WHICH = "Which account do you mean? Say its name.";

/** A note's own words name no account. */
function beforeNote(words: string): string {
  return words.split(/[:“"]/)[0] ?? "";
}

/** How many drafts a request for several asks for; null if it asks for one. */
function fewIn(words: string): number | null {
  const [, said] = /\b(one|two|three|four|five|\d)\b[^.?!]*\b(?:most urgent|accounts)\b/i.exec(words) ?? [];
  if (said === undefined) return null;
  return Math.max(1, Math.min(5, Number(said) || NUMBERS.indexOf(said.toLowerCase()) + 1));
}

/** The accounts that are meant: those named, the one of a list read before, the one of the chat, or the last one. */
function* meant(scene: Scene, subject: Subject): Play<readonly Account[]> {
  const { words } = scene;
  const [, place] = /\bthe (first|second|third|last) (?:one|account)?\b/i.exec(words) ?? [];
  if (place !== undefined) {
    const listed = listedBefore(scene);
    const at = ["first", "second", "third"].indexOf(place.toLowerCase());
    const one = at < 0 ? listed.at(-1) : listed[at];
    if (one !== undefined) return [one];
  }
  const named = nameIn(beforeNote(words));
  if (named !== null) {
    const whole = yield* known(scene, named);
    if (whole !== null) return [whole];
    const parts = named.split(/ and | & |, /);
    const each: Account[] = [];
    for (const part of parts.length > 1 ? parts : []) {
      const one = yield* known(scene, part);
      if (one !== null) each.push(one);
    }
    if (each.length > 0) return each;
    if (subject.kind === "accounts") return yield* unknown(scene, named);
  }
  if (subject.kind === "account") return [subject];
  const last = callsOf(scene.before).findLast(
    ({ tool }) => tool === "get_account" || tool === "prepare_followup",
  );
  const of = record(last?.result?.data);
  const name = asText(of["name"]) || asText(record(of["state"])["name"]);
  return asText(of["account"]) === "" ? [] : [{ id: asText(of["account"]), name }];
}

/** The account of a name; asks if it may be several. */
function* known(scene: Scene, name: string): Play<Account | null> {
  const [looked] = yield* look("", ["lookup_account", { name }]);
  const rows = accountsIn(looked);
  const hint = asText(record(looked?.data)["hint"]);
  const [only] = rows;
  if (only === undefined || hint.startsWith("No account")) return null;
  if (hint === "") return only;
  const options = rows.map((one) => `${one.id} ${one.name}`);
  const chosen = yield* ask(scene, "Which one do you mean?", scene.words.slice(0, 300), options);
  return rows.find(({ id }) => chosen.startsWith(id)) ?? only;
}

function* unknown(scene: Scene, name: string): Play<never> {
  if (intentOf(scene.words) !== "update") throw new Stop(`I have no account “${name}”.`);
  const question = `I don’t have an account for “${name}”. Should I create one?`;
  const answer = yield* ask(scene, question, scene.words.slice(0, 300), ["Create it", "Don’t create one"]);
  if (!/^(?:create|yes|ok|sure)/i.test(answer)) throw new Stop("Nothing was created.");
  const { addNote, ...facts } = changesIn(scene.words, {});
  throw new Stop(yield* creation(name, { ...facts, notes: addNote }));
}

function* creation(name: string, facts: Row): Play {
  return yield* act(`I’ll set up ${name} once you approve.`, ["create_account", { name, ...facts }]);
}

function* updates(scene: Scene, accounts: readonly Account[]): Play {
  if (accounts.length === 0) return WHICH;
  const looked = yield* look(
    "I'll look how things stand.",
    ...accounts.map(({ id }): Wanted => ["get_account", { account: id }]),
  );
  const states = looked.map((one) => record(record(one?.data)["state"]));
  const said = accounts.reduce((words, { name }) => words.replaceAll(name, "it"), scene.words);
  const changes = states.map((state) => changesIn(said, state));
  if (changes.every((one) => Object.keys(one).length === 0))
    return yield* vague(scene, accounts[0], states[0] ?? {});
  yield* act(
    "",
    ...accounts.map(({ id }, at): Wanted => ["update_account", { account: id, ...changes[at] }]),
  );
  return `Changed ${accounts.map(({ name }) => name).join(" and ")}.`;
}

/** Asks with a form what changes. */
function* vague(scene: Scene, account: Account | undefined, state: Row): Play {
  if (account === undefined) return WHICH;
  const question = `What shall I change of ${account.name}?`;
  const answer = scene.answers.get(question);
  if (answer === undefined) {
    const stage = asText(state["stage"]);
    const fields = [
      {
        id: "stage",
        label: "Stage",
        type: "text",
        ...(stage === "" ? {} : { placeholder: `Now: ${stage}` }),
      },
      { id: "next_step", label: "Next step", type: "text" },
      { id: "note", label: "Add a note", type: "textarea" },
    ];
    yield { say: "", calls: [["ask_user", { question, fields, minFilled: 1 }]] };
    throw new Stop(question);
  }
  const filled = record(parseJson(answer));
  const next = asText(filled["next_step"]);
  const changes = {
    stage: filled["stage"],
    nextSteps: next === "" ? undefined : [next],
    addNote: filled["note"],
  };
  yield* act("", ["update_account", { account: account.id, ...changes }]);
  return `Changed ${account.name}.`;
}

function* draftsFor(limit: number): Play {
  const [scanned] = yield* look("I'll look who has been quiet for too long.", ["scan_followups", { limit }]);
  const due = accountsIn(scanned);
  return due.length === 0 ? NONE_DUE : yield* drafted(due, "");
}

/** One draft each, by the agent that writes as the client writes. */
function* drafted(accounts: readonly Account[], words: string): Play {
  const purpose = /^draft (?:a |an )?follow-?up\b/i.test(words) ? "" : words.slice(0, 500);
  const prepared = yield* look(
    "I'll gather what is known of them.",
    ...accounts.map(({ id }): Wanted => ["prepare_followup", { account: id, purpose }]),
  );
  const names = accounts.map(({ name }, at) => asText(record(prepared[at]?.data)["name"]) || name);
  return yield* act(
    `Here's a draft for ${names.join(", ")}. Nothing goes out before someone approves it.`,
    ...names.map((name, at): Wanted =>
      handOver(
        "followup_agent",
        `Follow up with ${name}: draft it and put it before the team with execute_followup.`,
        JSON.stringify(record(prepared[at]?.data)),
      ),
    ),
  );
}

const NONE_DUE = "No account is due for a follow-up.";

/** The list itself is shown below the answer. */
export function* whoIsDue(): Play {
  const [scanned] = yield* look("I'll look who has been quiet for too long.", [
    "scan_followups",
    { limit: 10 },
  ]);
  const due = accountsIn(scanned);
  const total = Number(record(scanned?.data)["total"] ?? due.length);
  if (due.length === 0) return NONE_DUE;
  return `${total} ${total === 1 ? "account is" : "accounts are"} due for a follow-up. ${due[0]?.name ?? ""} comes first.`;
}

const HOW_MANY =
  /\bhow many\b[^?]*\b(new lead|lead|intake|application received|submission|quoted|quote pitched|bound|closed won|closed lost)\b/i;

/** How many accounts are in a stage, and in all others. */
function* countIn(stage: string): Play {
  const [all] = yield* look("", ["find_accounts", { limit: 1 }]);
  const stages = record(all?.data)["stages"];
  const lines = (Array.isArray(stages) ? stages : []).map(asText);
  const own = lines.find((line) => line.toLowerCase().startsWith(`${stage.toLowerCase()}: `));
  const count = own?.split(": ")[1] ?? "0";
  return `${count} ${count === "1" ? "account is" : "accounts are"} in ${own?.split(": ")[0] ?? stage}. By stage: ${lines.join(", ")}.`;
}

/** What renews within the days named, by the accounts' own field. */
export function* renewals(scene: Scene): Play {
  const within =
    Number(first(/\b(\d{1,3}) days?\b/i, scene.words)) || (/\bmonth\b/i.test(scene.words) ? 31 : 60);
  const [found = null] = yield {
    say: "",
    calls: [["find_accounts", { field: "Renewal date", within, limit: 12 }]],
  };
  const lines = rowsOf(found?.data, ["account"]).map((row) => {
    const own = [row["details"] ?? []].flat().map(String).join(", ");
    return `[${field(row, "name")}](/accounts/${field(row, "account")})${own === "" ? "" : `: ${own}`}`;
  });
  return bullets(
    `Renewals in the next ${within} days`,
    lines,
    `No account has a renewal date in the next ${within} days on record. Dates are kept on each account, under [Accounts](/accounts).`,
  );
}

const NONE = "No account has a premium on record.";
export const BIGGEST =
  /\b(?:biggest|largest|top|smallest)\b.*\b(?:accounts?|clients?|customers?|polic\w+)\b/i;

/** The accounts with the highest premium, or the lowest. */
export function* biggest(isLeast: boolean): Play<string | null> {
  const order = isLeast ? "asc" : "desc";
  const [found = null] = yield { say: "", calls: [["find_accounts", { field: "Premium", order, limit: 5 }]] };
  const lines = rowsOf(found?.data, ["account"]).map((row) => {
    const own = [row["details"] ?? []].flat().map(String).join(", ");
    return `[${field(row, "name")}](/accounts/${field(row, "account")}): ${own}`;
  });
  return lines.length === 0
    ? null
    : bullets(`By premium, the ${isLeast ? "lowest" : "highest"} first`, lines, "");
}

/** A follow-up's draft to the account that is named; null where none is. */
export function* followedUp(scene: Scene): Play<string | null> {
  const said = first(/\b(?:for|with|to) (.+?)[.!?]*$/i, scene.words);
  const name = said === "" || /^(?:it|them|him|her)$/i.test(said) ? yield* behind(scene) : said;
  const account = name === "" ? null : yield* accountNamed(name);
  return account === null ? null : yield* drafted([account], "");
}

export function* byStage(): Play {
  const [all] = yield* look("", ["find_accounts", { limit: 1 }]);
  const stages = record(all?.data)["stages"];
  const lines = (Array.isArray(stages) ? stages : []).map((line) => `- ${asText(line)}`);
  return lines.length === 0 ? "There are no accounts yet." : `Accounts by stage:\n${lines.join("\n")}`;
}

function* inStage(stage: string): Play {
  const [listed] = yield* look("", ["find_accounts", { stage }]);
  const lines = rowsOf(listed?.data, ["account"]).map((row) => {
    const place = asText(row["location"]);
    return `- [${asText(row["name"])}](/accounts/${asText(row["account"])})${place === "" ? "" : `, ${place}`}`;
  });
  return lines.length === 0
    ? `No account is in ${stage}.`
    : `${lines.length} in ${stage}:\n${lines.join("\n")}`;
}

/** An answer with quotes; they are shown below it. */
function* searched(words: string, account: Account | undefined): Play {
  const about =
    account === undefined
      ? ""
      : `The account is ${account.name}, number ${account.id}. Its files: accounts/${account.id}/`;
  const [handed] = yield* look("I'll look in the accounts' files.", handOver("search_agent", words, about));
  return asText(record(record(handed?.data)["result"])["answer"]) || "I found nothing about that.";
}

function handOver(agent: string, task: string, context: string): Wanted {
  return ["delegate", { context_ids: [], agent, task, context }];
}

/** The one account that the words name; null where none or several are. */
function* accountNamed(words: string): Play<Account | null> {
  const asked = keywords(words)
    .filter((word) => word.length > 3)
    .slice(0, 4);
  const found = yield* look("", ...asked.map((query): Wanted => ["find_accounts", { query, limit: 3 }]));
  const each = found.map((result) => accountsIn(result).map(({ id }) => id));
  const ids = [...new Set(each.flat())];
  const fits = (id: string): number => each.filter((some) => some.includes(id)).length;
  const best = ids.filter((id) => fits(id) === Math.max(...ids.map(fits)));
  const [id, ...others] = best;
  if (id === undefined || others.length > 0) return null;
  return found.flatMap(accountsIn).find((one) => one.id === id) ?? null;
}

/** The account that the words name, with its stage, fields, next steps and what was said last. Null where none is named. */
export function* accountAsked(scene: Scene): Play<string | null> {
  const about =
    /\b(?:next|steps?|stage|quick|rundown|brief|stand|latest|premium|carrier|renew\w*|polic\w+|handles?|looks after|going|talk)\b/gi;
  const named = yield* accountNamed(scene.words.replace(about, ""));
  if (named === null) return null;
  const account = named.id;
  const [read] = yield* look("", ["get_account", { account }]);
  const state = record(record(read?.data)["state"]);
  const fields = listOf(state["details"]);
  const next = listOf(state["nextSteps"]);
  const lines = [
    `[${asText(state["name"])}](/accounts/${account}), ${asText(state["stage"])}`,
    ...(fields.length === 0 ? [] : [fields.join(", ")]),
    ...(next.length === 0 ? [] : [`Next: ${next.join("; ")}`]),
    ...rowsOf(record(read?.data)["history"], ["said"])
      .slice(0, 4)
      .map((row) => `${shownTime(field(row, "at"))}: ${field(row, "said")}`),
  ];
  return bullets("On the account", lines, "");
}

/** The accounts of the last list in this chat. */
function listedBefore({ before }: Scene): Account[] {
  const isList = ({ tool }: Call): boolean => tool === "scan_followups" || tool === "find_accounts";
  return accountsIn(callsOf(before).findLast(isList)?.result);
}

function accountsIn(result: Result | null | undefined): Account[] {
  return rowsOf(result?.data, ["account", "account_id"]).map((row) => ({
    id: asText(row["account"]) || asText(row["account_id"]),
    name: asText(row["name"]) || asText(row["account_name"]),
  }));
}
