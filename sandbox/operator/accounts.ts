/**
 * The stand-in for the agents of accounts: it reads a request by its verbs and capitals, looks things up with the tools it was given, and quotes rather than
 * understands. What it answers says that it is a script.
 */
import type { MessagesRequest, Reply } from "../anthropic/types.ts";
import { callsOf, look, openTools, run, type Play, type Scene } from "./engine.ts";
import { asText, readTranscript, record, wordsOf, type Event, type Result, type Row } from "./transcript.ts";

const NOTE = "Answered by the demo's script, not by a language model.";
const STAGES =
  /\b(?:New Lead|Lead|Intake|Application Received|Application|Submission|Submitted|Quote Pitched|Quoted|Quote|Bound|Closed Won|Closed Lost)\b/;
const STAGES_ALL = new RegExp(STAGES.source, "gi");

/** The reply of one of the agents of accounts; null for a request to any other. */
export function accountReply(request: MessagesRequest): Reply | null {
  const told = wordsOf(request.system);
  const task = taskIn(request);
  if (/^Sort one request about an insurance agency/.test(told))
    return json(sorted(task.words, task.material));
  if (/^You change one account of an insurance agency/.test(told)) return played(request, updating(task));
  if (/^You answer one question about an insurance agency/.test(told))
    return played(request, searching(task));
  if (/^You follow up with one client of an insurance agency/.test(told))
    return played(request, following(request, task));
  return null;
}

interface Task {
  readonly words: string;
  readonly material: string;
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
  /\?\s*$|^(?:please )?(?:what|which|where|when|who|how|why|do|does|did|is|are|has|have|can|show|find|tell|list|summari[sz]e|give|compare|look|any|explain|search)\b/i;
const MANY =
  /\b(?:which|what|all|any|every|our|how many|list|show|find|compare)\b[^.?!]*\b(?:accounts|clients|customers|leads|companies|pipeline)\b|\bacross\b|\bwho (?:needs|is due|should|hasn't|haven't)\b|\bfollow-?ups (?:are|do)\b/i;

/** What a request is, by its verbs; a name by its capitals. */
function sorted(words: string, material: string) {
  const intent = FOLLOWUP.test(words)
    ? "followup"
    : UPDATE.test(words)
      ? "update"
      : QUESTION.test(words)
        ? "search"
        : "unclear";
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
    suggestions:
      intent === "unclear"
        ? [`What is the status of ${about}?`, `Add a note to ${about}`, `Follow up with ${about}`]
        : [],
  };
}

/** Words with capitals that are no stage and do not only begin the sentence. */
function nameIn(words: string): string | null {
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

/** A sentence's first word is a verb or a question, and no part of a name. */
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

/** Reads a change by its words. */
function* updating({ words, material }: Task): Play {
  const number = /number (\d+)/.exec(material)?.[1] ?? "";
  const state = record(parsed(/How things stand:\n(\{.*\})/.exec(material)?.[1] ?? "{}"));
  const changes = changesIn(words, state);
  if (number === "" || Object.keys(changes).length === 0)
    return JSON.stringify({ status: "vague", message: "It doesn't say what changes." });
  const [answer] = yield { say: "", calls: [["update_account", { account: number, ...changes }]] };
  if (answer?.isError === true)
    return JSON.stringify({ status: "nothing", message: asText(record(answer.data)["message"]) });
  return JSON.stringify({ status: "updated", message: "Changed as asked." });
}

function changesIn(words: string, state: Row): Row {
  const stage =
    /\b(?:as|to|in|into|stage(?: is)?:?) (?:the )?["“]?(new lead|lead|intake|application received|application|submission|submitted|quote pitched|quoted|bound|closed won|closed lost)\b/i.exec(
      words,
    )?.[1];
  const note =
    /\bnote(?: (?:to|for|on|in) [^:,]{2,60}?)?(?::| that| saying) (.+)$/is.exec(words)?.[1] ??
    /^(?:please )?note (?:that )?(.+)$/is.exec(words)?.[1];
  const next = /\bnext steps?(?: (?:of|for) [^:,]{2,60}?)?(?: to|:| is| -) (.+)$/is.exec(words)?.[1];
  const beside = stage === undefined ? undefined : /,\s*(\$?[\d][^.]*)\.?$/.exec(words)?.[1];
  const email = /[\w.+-]+@[\w-]+\.[\w.]+\w/.exec(words)?.[0];
  const phone = /\(?\d{3}\)?[ -.]\d{3}[ -.]\d{4}/.exec(words)?.[0];
  const cover = /\badd (.+?) (?:insurance|coverage|cover)\b/i.exec(words)?.[1];
  const known = Array.isArray(state["insuranceTypes"]) ? state["insuranceTypes"] : [];
  return {
    ...(stage === undefined ? {} : { stage }),
    ...(next === undefined ? {} : { nextSteps: [next.trim()] }),
    ...(note === undefined && beside === undefined ? {} : { addNote: (note ?? beside ?? "").trim() }),
    ...(email === undefined ? {} : { primaryEmail: email }),
    ...(phone === undefined ? {} : { primaryPhone: phone }),
    ...(cover === undefined ? {} : { insuranceTypes: [...known, cover] }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const IDLE = new Set(
  "what which when where who does did the and for with about their they them this that has have was were are is say said account status tell show".split(
    " ",
  ),
);

function keywords(words: string): string[] {
  return [...new Set(words.toLowerCase().match(/[a-z]{4,}/g) ?? [])].filter((word) => !IDLE.has(word));
}

/** Looks through one account's files, or what is known of several. */
function* searching({ words, material }: Task): Play {
  const number = /number (\d+)/.exec(material)?.[1];
  const name = /^The account is (.+?), number/.exec(material)?.[1] ?? "";
  if (number !== undefined) return JSON.stringify(yield* oneAccount(number, name, words));
  const stage = STAGES.exec(words)?.[0];
  const asked = stage === undefined ? { description: words.slice(0, 300) } : { stage };
  const [found] = yield* look("", ["search_descriptions", asked]);
  const accounts = itemsOf(found);
  if (accounts.length === 0)
    return JSON.stringify({
      answer: `I found no account by “${stage ?? words}”.`,
      citations: [],
      notes: [NOTE],
    });
  const lines = accounts
    .slice(0, 12)
    .map(
      (one) =>
        `- ${asText(one["name"])} (${asText(one["stage"])}${asText(one["location"]) === "" ? "" : `, ${asText(one["location"])}`})`,
    );
  const cited: Row[] = [];
  for (const one of accounts.slice(0, 2)) {
    const source = yield* newestSource(asText(one["account"]), keywords(words));
    if (source !== null) cited.push(source);
  }
  if (cited.length === 0)
    yield* look("", ["list_files", { folder: `accounts/${asText(accounts[0]?.["account"])}` }]);
  return JSON.stringify({
    answer: `${accounts.length} ${accounts.length === 1 ? "account fits" : "accounts fit"}:\n${lines.join("\n")}`,
    citations: cited,
    notes: [NOTE],
  });
}

function* oneAccount(number: string, name: string, question: string): Play<Row> {
  const path = `accounts/${number}/state.md`;
  const [read] = yield* look("", ["read_file", { path }]);
  const text = asText(record(read?.data)["text"]);
  const field = (key: string): string => new RegExp(`^${key}: (.+)$`, "m").exec(text)?.[1] ?? "";
  const steps = [...text.matchAll(/^ {2}- (.+)$/gm)].map(([, step]) => step);
  const source = yield* newestSource(number, keywords(question.replaceAll(name, "")));
  if (source === null) yield* look("", ["list_files", { folder: `accounts/${number}/sources` }]);
  const stage = field("stage");
  const said = source === null ? "" : ` On record: “${asText(source["quote"])}”`;
  return {
    answer: `${name === "" ? "The account" : name} is at ${stage === "" ? "no stage" : stage}.${steps.length === 0 ? "" : ` Listed there: ${steps.slice(0, 4).join("; ")}.`}${said}`,
    citations: [
      ...(stage === "" ? [] : [{ path, quote: `stage: ${stage}` }]),
      ...(source === null ? [] : [source]),
    ],
    notes: [NOTE],
  };
}

/** The newest source of an account, by the day in its folder's name, and its sentence that holds most of the words. */
function* newestSource(number: string, asked: readonly string[]): Play<Row | null> {
  const kinds = yield* look("", ["list_files", { folder: `accounts/${number}` }]);
  if (!JSON.stringify(kinds[0]?.data ?? null).includes(`accounts/${number}/sources`)) return null;
  const words = asked.slice(0, 3).join(" ") || "e-mail";
  const [hits] = yield* look("", ["search_files", { query: words, folder: `accounts/${number}/sources` }]);
  const hit = asText(itemsOf(hits)[0]?.["path"]);
  let path = hit;
  if (path === "") {
    const [folders] = yield* look("", ["list_files", { folder: `accounts/${number}/sources` }]);
    const kind = asText(itemsOf(folders)[0]?.["folder"]);
    if (kind === "") return null;
    const [listed] = yield* look("", ["list_files", { folder: kind }]);
    const newest =
      itemsOf(listed)
        .map((one) => asText(one["folder"]))
        .toSorted()
        .at(-1) ?? "";
    if (newest === "") return null;
    path = `${newest}/summary.md`;
  }
  const [read] = yield* look("", ["read_file", { path }]);
  const text = asText(record(read?.data)["text"]);
  const lines = text
    .split("\n")
    .filter((line) => /[a-z]{3}/.test(line) && !/^(?:#|_|- \*\*|[A-Z][\w-]{1,14}: )/.test(line));
  const held = (line: string): number => asked.filter((word) => line.toLowerCase().includes(word)).length;
  const [best] = lines.toSorted((one, other) => held(other) - held(one));
  return best === undefined ? null : { path, quote: best.trim().slice(0, 300) };
}

function itemsOf(result: Result | null | undefined): Row[] {
  const items = record(result?.data)["items"];
  return Array.isArray(items) ? items.map(record) : [];
}

/** A draft from what it was given: the client's greeting and length, the open step, what was said last. */
function* following(request: MessagesRequest, { material }: Task): Play {
  const facts = record(parsed(material));
  const style = record(facts["style"]);
  const to = record(facts["to"]);
  const steps = Array.isArray(facts["nextSteps"]) ? facts["nextSteps"].map(asText) : [];
  const channel = asText(facts["channel"]) || "email";
  const first = asText(to["name"]).split(" ")[0] ?? "";
  const opens = style["formality"] === "formal" ? "Dear" : "Hi";
  const about = steps[0] ?? asText(facts["purpose"]).split(",")[0] ?? "where things stand";
  const ask = `I'm writing about this: ${about}. Is there anything you need from us for it?`;
  const closes =
    style["tone"] === "friendly"
      ? "Thanks so much!"
      : style["formality"] === "formal"
        ? "Kind regards"
        : "Thanks";
  const body =
    channel === "sms"
      ? `Hi${first === "" ? "" : ` ${first}`}, ${ask}`.slice(0, 300)
      : channel === "call_script"
        ? `Opening: ${opens} ${first || "there"}, it's ${companyOf(request)}.\nAbout: ${about}.\nAsk: Where do you stand on it? What would help you decide? When may we call again?\nEnd: say what happens next, and thank them.`
        : `${opens} ${first || "there"},\n\n${ask}\n\n${closes},\n${companyOf(request)}`;
  const read = Array.isArray(facts["read"]) ? facts["read"].map(asText) : [];
  const draft = {
    channel,
    subject: channel === "email" ? `${asText(facts["name"])}: ${about}`.slice(0, 120) : null,
    body,
    rationale: `${asText(facts["why"])} (${NOTE})`.slice(0, 400),
  };
  if (!request.tools.some(({ name }) => name === "execute_followup"))
    return JSON.stringify({ ...draft, context_used: read });
  const { subject, ...rest } = draft;
  yield {
    say: "",
    calls: [
      [
        "execute_followup",
        {
          account: asText(facts["account"]),
          ...rest,
          ...(subject === null ? {} : { subject }),
          contextUsed: read,
        },
      ],
    ],
  };
  return JSON.stringify({ ...draft, context_used: read });
}

function companyOf({ system }: MessagesRequest): string {
  return /^Company: (.+)$/m.exec(wordsOf(system))?.[1] ?? "us";
}
