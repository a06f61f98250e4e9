/** Asking the accounts: each request is a message in a conversation with their desk; what comes of it is read from its turn. Nothing here knows more than a page does. */
import { CREATE, CREATE_FIELD, DONT, optionOf } from "../desk/asked.ts";
import { findAgent, getAgentSettings, disabledWords } from "../../agent/index.ts";
import { writeFollowup, writeFollowups } from "../desk/commands.ts";
import { dueAccounts, entriesAfter, noSuchStage, stageNamed, stageRules } from "../index.ts";
import { approvalsOfRun, getApproval } from "../../approvals/index.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  ACCOUNT_STREAM_PATH,
  accountQueryBodySchema,
  accountQueryEndpoints,
  ACCOUNTS_AGENT,
  type AccountAnswer,
} from "../api/account-query.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { ConversationIdentity, InboundMessage } from "../../agent/api/objects.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { entryOf, listFolder, parseFolderPath, readFile } from "../../workspace/index.ts";
import { accountAnswer, askedIn, followupRecord, type AnsweredTurn } from "./account-answer.ts";
import { accountStream } from "./account-stream.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { authorOf, known, knownOrFresh, noConversation } from "../../agent/routes/conversation-asked.ts";
import { looker } from "../../agent/routes/looker.ts";
import { readJsonBody } from "../../platform/http/middleware/body.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import type { HttpServices } from "../../features/http-services.ts";

/** Most clients and what stands between give up after thirty seconds. */
const WAIT_MS = 25_000;
/** A turn's messages stand among so many of the newest. */
const NEWEST = 60;
const ROOT = "accounts";
const FOLDER = 200;
const DUE = 100;
/** An open question is answered within a day. */
const SESSION_MS = 24 * 3_600_000;

/** Who asks, and of which team. */
interface Asker {
  readonly services: HttpServices;
  readonly tenantId: string;
  readonly principal: Principal;
}

/** Adds them. */
export function accountQueryRoutes(app: App): void {
  const { query, search, confirm, answer, draft, execute, batch } = accountQueryEndpoints;

  serve(app, query, async (call) => answered(call, await sent(call, call.body, call.body.query)));

  serve(app, search, async (call) =>
    answered(call, await sent(call, call.body, `/search ${call.body.query}`)),
  );

  serve(app, confirm, async (call) => answered(call, await confirmed(call)));

  serve(app, answer, async (call) =>
    answerOf(call, {
      identity: await openDesk(call, call.param("conversationId")),
      turnId: call.param("turnId"),
    }),
  );

  serve(app, draft, async (call) =>
    answered(call, await sent(call, {}, commandOf({ ...call.body, dry_run: true }))),
  );

  serve(app, execute, async (call) => answered(call, await sent(call, {}, commandOf(call.body))));

  serve(app, batch, async (call) => {
    const { limit, stage = null, dry_run: isDry } = call.body;
    return answered(call, await sent(call, {}, writeFollowups({ limit, stage, isDry })));
  });

  lookRoutes(app);

  app.post(ACCOUNT_STREAM_PATH, stream);
}

function lookRoutes(app: App): void {
  serve(app, accountQueryEndpoints.pending, async ({ services, db, query }) => {
    const rules = await stageRules(db);
    const { stage, days_threshold: daysThreshold } = query;
    if (stage !== undefined && stageNamed(rules, stage) === null)
      throw new AppError("invalid_request", noSuchStage(rules, stage));
    const due = await dueAccounts(db, rules, { stage, daysThreshold, limit: DUE }, services.clock.now());
    return { ...due, filters: { stage: stage ?? null, days_threshold: daysThreshold ?? null } };
  });

  serve(app, accountQueryEndpoints.tree, async ({ services, tenantId, query }) => {
    const path = below(query.path ?? ROOT);
    const listed = listFolder(services.workspace(tenantId), {
      path: parseFolderPath(path),
      limit: FOLDER + 1,
    });
    // Of a team without accounts there is no such folder yet.
    const entries = await (path === ROOT ? listed.catch(orNone) : listed);
    return { path, items: entries.slice(0, FOLDER).map(shown), more: entries.length > FOLDER };
  });

  serve(app, accountQueryEndpoints.file, async ({ services, tenantId, query }) => {
    const { row, content } = await readFile(services.workspace(tenantId), below(query.path));
    return { ...entryOf(row), content };
  });
}

function orNone(error: unknown): Entry[] {
  if (error instanceof AppError && error.code === "not_found") return [];
  throw error;
}

type Entry = Awaited<ReturnType<typeof listFolder>>[number];

function shown(entry: Entry) {
  if (entry.kind === "file") return entry;
  const { kind, path, files, updatedAt } = entry;
  return { kind, path, name: path.slice(path.lastIndexOf("/") + 1), files, updatedAt };
}

/** A path below `accounts/`. Throws `not_found` for any other. */
function below(path: string): string {
  const plain = path.replace(/^\/+|\/+$/g, "");
  if (plain !== ROOT && !plain.startsWith(`${ROOT}/`))
    throw new AppError("not_found", "There’s nothing at this address.");
  return plain;
}

function commandOf(body: {
  readonly account_id: string;
  readonly channel?: "email" | "sms" | "call_script" | undefined;
  readonly purpose?: string | undefined;
  readonly dry_run: boolean;
}): string {
  const { account_id: account, channel = null, purpose = "", dry_run: isDry } = body;
  return writeFollowup({ account, channel, purpose, isDry });
}

/** A turn that was asked for. */
interface AskedTurn {
  readonly identity: ConversationIdentity;
  readonly turnId: string;
}

/** Sends words to the desk: in a conversation of its own, or in one that goes on. A repeat with the same id asks nothing twice. */
async function sent(
  call: Asker,
  {
    conversationId,
    messageId,
  }: { readonly conversationId?: string | undefined; readonly messageId?: string | undefined },
  text: string,
): Promise<AskedTurn> {
  const id = messageId ?? call.services.ids.newId();
  const identity = await deskOf(call, conversationId ?? call.services.ids.newId());
  return send(call, identity, { messageId: id, author: authorOf(call.principal), text });
}

async function send(
  call: Asker,
  identity: ConversationIdentity,
  message: InboundMessage,
): Promise<AskedTurn> {
  const object = await call.services.conversation(call.tenantId, identity.conversationId);
  const { turnId } = await object.send(identity, message);
  return { identity, turnId };
}

/** A conversation with the desk, known or new. Throws `not_found`, `conflict` for one with another agent, `agent_disabled`. */
async function deskOf(
  { services, tenantId, principal }: Asker,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await knownOrFresh(services, principal, conversationId);
  const isNew = identity.agent === undefined && identity.title === undefined;
  if (!isNew && identity.agent !== ACCOUNTS_AGENT)
    throw new AppError(
      "conflict",
      "That conversation is with another agent. Ask in one about accounts, or leave it out.",
    );
  const { enabled } = await getAgentSettings(services.db(tenantId), ACCOUNTS_AGENT);
  const agent = findAgent(ACCOUNTS_AGENT);
  if (!enabled && agent !== null) throw new AppError("agent_disabled", disabledWords(agent));
  return { ...identity, agent: ACCOUNTS_AGENT };
}

/** A conversation with the desk that is there. Throws `not_found`. */
async function openDesk(
  { services, principal }: Asker,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await known(services, principal, conversationId);
  if (identity.agent !== ACCOUNTS_AGENT) throw noConversation();
  return identity;
}

type Confirm = NonNullable<(typeof accountQueryEndpoints.confirm)["body"]>;

/** Answers an open question. Throws `not_found` for one that isn't open any more. */
async function confirmed(call: Asker & { readonly body: Confirm["_output"] }): Promise<AskedTurn> {
  const { services, body } = call;
  const { identity, question, asked } = await openQuestionOf(call, body.session_id);
  const message = { messageId: services.ids.newId(), author: authorOf(call.principal) };
  if (question.fields === undefined) return send(call, identity, { ...message, text: wordsFor(body, asked) });
  if (!body.confirmed) return send(call, identity, { ...message, text: DONT });
  const values = asked?.about === "new_account" ? newAccountOf(body, asked) : (body.clarification_data ?? {});
  const answer = { toolCallId: question.toolCallId, values };
  return send(call, identity, { ...message, text: "Yes", answer });
}

/** The question a session is, while it is open. Throws `not_found`. */
async function openQuestionOf({ services, tenantId, principal }: Asker, sessionId: string) {
  const gone = new AppError("not_found", "That question isn't open any more. Ask again.");
  const [conversationId = "", toolCallId = ""] = sessionId.split("~");
  const identity = await known(services, principal, conversationId).catch(() => {
    throw gone;
  });
  if (identity.agent !== ACCOUNTS_AGENT) throw gone;
  const object = await services.conversation(tenantId, conversationId);
  const { items } = await object.messages(identity, { limit: NEWEST });
  const asking = items.findLast((message) => askedIn(message) !== null);
  if (asking === undefined || services.clock.now() - Date.parse(asking.createdAt) > SESSION_MS) throw gone;
  const { question } = await object.standing(identity, asking.turnId ?? "");
  if (question?.toolCallId !== toolCallId) throw gone;
  return { identity, question, asked: askedIn(asking) };
}

function wordsFor(
  { account_id, answer, confirmed: isYes }: Confirm["_output"],
  asked: ReturnType<typeof askedIn>,
): string {
  const chosen = asked?.candidates.find((one) => one.account_id === account_id);
  if (chosen !== undefined) return optionOf(chosen);
  if (account_id !== undefined) return account_id;
  return answer ?? (isYes ? "Yes" : "Never mind");
}

/** The form of a new account as it is filled in; what it asks to choose from and doesn't hold goes into the notes. */
function newAccountOf(body: Confirm["_output"], asked: NonNullable<ReturnType<typeof askedIn>>) {
  const chosen = asked.candidates.find((one) => one.account_id === body.account_id);
  const { industry, location, primary_email, primary_phone, insurance_types, notes } = body;
  const filled = Object.entries({ location, primary_email, primary_phone, notes, industry, insurance_types });
  return {
    [CREATE_FIELD]: chosen === undefined ? CREATE : `Use ${optionOf(chosen)}`.slice(0, 200),
    ...Object.fromEntries(
      filled.flatMap(([field, value]) => (value === undefined || value.length === 0 ? [] : [[field, value]])),
    ),
  };
}

/** The answer of a turn, once it has stopped or time is up. */
async function answered(call: Asker, turn: AskedTurn): Promise<AccountAnswer> {
  const { services, tenantId } = call;
  const object = await services.conversation(tenantId, turn.identity.conversationId);
  const look = looker(services.clock, services.clock.now() + WAIT_MS);
  await look(async () => {
    const { stop } = await object.standing(turn.identity, turn.turnId);
    return { isOpen: stop === null };
  });
  return answerOf(call, turn);
}

async function answerOf(
  { services, tenantId }: Asker,
  { identity, turnId }: AskedTurn,
): Promise<AccountAnswer> {
  const { conversationId } = identity;
  const object = await services.conversation(tenantId, conversationId);
  const [standing, { items }, deps] = await Promise.all([
    object.standing(identity, turnId),
    object.messages(identity, { limit: NEWEST }),
    services.approvals(tenantId),
  ]);
  const messages = items.filter((message) => message.turnId === turnId);
  const made = await approvalsOfRun(deps, turnId);
  const ofTurn = await Promise.all(made.map(({ id }) => getApproval(deps, id)));
  const approvals = ofTurn.filter((approval) => approval.conversationId === conversationId);
  const entries = await entriesOf({ services, tenantId }, approvals);
  const turn: AnsweredTurn = { conversationId, turnId, standing, messages, approvals, entries };
  return accountAnswer(turn);
}

/** The newest entry of each draft in its account's history. */
async function entriesOf(
  { services, tenantId }: Pick<Asker, "services" | "tenantId">,
  approvals: readonly Approval[],
): Promise<ReadonlyMap<string, string>> {
  const files = services.workspace(tenantId);
  const found = await Promise.all(
    approvals.map(async ({ id, effects }): Promise<[string, string][]> => {
      const account = followupRecord({ effects })?.document["accountId"];
      if (typeof account !== "string") return [];
      const own = (await entriesAfter(files, account, "")).findLast(
        ({ evidence }) => evidence.kind === "approval" && evidence.id === id,
      );
      return own === undefined ? [] : [[id, own.id]];
    }),
  );
  return new Map(found.flat());
}

/** The same as `query`, streamed. */
async function stream(c: HttpContext): Promise<Response> {
  const principal = await authenticate(c);
  const { services } = c.var;
  const read = accountQueryBodySchema.safeParse(await readJsonBody(c.req.raw));
  if (!read.success)
    throw new AppError(
      "invalid_request",
      `The request body is not valid: ${read.error.issues[0]?.message ?? ""}.`,
    );
  const call: Asker = { services, tenantId: principal.tenant.id, principal };
  const { query, conversationId = services.ids.newId(), messageId = services.ids.newId() } = read.data;
  const identity = await deskOf(call, conversationId);
  const object = await services.conversation(call.tenantId, conversationId);
  return accountStream(c.req.raw, {
    object,
    principal,
    identity,
    send: () => send(call, identity, { messageId, author: authorOf(principal), text: query }),
    answer: (turnId) => answerOf(call, { identity, turnId }),
  });
}
