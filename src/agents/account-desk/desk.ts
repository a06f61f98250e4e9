/**
 * The desk of the accounts (seed 003): asks the starter what a request is, finds the account in code, hands the request to the agent that answers it, and asks back
 * what is missing. Its replies are a pure function of the log; whatever needs a mind is handed to an agent.
 */
import type { Json } from "../../kernel/hash.ts";
import {
  accountCandidateSchema,
  accountRefSchema,
  routedSchema,
  type AccountCandidate,
  type AccountIntent,
  type AccountRef,
  type Routed,
} from "../../protocol/account-query.ts";
import type { AnswerPart, FormValues } from "../../protocol/question.ts";
import type { OutcomePart } from "../../protocol/message.ts";
import type { ScriptMessage, ScriptReply, ScriptView } from "../script.ts";
import { readCommand, type DeskCommand } from "./commands.ts";
import { followUp, manyFollowUps, whoIsDue } from "./follow-up.ts";
import {
  changedValues,
  CREATE,
  CREATE_FIELD,
  DONT,
  idIn,
  newAccountFields,
  newAccountValues,
  openQuestion,
  optionOf,
  vagueFields,
  type AccountAskedPart,
} from "./asked.ts";
import { answersIn, ask, nextReply, record, rows, words, type Answered, type Play } from "./play.ts";
import { done, errorReply, outcomeReply, searchReply, updateReply } from "./replies.ts";

/** Below this the starter's word for what is meant is not taken. */
const SURE = 0.5;
const SUGGESTIONS = 4;

/** What a turn of the desk begins with. */
interface Scene {
  readonly words: string;
  readonly values: FormValues | null;
  readonly asked: AccountAskedPart | null;
  /** The account that was spoken of last here. */
  readonly last: AccountRef | null;
  readonly lastWords: string;
}

/** The desk's script. */
export function accountDesk({ turn, before }: ScriptView): ScriptReply {
  const outcomes = outcomesIn(turn);
  const scene = sceneOf(turn, before);
  if (scene.words === "" && outcomes.length > 0) return outcomeReply(outcomes);
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
  return {
    words: inbound.map(textOf).join("\n").trim(),
    values: answer === undefined ? null : (answer as AnswerPart).values,
    asked: openQuestion(before),
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
  if (command !== null) return yield* commanded(command, scene);
  if (asked !== null) {
    const resumed = yield* resume(asked, scene);
    if (resumed !== null) return resumed;
  }
  return yield* fresh(query, scene);
}

/** A request by its command, without the starter. */
function* commanded(command: DeskCommand, scene: Scene): Play {
  switch (command.kind) {
    case "search":
      return yield* search(command.query, { ...routeOf("search", 1), account: null, found: null }, null);
    case "followup":
      return yield* followUp(command, { ...routeOf("followup", 1), agent: "followup_agent" });
    case "followups":
      return yield* manyFollowUps(command, { ...routeOf("followup", 1), agent: "followup_agent" });
    case "due":
      return yield* whoIsDue(scene.words, { ...routeOf("followup", 1), agent: "followup_agent" });
  }
}

function routeOf(intent: AccountIntent, confidence: number): Routed {
  return { agent: null, intent, confidence, account: null, found: null };
}

/** A new request: the starter says what it is, code finds the account. */
function* fresh(query: string, scene: Scene): Play {
  const read = yield* start(query, scene);
  if (read === null) return errorReply("I couldn't tell what that is about. Put it in other words, please.");
  const { intent, confidence, name, description, needsAccount, suggestions } = read;
  const route = routeOf(intent, confidence);
  if (intent === "unclear" || (confidence < SURE && suggestions.length >= 2))
    return yield* rephrase(query, route, suggestions);
  const many = !needsAccount && name === null && description === null;
  if (many || (intent === "search" && !needsAccount)) return yield* acrossAccounts(query, route);
  if (name === null && description === null) {
    if (scene.last === null) return yield* whichAccount(query, route, []);
    return yield* routeTo(query, { ...route, account: scene.last, found: "conversation" });
  }
  return yield* find(query, route, {
    ...(name === null ? {} : { name }),
    ...(description === null ? {} : { description }),
  });
}

interface Started {
  readonly intent: AccountIntent;
  readonly confidence: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly needsAccount: boolean;
  readonly suggestions: readonly string[];
}

function* start(query: string, { last, lastWords }: Scene): Play<Started | null> {
  const context = [
    ...(last === null ? [] : [`Account spoken of last: ${last.name}`]),
    ...(lastWords === "" ? [] : [`Said before:\n${lastWords}`]),
  ].join("\n");
  const answer = yield* ask("delegate", {
    context_ids: [],
    agent: "starter",
    task: query,
    ...(context === "" ? {} : { context }),
  });
  const output = record(answer["output"]);
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
    suggestions: Array.isArray(output["suggestions"])
      ? output["suggestions"].filter((one) => typeof one === "string").slice(0, SUGGESTIONS)
      : [],
  };
}

/** Many accounts or all: whoever is due is found in code, everything else by the search agent. A change is never one of many. */
function* acrossAccounts(query: string, route: Routed): Play {
  if (route.intent === "update") return yield* whichAccount(query, route, []);
  if (route.intent === "followup") return yield* whoIsDue(query, { ...route, agent: "followup_agent" });
  return yield* search(query, route, null);
}

type Named = Readonly<Partial<Record<"id" | "name" | "description", string>>>;

/** Finds the account that is meant, and goes on: with it, with a choice of several, or with the question whether to make one. */
function* find(query: string, route: Routed, named: Named): Play {
  const answer = yield* ask("resolve_account", { ...named });
  const candidates = candidatesOf(answer);
  if (answer["kind"] === "several") return yield* whichAccount(query, route, candidates);
  if (answer["kind"] !== "one") return yield* nobody(query, route, { named, candidates });
  const account = accountRefSchema.parse(answer["account"]);
  const found = routedSchema.shape.found.catch("name").parse(answer["found"]);
  return yield* routeTo(query, { ...route, account, found }, answer);
}

function candidatesOf(answer: Answered): AccountCandidate[] {
  return rows(answer["candidates"]).flatMap((one) => {
    const read = accountCandidateSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** A name that nobody has: for a question others are offered, for all else a new account. */
function* nobody(
  query: string,
  route: Routed,
  { named, candidates }: { readonly named: Named; readonly candidates: readonly AccountCandidate[] },
): Play {
  const { name } = named;
  if (name === undefined || route.intent === "search")
    return yield* whichAccount(query, route, candidates, name ?? named.description);
  const part: AccountAskedPart = {
    type: "account_asked",
    about: "new_account",
    query,
    routed: route,
    name,
    candidates: [...candidates],
    account: null,
  };
  const fields = newAccountFields([...candidates]).map((field) =>
    field.id === CREATE_FIELD ? { ...field, current: CREATE } : field,
  );
  yield {
    parts: [{ ...part }, { type: "routed", ...route }],
    calls: [
      {
        name: "ask_user",
        input: {
          question: `I don't have an account for “${name}”. Shall I create one?`,
          requiredFor: query.slice(0, 300),
          fields: fields as unknown as Json,
          minFilled: 1,
        },
      },
    ],
  };
  return errorReply("The question couldn't be asked.");
}

/** Asks which account is meant; with several that may be, by what tells them apart. */
function* whichAccount(
  query: string,
  route: Routed,
  candidates: readonly AccountCandidate[],
  unknown?: string,
): Play {
  const part: AccountAskedPart = {
    type: "account_asked",
    about: "which_account",
    query,
    routed: route,
    name: unknown ?? "",
    candidates: [...candidates],
    account: null,
  };
  const none = unknown === undefined ? "" : `I have no account “${unknown}”. `;
  const question =
    candidates.length === 0
      ? `${none}Which account are you asking about? Its name, or what it is: “the childcare center in Texas”.`
      : `${none}Which one do you mean?`;
  const options = candidates.map((one) => optionOf(one));
  yield {
    parts: [{ ...part }, { type: "routed", ...route }],
    calls: [
      {
        name: "ask_user",
        input: {
          question,
          requiredFor: query.slice(0, 300),
          ...(options.length === 0 ? {} : { options }),
        },
      },
    ],
  };
  return errorReply("The question couldn't be asked.");
}

/** Asks for another wording, with some to choose from. */
function* rephrase(query: string, route: Routed, suggestions: readonly string[]): Play {
  const part: AccountAskedPart = {
    type: "account_asked",
    about: "rephrase",
    query,
    routed: route,
    name: "",
    candidates: [],
    account: null,
  };
  const options = suggestions.map((one) => one.trim().slice(0, 200)).filter((one) => one !== "");
  yield {
    parts: [{ ...part }, { type: "routed", ...route }],
    calls: [
      {
        name: "ask_user",
        input: {
          question: "I'm not sure what you'd like me to do. Which of these comes nearest?",
          ...(options.length === 0 ? {} : { options }),
        },
      },
    ],
  };
  return errorReply("The question couldn't be asked.");
}

/** With the account known: to the agent that answers. */
function* routeTo(query: string, route: Routed, resolved?: Answered): Play {
  const { intent, account } = route;
  if (account === null) return yield* whichAccount(query, route, []);
  if (intent === "search") return yield* search(query, route, account);
  if (intent === "followup")
    return yield* followUp(
      { kind: "followup", account: account.account_id, channel: null, purpose: query, isDry: false },
      { ...route, agent: "followup_agent" },
    );
  return yield* update(query, { ...route, agent: "updater_agent" }, account, resolved);
}

function* search(query: string, from: Routed, account: AccountRef | null): Play {
  const route: Routed = { ...from, agent: "search_agent" };
  const context =
    account === null
      ? undefined
      : `The account is ${account.name}, number ${account.account_id}, stage ${account.stage}. Its files: accounts/${account.account_id}/`;
  const answer = yield* ask(
    "delegate",
    { context_ids: [], agent: "search_agent", task: query, ...(context === undefined ? {} : { context }) },
    { parts: [{ type: "routed", ...route }] },
  );
  return searchReply(answer);
}

function* update(query: string, route: Routed, account: AccountRef, known?: Answered): Play {
  const resolved = known ?? (yield* ask("resolve_account", { id: account.account_id }));
  const state = record(resolved["state"]);
  const stages = Array.isArray(resolved["stages"])
    ? resolved["stages"].filter((one) => typeof one === "string")
    : [];
  const problem = words(resolved, "problem");
  if (problem !== "")
    return errorReply(
      `I don't change ${account.name}: ${problem} Its page shows where, and restores an older version.`,
    );
  const context = [
    `The account is ${account.name}, number ${account.account_id}.`,
    `Stages: ${stages.join(", ")}`,
    `How things stand:\n${JSON.stringify(state)}`,
  ].join("\n");
  const answer = yield* ask(
    "delegate",
    { context_ids: [], agent: "updater_agent", task: query, context },
    { parts: [{ type: "routed", ...route }] },
  );
  if (record(answer["output"])["status"] === "vague" && rows(answer["done"]).length === 0)
    return yield* askWhatChanges(query, route, { account, state, stages });
  return updateReply(answer, account);
}

/** An update that doesn't say what changes: a form, with how things stand. */
function* askWhatChanges(
  query: string,
  route: Routed,
  {
    account,
    state,
    stages,
  }: { account: AccountRef; state: Readonly<Record<string, Json>>; stages: string[] },
): Play {
  const part: AccountAskedPart = {
    type: "account_asked",
    about: "vague_update",
    query,
    routed: route,
    name: account.name,
    candidates: [],
    account,
  };
  yield {
    parts: [{ ...part }],
    calls: [
      {
        name: "ask_user",
        input: {
          question: `What shall I change of ${account.name}?`,
          requiredFor: query.slice(0, 300),
          fields: vagueFields(state, stages) as unknown as Json,
          minFilled: 1,
        },
      },
    ],
  };
  return errorReply("The question couldn't be asked.");
}

/** Goes on from an answer; null where it is none, but a new request. */
function* resume(asked: AccountAskedPart, scene: Scene): Play<ScriptReply | null> {
  const { words: text, values } = scene;
  switch (asked.about) {
    case "rephrase":
      return null;
    case "which_account": {
      const id = idIn(text);
      if (id !== null) return yield* find(asked.query, asked.routed, { id });
      // A whole sentence of another kind is a request of its own.
      if (text.split(/\s+/).length > 12) return null;
      return yield* find(asked.query, asked.routed, {
        name: text.slice(0, 300),
        description: text.slice(0, 300),
      });
    }
    case "new_account":
      return yield* newAccount(asked, text, values);
    case "vague_update": {
      if (asked.account === null) return null;
      if (values === null) return yield* update(text, asked.routed, asked.account);
      return yield* fromForm(asked.account, values);
    }
  }
}

function* newAccount(
  asked: AccountAskedPart,
  text: string,
  values: FormValues | null,
): Play<ScriptReply | null> {
  const chosen = typeof values?.[CREATE_FIELD] === "string" ? values[CREATE_FIELD] : text;
  const said = chosen.trim().toLowerCase();
  if (chosen === DONT || /^(?:no|nope|cancel|don't|do not|never mind)\b/.test(said))
    return done("Nothing was created.");
  const id = idIn(chosen.replace(/^Use /, ""));
  if (id !== null) return yield* find(asked.query, asked.routed, { id });
  if (
    chosen !== CREATE &&
    values === null &&
    !/^(?:yes|yep|sure|ok|okay|create|please do|do it|go ahead)\b/.test(said)
  )
    return null;
  const wanted = newAccountValues(asked.name, values ?? {});
  const made = yield* ask("create_account", wanted);
  if (made["failed"] === true || typeof made["account_id"] !== "string")
    return errorReply(words(made, "message") || "The account couldn't be created.");
  const account: AccountRef = { account_id: made["account_id"], name: asked.name, stage: "" };
  const route: Routed = { ...asked.routed, account, found: "chosen" };
  const email = typeof values?.["primary_email"] === "string" ? values["primary_email"].trim() : "";
  const left =
    email !== "" && wanted["primaryEmail"] === undefined
      ? ` “${email}” is no e-mail address; I left it out.`
      : "";
  const message = `Created new account: ${asked.name} (ID: ${account.account_id}).${left}`;
  if (asked.routed.intent !== "update" || isOnlyCreation(asked.query))
    return updateReply({ done: [{ result: made }] }, account, message);
  const resolved = yield* ask("resolve_account", { id: account.account_id });
  const reply = yield* updateAfter(
    asked.query,
    { ...route, agent: "updater_agent" },
    { account, resolved, message },
  );
  return reply;
}

/** The request that led to a new account, once it is there. */
function* updateAfter(
  query: string,
  route: Routed,
  { account, resolved, message }: { account: AccountRef; resolved: Answered; message: string },
): Play {
  const context = [
    `The account is ${account.name}, number ${account.account_id}. It was just created for this request; don't create it.`,
    `How things stand:\n${JSON.stringify(record(resolved["state"]))}`,
  ].join("\n");
  const answer = yield* ask(
    "delegate",
    { context_ids: [], agent: "updater_agent", task: query, context },
    { text: message, parts: [{ type: "routed", ...route }] },
  );
  return updateReply(answer, account, rows(answer["done"]).length === 0 ? message : "");
}

/** Whether a request asks for nothing beyond the account itself. */
function isOnlyCreation(query: string): boolean {
  return (
    /^(?:please )?(?:create|add|open|make|set up|start)\b(?: (?:a|an|the|new|client|customer|account|file|lead|for|called|named))*[^.;,:]{0,80}$/i.test(
      query.trim(),
    ) && !/\bnote\b/i.test(query)
  );
}

/** A filled form of an update, without a model. */
function* fromForm(account: AccountRef, values: FormValues): Play {
  const resolved = yield* ask("resolve_account", { id: account.account_id });
  const changes = changedValues(values, record(resolved["state"]));
  if (Object.keys(changes).length === 0) return done(`${account.name} says so already. Nothing was changed.`);
  const answer = yield* ask("update_account", { account: account.account_id, ...changes });
  if (answer["failed"] === true) return errorReply(words(answer, "message"));
  return updateReply({ done: [{ result: answer }] }, account);
}
