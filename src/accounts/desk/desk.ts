/**
 * The account desk (seed 003): classifies the request, finds the account in code, delegates to an agent, and
 * asks back for missing information. Its replies are a pure function of the log; anything that needs a model
 * is delegated.
 */
import {
  accountCandidateSchema,
  accountRefSchema,
  routedSchema,
  type AccountCandidate,
  type AccountIntent,
  type AccountRef,
  type Routed,
} from "../api/account-query.ts";
import type { OutcomePart } from "../../agent/api/message.ts";
import type { AnswerPart, FormValues } from "../../agent/api/question.ts";
import type { ScriptMessage, ScriptReply, ScriptView } from "../../agent/script.ts";
import {
  chosenIn,
  CREATE_FIELD,
  DONT,
  idIn,
  newAccountValues,
  offeredOptions,
  openQuestion,
  type AccountAskedPart,
} from "./asked.ts";
import { fromForm, isOnlyCreation, update, updateAfter } from "./changes.ts";
import { draftsAsked, readCommand, type DeskCommand } from "./commands.ts";
import { followUp, manyFollowUps, whoIsDue } from "./follow-up.ts";
import { writeAgain } from "./write-again.ts";
import {
  answersIn,
  ask,
  nextReply,
  objectOf,
  objectsOf,
  textField,
  type Answered,
  type Play,
} from "./play.ts";
import { nobody, rephrase, whichAccount, type Named } from "./questions.ts";
import { done, errorReply, outcomeReply, searchReply, updateReply } from "./replies.ts";

/** Minimum confidence to accept the classification. */
const SURE = 0.5;
const SUGGESTIONS = 4;
/** Characters of a question by which its material is chosen. */
const QUESTION_CHARS = 2_000;

/** State at the start of a turn. */
interface Scene {
  readonly words: string;
  readonly values: FormValues | null;
  readonly asked: AccountAskedPart | null;
  /** What the open question offers to choose from. */
  readonly options: readonly string[];
  /** The account mentioned last in this conversation. */
  readonly last: AccountRef | null;
  readonly lastWords: string;
}

export function accountDesk({ turn, before }: ScriptView): ScriptReply {
  const outcomes = outcomesIn(turn);
  const scene = sceneOf(turn, before);
  if (scene.words === "" && outcomes.length > 0) {
    const again = outcomes.filter(({ changesRequested }) => changesRequested === true);
    if (again.length === 0) return outcomeReply(outcomes);
    return nextReply(writeAgain(again, before), answersIn(turn));
  }
  return nextReply(handle(scene), answersIn(turn));
}

function outcomesIn(turn: readonly ScriptMessage[]): OutcomePart[] {
  return turn.flatMap(({ kind, parts }) =>
    kind === "outcome"
      ? parts.filter((part) => part.type === "outcome").map((part) => part as OutcomePart)
      : [],
  );
}

function sceneOf(turn: readonly ScriptMessage[], before: readonly ScriptMessage[]): Scene {
  const inbound = turn.filter(({ kind }) => kind === "inbound");
  const answer = inbound.flatMap(({ parts }) => parts.filter(({ type }) => type === "answer")).at(-1);
  const routed = before.flatMap(({ parts }) => parts).findLast(({ type }) => type === "routed");
  const known = routedSchema.safeParse(routed);
  const asked = openQuestion(before);
  return {
    words: inbound.map(textOf).join("\n").trim(),
    values: answer === undefined ? null : (answer as AnswerPart).values,
    asked,
    options: asked === null ? [] : offeredOptions(asked, before),
    last: known.success ? known.data.account : null,
    lastWords: before
      .filter(({ kind }) => kind === "inbound" || kind === "reply")
      .slice(-4)
      .map(textOf)
      .filter((text) => text !== "")
      .join("\n")
      .slice(-1_500),
  };
}

function textOf({ parts }: ScriptMessage): string {
  return parts
    .flatMap((part) => {
      const { type, text } = part as { type: string; text?: unknown };
      return type === "text" && typeof text === "string" ? [text] : [];
    })
    .join("\n");
}

function* handle(scene: Scene): Play {
  const { asked, words: query } = scene;
  const command = readCommand(query);
  if (command !== null) return yield* commanded(command);
  if (asked !== null) {
    const resumed = yield* resume(asked, scene);
    if (resumed !== null) return resumed;
    if (asked.about === "which_account") return yield* besides(asked, fresh(query, scene));
  }
  return yield* fresh(query, scene);
}

/** Does something else, while it stays open which account is meant. */
function* besides(asked: AccountAskedPart, play: Play): Play {
  const { text, parts = [], ...reply } = yield* play;
  const open = `Still open: which account is meant by “${asked.query}”?`;
  return { ...reply, text: [text ?? "", open].join("\n\n").trim(), parts: [...parts, { ...asked }] };
}

/** Runs a command without classification. */
function* commanded(command: DeskCommand): Play {
  switch (command.kind) {
    case "search":
      return yield* search(command.query, { ...routeOf("search", 1), account: null, found: null }, "");
    case "followup":
      return yield* followUp(command, { ...routeOf("followup", 1), agent: "followup_agent" });
    case "followups":
      return yield* manyFollowUps(command, { ...routeOf("followup", 1), agent: "followup_agent" });
    case "due":
      return yield* whoIsDue({ ...routeOf("followup", 1), agent: "followup_agent" }, command.stage);
  }
}

function routeOf(intent: AccountIntent, confidence: number): Routed {
  return { agent: null, intent, confidence, account: null, found: null };
}

/** A new request: the model classifies it, code finds the account. */
function* fresh(query: string, scene: Scene): Play {
  const read = yield* start(query, scene);
  if (read === null) return errorReply("I couldn’t tell what that is about. Could you rephrase it?");
  const { intent, confidence, suggestions } = read;
  const route = routeOf(intent, confidence);
  if (intent === "unclear" || (confidence < SURE && suggestions.length >= 2))
    return yield* rephrase(query, route, suggestions);
  if (isOfMany(read)) return yield* acrossAccounts(query, route, read.stage, scene.lastWords);
  const named = namedIn(read);
  if (Object.keys(named).length > 0) return yield* find(query, route, named, scene.lastWords);
  if (scene.last === null) return yield* whichAccount(query, route, []);
  return yield* routeTo(query, { ...route, account: scene.last, found: "conversation" }, scene.lastWords);
}

/** Whether a request concerns several accounts or all. */
function isOfMany({ intent, needsAccount, name, description }: Started): boolean {
  return !needsAccount && (intent === "search" || (name === null && description === null));
}

function namedIn({ name, description }: Started): Named {
  return { ...(name === null ? {} : { name }), ...(description === null ? {} : { description }) };
}

function saidBefore(words: string): string[] {
  return words === "" ? [] : [`Said before:\n${words}`];
}

interface Started {
  readonly intent: AccountIntent;
  readonly confidence: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly needsAccount: boolean;
  /** For several accounts. */
  readonly stage: string | null;
  readonly suggestions: readonly string[];
}

function* start(query: string, { last, lastWords }: Scene): Play<Started | null> {
  const context = [
    ...(last === null ? [] : [`Account spoken of last: ${last.name}`]),
    ...saidBefore(lastWords),
  ].join("\n");
  const answer = yield* ask("delegate", {
    context_ids: [],
    agent: "starter",
    task: query,
    ...(context === "" ? {} : { context }),
  });
  const output = objectOf(answer["result"]);
  const intent = routedSchema.shape.intent.safeParse(output["intent"]);
  if (!intent.success) return null;
  const text = (field: string): string | null => {
    const value = output[field];
    return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 300) : null;
  };
  return {
    intent: intent.data,
    confidence: typeof output["confidence"] === "number" ? output["confidence"] : 0,
    name: text("accountName"),
    description: text("accountDescription"),
    needsAccount: output["requiresSpecificAccount"] === true,
    stage: text("stage"),
    suggestions: Array.isArray(output["suggestions"])
      ? output["suggestions"].filter((one) => typeof one === "string").slice(0, SUGGESTIONS)
      : [],
  };
}

/**
 * Several accounts or all: code finds who is due, the search agent answers everything else. Changes never
 * apply to several.
 */
function* acrossAccounts(query: string, route: Routed, stage: string | null, before: string): Play {
  if (route.intent === "update") return yield* whichAccount(query, route, []);
  if (route.intent === "followup") {
    const limit = draftsAsked(query);
    const to: Routed = { ...route, agent: "followup_agent" };
    if (limit === null) return yield* whoIsDue(to, stage);
    return yield* manyFollowUps({ kind: "followups", limit, stage, isDry: false }, to);
  }
  return yield* search(query, route, before, { stage });
}

/**
 * Finds the account, then continues with it, with a choice of several, or by offering to create one. `offered`: those a
 * person was asked to choose from, which stay the choice until one is found.
 */
function* find(
  query: string,
  route: Routed,
  named: Named,
  before: string,
  offered: readonly AccountCandidate[] = [],
): Play {
  const among = offered.map(({ account_id }) => account_id);
  const answer = yield* ask("resolve_account", { ...named, ...(among.length === 0 ? {} : { among }) });
  const candidates = candidatesOf(answer);
  const choice = offered.length > 0 ? offered : candidates;
  if (answer["kind"] === "several") return yield* whichAccount(query, route, choice);
  if (answer["kind"] !== "one") return yield* nobody(query, route, { named, candidates: choice });
  const account = accountRefSchema.parse(answer["account"]);
  const found = routedSchema.shape.found.catch("name").parse(answer["found"]);
  return yield* routeTo(query, { ...route, account, found }, before, answer);
}

function candidatesOf(answer: Answered): AccountCandidate[] {
  return objectsOf(answer["candidates"]).flatMap((one) => {
    const read = accountCandidateSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** Delegates to the agent once the account is known. */
function* routeTo(query: string, route: Routed, before: string, resolved?: Answered): Play {
  const { intent, account } = route;
  if (account === null) return yield* whichAccount(query, route, []);
  if (intent === "search") return yield* search(query, route, before, { known: resolved });
  if (intent === "followup")
    return yield* followUp(
      { kind: "followup", account: account.account_id, channel: null, purpose: query, isDry: false },
      { ...route, agent: "followup_agent" },
    );
  return yield* update(query, { ...route, agent: "updater_agent" }, account, resolved);
}

/** Material for a question, as one JSON object per line so that a file's text can't impersonate another file. */
function materialLines(read: Answered): string[] {
  const { accounts, files, ...about } = read;
  const listed = [...objectsOf(accounts), ...objectsOf(files)];
  return read["failed"] === true || listed.length === 0
    ? []
    : ["Read for this question:", ...[about, ...listed].map((line) => JSON.stringify(line))];
}

/** Asks the search agent. `before` is what was said last, which the question may refer to. */
function* search(
  query: string,
  from: Routed,
  before: string,
  { known, stage = null }: { readonly known?: Answered | undefined; readonly stage?: string | null } = {},
): Play {
  const route: Routed = { ...from, agent: "search_agent" };
  const { account } = from;
  const read = yield* ask("read_accounts", {
    question: query.slice(0, QUESTION_CHARS),
    ...(account === null ? (stage === null ? {} : { stage }) : { account: account.account_id }),
  });
  const context = [
    ...(account === null
      ? []
      : [
          `The account is ${account.name}, number ${account.account_id}, stage ${account.stage}. Its files: accounts/${account.account_id}/`,
        ]),
    ...saidBefore(before),
    ...materialLines(read),
  ].join("\n");
  const answer = yield* ask(
    "delegate",
    { context_ids: [], agent: "search_agent", task: query, ...(context === "" ? {} : { context }) },
    { parts: [{ type: "routed", ...route }] },
  );
  const problem =
    account === null
      ? ""
      : textField(known ?? (yield* ask("resolve_account", { id: account.account_id })), "problem");
  return searchReply(
    answer,
    problem === ""
      ? null
      : `This account’s history doesn’t prove how it stands: ${problem} Check before you rely on it.`,
  );
}

/** Continues after an answer; null if the message is a new request instead. */
function* resume(asked: AccountAskedPart, scene: Scene): Play<ScriptReply | null> {
  const { values, options } = scene;
  const choice = values === null ? chosenIn(scene.words, options) : undefined;
  const text = choice ?? scene.words;
  if (values === null && choice === undefined && isRequest(text)) return null;
  switch (asked.about) {
    case "rephrase":
      if (choice === null) return yield* rephrase(asked.query, asked.routed, options);
      return choice === undefined ? null : yield* fresh(choice, scene);
    case "which_account":
      return yield* chosen(asked, scene, choice);
    case "new_account":
      return yield* newAccount(asked, scene);
    case "vague_update": {
      if (asked.account === null) return null;
      if (values === null) return yield* update(text, asked.routed, asked.account);
      return yield* fromForm(asked.account, values);
    }
  }
}

/** The request for the account that an answer names. `choice`: the option that it picks; null for one that isn't there. */
function* chosen(
  { query, routed, candidates }: AccountAskedPart,
  { words, lastWords }: Scene,
  choice: string | null | undefined,
): Play<ScriptReply | null> {
  if (choice === null) return yield* whichAccount(query, routed, candidates);
  const text = (choice ?? words).trim();
  if (NOT_IT.test(text)) return yield* whichAccount(query, routed, []);
  if (LEAVE.test(text)) return done("Nothing was done.");
  const [only, ...others] = candidates;
  const id = others.length === 0 && only !== undefined && YES.test(text) ? only.account_id : idIn(text);
  if (id !== null) return yield* find(query, routed, { id }, lastWords);
  // A complete sentence is a new request.
  if (text.split(/\s+/).length > MOST_WORDS) return null;
  const named = { name: text.slice(0, 300), description: text.slice(0, 300) };
  return yield* find(query, routed, named, lastWords, candidates);
}

/** Of an answer that describes an account: “the one with the new hood”. */
const MOST_WORDS = 7;

/** Whether the text is a request of its own, whatever was asked before. */
function isRequest(text: string): boolean {
  return (
    text.trimEnd().endsWith("?") ||
    /^(?:please |can you |could you )?(?:add|call|change|compare|compose|create|draft|e-?mail|find|follow|how|list|log|mark|move|open|prepare|record|remind|remove|search|set|show|summari[sz]e|tell|text|update|what|when|where|which|who|write)\b/i.test(
      text.trim(),
    )
  );
}

function* newAccount(
  asked: AccountAskedPart,
  { words: text, values, options, lastWords }: Scene,
): Play<ScriptReply | null> {
  const chosen = answerOn(CREATE_FIELD, values) ?? text;
  if (chosen === DONT || NO.test(chosen.trim())) return done("Nothing was created.");
  const isYes = YES.test(chosen.trim());
  const option = isYes ? chosen : (chosenIn(chosen, options) ?? chosen);
  const id = idIn(option.replace(/^Use /, ""));
  if (id !== null) return yield* find(asked.query, asked.routed, { id }, lastWords);
  if (values === null && !isYes) return null;
  return yield* created(asked, values ?? {});
}

const NOT_IT = /^(?:no|nope)\W*$/i;
const LEAVE = /^(?:cancel|don['’]t|do not|never ?mind)\b/i;
const NO = /^(?:no|nope|cancel|don't|do not|never mind)\b/i;
const YES = /^(?:yes|yep|sure|ok|okay|create|please do|do it|go ahead)\b/i;

function answerOn(field: string, values: FormValues | null): string | null {
  const value = values?.[field];
  return typeof value === "string" ? value : null;
}

/** The person confirmed: creates the account and continues with the request. */
function* created({ name, query, routed }: AccountAskedPart, values: FormValues): Play {
  const wanted = newAccountValues(name, values);
  const made = yield* ask("create_account", wanted);
  if (made["failed"] === true || typeof made["account_id"] !== "string")
    return errorReply(textField(made, "message") || "The account couldn’t be created.");
  const account: AccountRef = { account_id: made["account_id"], name, stage: "" };
  const email = answerOn("primary_email", values)?.trim() ?? "";
  const isLeftOut = email !== "" && wanted["primaryEmail"] === undefined;
  const left = isLeftOut ? ` “${email}” is not an e-mail address, so I left it out.` : "";
  const message = `Created new account: ${name} (ID: ${account.account_id}).${left}`;
  if (routed.intent !== "update" || isOnlyCreation(query, name))
    return updateReply({}, account, { message, made });
  const resolved = yield* ask("resolve_account", { id: account.account_id });
  const route: Routed = { ...routed, agent: "updater_agent", account, found: "chosen" };
  return yield* updateAfter(query, route, { account, made, resolved, message });
}
