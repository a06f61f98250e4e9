/**
 * Questions the desk asks before delegating a request. Each ends the turn; its part holds everything needed
 * to continue.
 */
import type { Json } from "../../kernel/hash.ts";
import type { AccountCandidate, Routed } from "../api/account-query.ts";
import { CREATE, CREATE_FIELD, newAccountFields, optionOf, type AccountAskedPart } from "./asked.ts";
import type { Play } from "./play.ts";
import { errorReply } from "./replies.ts";

/** The account a request names. */
export type Named = Readonly<Partial<Record<"id" | "name" | "description", string>>>;

/** An unknown name: for a question similar accounts are offered, otherwise a new account. */
export function* nobody(
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
          question: `I don’t have an account for “${name}”. Should I create one?`,
          requiredFor: query.slice(0, 300),
          fields: fields as unknown as Json,
          minFilled: 1,
        },
      },
    ],
  };
  return errorReply("The question couldn't be asked.");
}

/** Asks which account is meant; if several match, with their distinguishing details. */
export function* whichAccount(
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
      : candidates.length === 1
        ? `${none}Do you mean ${candidates[0]?.name}?`
        : `${none}Which one do you mean?`;
  return yield* asks(part, question, candidates.map(optionOf));
}

/** Asks for clarification, with suggestions. */
export function* rephrase(query: string, route: Routed, suggestions: readonly string[]): Play {
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
  return yield* asks(part, "I’m not sure what you’d like me to do. Which of these is closest?", options);
}

function* asks(part: AccountAskedPart, question: string, options: readonly string[]): Play {
  const { query, routed } = part;
  const requiredFor = query.slice(0, 300);
  const input = { question, requiredFor, ...(options.length === 0 ? {} : { options: [...options] }) };
  yield { parts: [{ ...part }, { type: "routed", ...routed }], calls: [{ name: "ask_user", input }] };
  return errorReply("The question couldn't be asked.");
}
