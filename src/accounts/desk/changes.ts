/** Account changes at the desk: by the updater, or from a submitted form without a model. */
import type { Json } from "../../kernel/hash.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { AccountRef, Routed } from "../api/account-query.ts";
import type { FormValues } from "../../agent/api/question.ts";
import { changedValues, vagueFields, type AccountAskedPart } from "./asked.ts";
import { ask, objectOf, objectsOf, textField, type Answered, type Play } from "./play.ts";
import { done, errorReply, updateReply } from "./replies.ts";

export function* update(query: string, route: Routed, account: AccountRef, known?: Answered): Play {
  const resolved = known ?? (yield* ask("resolve_account", { id: account.account_id }));
  const state = objectOf(resolved["state"]);
  const stages = Array.isArray(resolved["stages"])
    ? resolved["stages"].filter((one) => typeof one === "string")
    : [];
  const problem = textField(resolved, "problem");
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
  if (objectOf(answer["result"])["status"] === "vague" && objectsOf(answer["done"]).length === 0)
    return yield* askWhatChanges(query, route, { account, state, stages });
  return updateReply(answer, account);
}

/** For an update that doesn't say what changes: shows a form with the current values. */
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

/** Continues the request that led to a new account, once it is `made`. */
export function* updateAfter(
  query: string,
  route: Routed,
  {
    account,
    made,
    resolved,
    message,
  }: {
    readonly account: AccountRef;
    readonly made: Answered;
    readonly resolved: Answered;
    readonly message: string;
  },
): Play {
  const context = [
    `The account is ${account.name}, number ${account.account_id}. It was just created for this request; don't create it.`,
    `How things stand:\n${JSON.stringify(objectOf(resolved["state"]))}`,
  ].join("\n");
  const answer = yield* ask(
    "delegate",
    { context_ids: [], agent: "updater_agent", task: query, context },
    { text: message, parts: [{ type: "routed", ...route }] },
  );
  return updateReply(answer, account, { message, made });
}

/** Whether a request asks only for the creation of the account. */
export function isOnlyCreation(query: string, name: string): boolean {
  const rest = ` ${plainWords(query).join(" ")} `.replace(` ${plainWords(name).join(" ")} `, " ").trim();
  return /^(?:(?:please|can|could|you|we|us|create|add|open|make|set|up|start|a|an|the|new|client|customer|account|file|lead|for|called|named)(?: |$))*$/.test(
    rest,
  );
}

/** Applies a submitted update form, without a model. */
export function* fromForm(account: AccountRef, values: FormValues): Play {
  const resolved = yield* ask("resolve_account", { id: account.account_id });
  const changes = changedValues(values, objectOf(resolved["state"]));
  if (Object.keys(changes).length === 0)
    return done(`${account.name} already has these values. Nothing was changed.`);
  const answer = yield* ask("update_account", { account: account.account_id, ...changes });
  if (answer["failed"] === true) return errorReply(textField(answer, "message"));
  return updateReply({ done: [{ result: answer }] }, account);
}
