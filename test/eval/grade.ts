/** Whether an answer is right, by code. */
import type { Destination, Expectation, Question, RoutingCase } from "./types.ts";
import type { AccountAnswer } from "../../src/accounts/api/account-query.ts";
import type { TrueAccount } from "./truth.ts";

/** A verdict; `why` says what is missing, empty where it is right. */
export interface Verdict {
  readonly right: boolean;
  readonly why: string;
}

type Truth = ReadonlyMap<string, TrueAccount>;

/** Grades an answer to a question. Throws where the world no longer holds what the set asks for: then the set is wrong, not the answer. */
export function gradeAnswer(question: Question, answer: AccountAnswer, truth: Truth): Verdict {
  if (answer.type !== "success" || answer.routed_to !== "search_agent")
    return wrong(`it was answered with ${answer.type}${"message" in answer ? `: ${answer.message}` : ""}`);
  const missing = question.expect.flatMap((one) => missingOf(one, question, answer.answer, truth));
  return missing.length === 0 ? { right: true, why: "" } : wrong(missing.join("; "));
}

const wrong = (why: string): Verdict => ({ right: false, why });

function missingOf(one: Expectation, { id, about = "" }: Question, answer: string, truth: Truth): string[] {
  if ("accounts" in one) return otherAccounts(answer, accountsOf(one.accounts, truth), truth);
  const account = truth.get(about);
  if (account === undefined) throw new Error(`${id}: the world has no account ${about}`);
  if ("said" in one) {
    checkSaid(one, id, account);
    return new RegExp(one.said, "i").test(answer) ? [] : [`nothing like /${one.said}/`];
  }
  return stateValues(one.state, account.state).flatMap((value) =>
    holds(answer, value, one.state === "phone") ? [] : [`not “${value}”`],
  );
}

/** Throws where nobody in the world said it. */
function checkSaid(
  { said, in: kind }: { said: string; in?: string | undefined },
  id: string,
  { words }: TrueAccount,
): void {
  const places = kind === undefined ? Object.values(words) : [words[kind as keyof typeof words]];
  if (!places.some((text) => new RegExp(said, "i").test(text)))
    throw new Error(`${id}: nobody in the world says /${said}/${kind === undefined ? "" : ` in ${kind}`}`);
}

/** What of an account's state an answer must hold, each of them. */
function stateValues(
  field: Extract<Expectation, { state: string }>["state"],
  state: TrueAccount["state"],
): readonly string[] {
  switch (field) {
    case "next":
      return state.nextSteps;
    case "insurance":
      return state.insuranceTypes;
    case "person":
      return state.contacts.slice(0, 1).map(({ name }) => name);
    case "phone":
      return [state.primaryPhone];
    case "email":
      return [state.primaryEmail];
    case "location":
      return [state.location.split(", ").at(-2) ?? state.location];
    case "stage":
    case "industry":
      return [state[field]];
  }
}

/** Whether an answer holds a value, whatever the case and the space; of a number its digits, however they are written. */
function holds(answer: string, value: string, isNumber: boolean): boolean {
  if (isNumber) return answer.replace(/\D/g, "").includes(value.replace(/\D/g, "").slice(-10));
  return plain(answer).includes(plain(value));
}

function plain(words: string): string {
  return words.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
}

/** Names of the accounts that all of it is true of. Throws where there are none. */
export function accountsOf(
  {
    stage,
    industry,
    location,
    insurance,
    insuranceAny,
  }: Extract<Expectation, { accounts: object }>["accounts"],
  truth: Truth,
): string[] {
  const names = [...truth.values()]
    .filter(({ state }) => {
      const has = (type: string): boolean => state.insuranceTypes.includes(type);
      return (
        (stage === undefined || state.stage === stage) &&
        (industry === undefined || state.industry.toLowerCase().includes(industry.toLowerCase())) &&
        (location === undefined || state.location.includes(location)) &&
        (insurance === undefined || has(insurance)) &&
        (insuranceAny === undefined || insuranceAny.some(has))
      );
    })
    .map(({ state }) => state.name);
  if (names.length === 0)
    throw new Error(`no account is ${JSON.stringify({ stage, industry, location, insurance })}`);
  return names;
}

function otherAccounts(answer: string, wanted: readonly string[], truth: Truth): string[] {
  const named = [...truth.keys()].filter((name) => plain(answer).includes(plain(name)));
  const left = wanted.filter((name) => !named.includes(name)).map((name) => `not ${name}`);
  return [
    ...left,
    ...named.filter((name) => !wanted.includes(name)).map((name) => `${name} is none of them`),
  ];
}

/** Where a request went. */
export interface Went {
  readonly to: Destination | null;
  /** The account it went with. */
  readonly account: string | null;
}

/** Where an answer shows that its request went. */
export function wentOf(answer: AccountAnswer): Went {
  const account = answer.routed?.account?.name ?? null;
  switch (answer.type) {
    case "clarification_needed":
      if (answer.reason === null) return { to: "ask_wording", account };
      return { to: answer.candidates.length >= 2 ? "ask_choice" : "ask_account", account };
    case "confirmation_required":
      return { to: "ask_new", account };
    case "vague_update_clarification":
      return { to: "ask_change", account };
    case "success":
      if (answer.routed_to !== "followup_agent") return { to: answer.routed?.agent ?? null, account };
      if (answer.pending !== null) return { to: "due", account };
      return { to: answer.account_id === null ? "drafts" : "followup_agent", account };
    case "awaiting_approval":
    case "error":
    case "running":
      return { to: answer.routed?.agent ?? null, account };
  }
}

/** Grades where a request went. */
export function gradeRouting({ to, account }: RoutingCase, went: Went): Verdict {
  if (went.to !== to) return wrong(`it went to ${went.to ?? "nobody"}, not to ${to}`);
  if (account !== undefined && went.account !== account)
    return wrong(`with ${went.account ?? "no account"}, not ${account}`);
  return { right: true, why: "" };
}

/** What was asked back, of all. */
export function isClarification({ type }: AccountAnswer): boolean {
  return ["clarification_needed", "confirmation_required", "vague_update_clarification"].includes(type);
}
