/** What of the sets code decides, without any model: where requests go once they are read as the set says, which accounts are found, how far an agent may go, and that histories prove their states. */
import { checkChain } from "../../src/accounts/chain.ts";
import { accountLine } from "../../src/accounts/list.ts";
import { findAccountRow, resolveAccount } from "../../src/accounts/resolve.ts";
import { showAccount } from "../../src/accounts/show.ts";
import { changeAccount, openAccount } from "../../src/accounts/store.ts";
import { stageRules } from "../../src/accounts/stages.ts";
import { accountDesk } from "../../src/accounts/desk/desk.ts";
import { accountAskedPartSchema } from "../../src/accounts/desk/asked.ts";
import { findAgent } from "../../src/agent/index.ts";
import type { ScriptMessage } from "../../src/agent/script.ts";
import type { Json } from "../../src/kernel/hash.ts";
import { routedPartSchema } from "../../src/accounts/api/account-query.ts";
import { DEFAULT_STAGES } from "../../src/accounts/api/account-stages.ts";
import { readAccounts } from "../../src/accounts/tools/desk/read-accounts.ts";
import { resolveAccountTool } from "../../src/accounts/tools/desk/resolve-account.ts";
import { prepareFollowup } from "../../src/accounts/tools/prepare-followup.ts";
import { scanFollowups } from "../../src/accounts/tools/scan-followups.ts";
import { searchDescriptions } from "../../src/accounts/tools/search-descriptions.ts";
import { updateAccount } from "../../src/accounts/tools/update-account.ts";
import { uses } from "../../src/agent/tools/hooks/uses.ts";
import type { WorkspaceDeps } from "../../src/workspace/index.ts";
import { moveAccountsIn } from "../support/demo-accounts.ts";
import { DANA, files, freshFiles, HARBOR } from "../unit/workspace/harness.ts";
import { accountsOf, gradeRouting, type Verdict, type Went } from "./grade.ts";
import { gradeUpdate, type Seen } from "./grade-update.ts";
import { trueAccounts } from "./truth.ts";
import { questionSets, routingSet, updateSet, type Destination, type RoutingCase } from "./types.ts";

/** What came of a case. */
export interface Outcome extends Verdict {
  readonly id: string;
  readonly ask: string;
}

/** A set's cases, decided. `line`: the share that must be right. */
export interface Decided {
  readonly set: string;
  readonly line: number;
  readonly outcomes: readonly Outcome[];
}

/** Decides all of it. What code decides has to be right without exception. */
export async function decideByCode(): Promise<Decided[]> {
  await freshFiles();
  const deps = files(HARBOR);
  const ids = await moveAccountsIn(deps, DANA);
  return [
    { set: "routing, once read", line: 1, outcomes: await routed(deps, ids) },
    { set: "accounts found by name", line: 1, outcomes: await namesFound(deps) },
    { set: "accounts found across", line: 1, outcomes: await foundAcross(deps) },
    { set: "updates, once read", line: 1, outcomes: await updated(deps, ids) },
    { set: "limits of one question", line: 1, outcomes: await limitsHeld() },
    { set: "histories prove states", line: 1, outcomes: await chainsHeld(deps, ids) },
  ];
}

type Run = (input: never, services: never, call: never) => Promise<unknown>;
const TOOLS: Readonly<Record<string, { readonly input: { parse(value: unknown): unknown } }>> = {
  read_accounts: readAccounts,
  resolve_account: resolveAccountTool,
  scan_followups: scanFollowups,
  prepare_followup: prepareFollowup,
};

/** What such a tool does: none of them acts on the outside. */
function runOf(tool: object): Run {
  if (!("run" in tool)) throw new Error("it acts on the outside");
  return tool.run as Run;
}

/** What a tool answers, as an agent reads it. */
async function answerOf(
  deps: WorkspaceDeps,
  name: string,
  input: Readonly<Record<string, Json>>,
): Promise<Json> {
  const tool = TOOLS[name];
  if (tool === undefined) throw new Error(`the desk calls ${name}, which no case decides`);
  const services = {
    files: deps,
    timeZone: "UTC",
    stages: () => stageRules(deps.db),
    near: async () => [],
  };
  const answer = await runOf(tool)(tool.input.parse(input) as never, services as never, {} as never);
  const { kind, data, items, total } = answer as { kind: string; data?: Json; items?: Json; total?: Json };
  return kind === "list" ? { items: items ?? [], total: total ?? 0 } : (data ?? {});
}

async function routed(deps: WorkspaceDeps, ids: ReadonlyMap<string, string>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of routingSet().cases)
    outcomes.push({ id: one.id, ask: one.ask, ...gradeRouting(one, await wayOf(deps, ids, one)) });
  return outcomes;
}

const MOST_STEPS = 8;
const ASKED = { new_account: "ask_new", rephrase: "ask_wording", vague_update: "ask_change" } as const;

/** Plays the desk's script until the request is with an agent or back with the person. */
async function wayOf(
  deps: WorkspaceDeps,
  ids: ReadonlyMap<string, string>,
  { ask, before, read }: RoutingCase,
): Promise<Went> {
  const turn: ScriptMessage[] = [message("inbound", [{ type: "text", text: ask }])];
  const earlier = before === undefined ? [] : [spokenOf(before, ids.get(before) ?? "")];
  let hasScanned = false;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { parts = [], calls = [] } = accountDesk({ turn, before: earlier });
    const said = [...turn.flatMap((one) => one.parts), ...parts];
    const account = accountIn(said);
    const [call] = calls;
    if (call === undefined) return { to: hasScanned ? "due" : null, account };
    if (call.name === "ask_user") return { to: askedIn(parts), account };
    if (call.name === "prepare_followup" && hasScanned) return { to: "drafts", account };
    if (call.name === "delegate" && call.input["agent"] !== "starter")
      return { to: call.input["agent"] as Destination, account };
    hasScanned ||= call.name === "scan_followups";
    const id = `call_${step}`;
    const data = call.name === "delegate" ? { result: read } : await answerOf(deps, call.name, call.input);
    turn.push(
      message("reply", [...parts, { type: "tool_use", id, name: call.name, input: call.input }]),
      message("results", [{ type: "tool_result", tool_use_id: id, content: JSON.stringify(data) }]),
    );
  }
  return { to: null, account: null };
}

function message(kind: ScriptMessage["kind"], parts: readonly object[]): ScriptMessage {
  return { id: kind, kind, parts: parts as ScriptMessage["parts"], author: { kind: "user", name: "Ruth" } };
}

function spokenOf(name: string, id: string): ScriptMessage {
  const account = { account_id: id, name, stage: "" };
  return message("reply", [
    { type: "routed", agent: "search_agent", intent: "search", confidence: 1, account, found: "name" },
  ]);
}

function accountIn(parts: readonly unknown[]): string | null {
  const known = parts.flatMap((part) => routedPartSchema.safeParse(part).data ?? []);
  return known.at(-1)?.account?.name ?? null;
}

function askedIn(parts: readonly unknown[]): Destination | null {
  const asked = parts.flatMap((part) => accountAskedPartSchema.safeParse(part).data ?? [])[0];
  if (asked === undefined) return null;
  if (asked.about !== "which_account") return ASKED[asked.about];
  return asked.candidates.length >= 2 ? "ask_choice" : "ask_account";
}

async function namesFound({ db }: WorkspaceDeps): Promise<Outcome[]> {
  const named = questionSets().flatMap(({ cases }) =>
    cases.flatMap(({ id, about }) => (about === undefined ? [] : [{ id, about }])),
  );
  return Promise.all(
    named.map(async ({ id, about }) => {
      const found = await resolveAccount(db, { name: about, description: null });
      const right = found.kind === "one" && found.account.name === about;
      return { id, ask: about, right, why: right ? "" : `found ${found.kind}` };
    }),
  );
}

/** Places as people say them. */
const PLACES: Readonly<Record<string, string>> = { ", TX": "Texas", ", IN": "Indiana", ", WI": "Wisconsin" };

/** Whether the search agent's tool brings all accounts of a question across them, in one call. */
async function foundAcross(deps: WorkspaceDeps): Promise<Outcome[]> {
  const truth = trueAccounts(deps.clock.now());
  const services = {
    files: deps,
    timeZone: "UTC",
    stages: () => stageRules(deps.db),
    near: async () => [],
  };
  const outcomes: Outcome[] = [];
  for (const { id, ask, expect } of questionSets().flatMap(({ cases }) => cases))
    for (const one of expect) {
      if (!("accounts" in one)) continue;
      const { stage, location = "", ...known } = one.accounts;
      const description = [...Object.values(known).flat(), PLACES[location] ?? location].join(" ").trim();
      const input = searchDescriptions.input.parse({
        ...(stage === undefined ? {} : { stage }),
        ...(description === "" ? {} : { description }),
      });
      const answer = await runOf(searchDescriptions)(input as never, services as never, {} as never);
      const names = (answer as { items: readonly { name: string }[] }).items.map(({ name }) => name);
      const missing = accountsOf(one.accounts, truth).filter((name) => !names.includes(name));
      outcomes.push({
        id,
        ask,
        right: missing.length === 0,
        why: missing.map((name) => `not ${name}`).join("; "),
      });
    }
  return outcomes;
}

/** Every command as the updater should give it to its tool: row, file and history say what was asked and nothing else. */
async function updated(deps: WorkspaceDeps, ids: ReadonlyMap<string, string>): Promise<Outcome[]> {
  const services = {
    files: deps,
    stages: () => stageRules(deps.db),
    near: async () => [],
    index: async () => true,
  };
  const outcomes: Outcome[] = [];
  for (const one of updateSet().cases) {
    const id = ids.get(one.about) ?? "";
    const before = await seenOf(deps, id);
    const input = updateAccount.input.parse({ account: one.about, ...one.becomes });
    const asker = {
      speaker: { kind: "user", name: "Ruth" },
      said: [one.ask],
      outside: true,
      outsideWords: true,
    };
    const call = { agent: "updater_agent", asker, author: DANA.author, origin: DANA };
    const rule = await ruleOf(updateAccount)(input, services, call);
    await runOf(updateAccount)(input as never, services as never, call as never);
    const seen = { before, ...(rule === null ? {} : { waiting: before }), after: await seenOf(deps, id) };
    outcomes.push({ id: one.id, ask: one.ask, ...gradeUpdate(one, seen) });
  }
  return outcomes;
}

/** Why a call of a tool waits for a person; null where it runs at once. */
function ruleOf(tool: unknown): (...given: unknown[]) => Promise<string | null> {
  return (tool as { guard: { rule: (...given: unknown[]) => Promise<string | null> } }).guard.rule;
}

async function seenOf(deps: WorkspaceDeps, id: string): Promise<Seen> {
  const [account, row] = await Promise.all([showAccount(deps, id), findAccountRow(deps.db, id)]);
  if (row === null) throw new Error(`no account ${id}`);
  return { account, line: accountLine(row) };
}

/** The gate's counters, one call beyond each limit of the search agent. */
async function limitsHeld(): Promise<Outcome[]> {
  const limits = findAgent("search_agent")?.limits.uses ?? {};
  const wanted: Readonly<Record<string, number>> = { all: 15, read_file: 8, search_files: 4 };
  const decide = async (name: string, before: number): Promise<string> => {
    const of = (tool: string | null): number => ((tool ?? "all") === name ? before : 0);
    const call = { id: "c", name: name === "all" ? "list_files" : name, input: {} };
    const { decision } = await uses.before({
      scope: { agent: "search_agent", usedBefore: of },
      tool: null,
      call,
    } as never);
    return decision;
  };
  return Promise.all(
    Object.entries(wanted).map(async ([name, most]) => {
      const decisions = [await decide(name, most - 1), await decide(name, most)];
      const right = limits[name] === most && decisions[0] !== "deny" && decisions[1] === "deny";
      return { id: name, ask: `${most} × ${name}`, right, why: right ? "" : decisions.join(", ") };
    }),
  );
}

/** Every account moved on a stage and noted: its history still proves its state. */
async function chainsHeld(deps: WorkspaceDeps, ids: ReadonlyMap<string, string>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, id] of ids) {
    const stages = DEFAULT_STAGES.map(({ stage }) => stage);
    const wanted = { stage: stages[Number(id) % stages.length] ?? "", addNote: `Seen ${id}.` };
    await changeAccount(deps, id, {
      wanted: { stage: wanted.stage, nextSteps: [wanted.addNote] },
      evidence: { kind: "command", words: `Mark ${name} as ${wanted.stage}` },
      origin: DANA,
    });
    const { state, history } = await openAccount(deps, id);
    const [problem] = checkChain({ state: state.content, history: history?.content ?? "" });
    outcomes.push({ id, ask: name, right: problem === undefined, why: problem?.message ?? "" });
  }
  return outcomes;
}
