/**
 * Asks the account desk: a request is a message in the asker’s conversation with it, and the answer is read
 * from its turn.
 */
import { findAgent, getAgentSettings, disabledWords } from "../../agent/index.ts";
import type { Question } from "../../agent/api/conversation-frames.ts";
import type { Author, Message } from "../../agent/api/message.ts";
import type {
  ConversationIdentity,
  ConversationRpc,
  InboundMessage,
  TurnStanding,
} from "../../agent/api/objects.ts";
import { approvalsOfRun, getApproval, type ApprovalDeps } from "../../approvals/index.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import { ACCOUNTS_AGENT, type AccountConfirmation } from "../api/account-query.ts";
import { entriesAfter } from "../store.ts";
import { askedIn, CREATE, CREATE_FIELD, DONT, optionOf, type AccountAskedPart } from "./asked.ts";

/** A turn's messages are among this many newest ones. */
const NEWEST = 60;
/** Open questions expire after a day. */
const SESSION_MS = 24 * 3_600_000;

/** Dependencies of asking, for one person of a team. */
export interface AskDeskDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly files: WorkspaceDeps;
  readonly approvals: () => Promise<ApprovalDeps>;
  readonly author: Author;
  readonly conversation: (conversationId: string) => Promise<ConversationRpc>;
  /** A conversation that person may read. Throws `not_found`, `private`. */
  readonly known: (conversationId: string) => Promise<ConversationIdentity>;
  /** An existing conversation, or a new one. */
  readonly knownOrFresh: (conversationId: string) => Promise<ConversationIdentity>;
}

export interface AskedTurn {
  readonly identity: ConversationIdentity;
  readonly turnId: string;
}

/** The current state of a turn. */
export interface AnsweredTurn {
  readonly conversationId: string;
  readonly turnId: string;
  readonly standing: TurnStanding;
  /** Messages of the turn, oldest first. */
  readonly messages: readonly Message[];
  readonly approvals: readonly Approval[];
  /** History entries of its drafts, by approval. */
  readonly entries: ReadonlyMap<string, string>;
}

/** Sends a request to the desk, in a new or existing conversation. Idempotent by ID. */
export async function askDesk(
  deps: AskDeskDeps,
  {
    conversationId,
    messageId,
    text,
  }: {
    readonly conversationId?: string | undefined;
    readonly messageId?: string | undefined;
    readonly text: string;
  },
): Promise<AskedTurn> {
  const id = messageId ?? deps.ids.newId();
  const identity = await deskConversation(deps, conversationId ?? deps.ids.newId());
  return sendToDesk(deps, identity, { messageId: id, author: deps.author, text });
}

/** Sends a message in a conversation with the desk. */
export async function sendToDesk(
  { conversation }: Pick<AskDeskDeps, "conversation">,
  identity: ConversationIdentity,
  message: InboundMessage,
): Promise<AskedTurn> {
  const object = await conversation(identity.conversationId);
  const { turnId } = await object.send(identity, message);
  return { identity, turnId };
}

/**
 * A conversation with the desk, existing or new. Throws `not_found`, `private`, `conflict` for one with
 * another agent, `agent_disabled`.
 */
export async function deskConversation(
  { db, knownOrFresh }: Pick<AskDeskDeps, "db" | "knownOrFresh">,
  conversationId: string,
): Promise<ConversationIdentity> {
  const identity = await knownOrFresh(conversationId);
  const isNew = identity.agent === undefined && identity.title === undefined;
  if (!isNew && identity.agent !== ACCOUNTS_AGENT)
    throw new AppError(
      "conflict",
      "That conversation is with another agent. Use a conversation about accounts, or leave it out.",
    );
  const { enabled } = await getAgentSettings(db, ACCOUNTS_AGENT);
  const agent = findAgent(ACCOUNTS_AGENT);
  if (!enabled && agent !== null) throw new AppError("agent_disabled", disabledWords(agent));
  return { ...identity, agent: ACCOUNTS_AGENT };
}

/** Answers an open question. Throws `not_found` if it is no longer open. */
export async function confirmAtDesk(deps: AskDeskDeps, given: AccountConfirmation): Promise<AskedTurn> {
  const { identity, question, asked } = await openQuestionOf(deps, given.session_id);
  const message = { messageId: deps.ids.newId(), author: deps.author };
  if (question.fields === undefined)
    return sendToDesk(deps, identity, { ...message, text: wordsFor(given, asked) });
  if (!given.confirmed) return sendToDesk(deps, identity, { ...message, text: DONT });
  const values =
    asked?.about === "new_account" ? newAccountOf(given, asked) : (given.clarification_data ?? {});
  const answer = { toolCallId: question.toolCallId, values };
  return sendToDesk(deps, identity, { ...message, text: "Yes", answer });
}

/** The session ID of a question: its conversation and call. */
export function sessionOf(conversationId: string, { toolCallId }: Pick<Question, "toolCallId">): string {
  return `${conversationId}~${toolCallId}`;
}

/** The open question of a session. Throws `not_found`. */
async function openQuestionOf(deps: AskDeskDeps, sessionId: string) {
  const gone = new AppError("not_found", "That question is no longer open. Ask again.");
  const [conversationId = "", toolCallId = ""] = sessionId.split("~");
  const identity = await deps.known(conversationId).catch(() => {
    throw gone;
  });
  if (identity.agent !== ACCOUNTS_AGENT) throw gone;
  const object = await deps.conversation(conversationId);
  const { items } = await object.messages(identity, { limit: NEWEST });
  const asking = items.findLast((message) => askedIn(message) !== null);
  if (asking === undefined || deps.clock.now() - Date.parse(asking.createdAt) > SESSION_MS) throw gone;
  const { question } = await object.standing(identity, asking.turnId ?? "");
  if (question?.toolCallId !== toolCallId) throw gone;
  return { identity, question, asked: askedIn(asking) };
}

function wordsFor(
  { account_id, answer, confirmed: isYes }: AccountConfirmation,
  asked: AccountAskedPart | null,
): string {
  const chosen = asked?.candidates.find((one) => one.account_id === account_id);
  if (chosen !== undefined) return optionOf(chosen);
  if (account_id !== undefined) return account_id;
  return answer ?? (isYes ? "Yes" : "Never mind");
}

/** The submitted form of a new account; information without a field goes into the notes. */
function newAccountOf(given: AccountConfirmation, asked: AccountAskedPart) {
  const chosen = asked.candidates.find((one) => one.account_id === given.account_id);
  const { industry, location, primary_email, primary_phone, insurance_types, notes } = given;
  const filled = Object.entries({ location, primary_email, primary_phone, notes, industry, insurance_types });
  return {
    [CREATE_FIELD]: chosen === undefined ? CREATE : `Use ${optionOf(chosen)}`.slice(0, 200),
    ...Object.fromEntries(
      filled.flatMap(([field, value]) => (value === undefined || value.length === 0 ? [] : [[field, value]])),
    ),
  };
}

/** Whether the desk is still working on a turn. */
export async function isAtWork(
  { conversation }: Pick<AskDeskDeps, "conversation">,
  { identity, turnId }: AskedTurn,
): Promise<boolean> {
  const object = await conversation(identity.conversationId);
  const { stop } = await object.standing(identity, turnId);
  return stop === null;
}

/** Reads everything an answer is built from. */
export async function readTurn(
  {
    conversation,
    approvals: openApprovals,
    files,
  }: Pick<AskDeskDeps, "conversation" | "approvals" | "files">,
  { identity, turnId }: AskedTurn,
): Promise<AnsweredTurn> {
  const { conversationId } = identity;
  const object = await conversation(conversationId);
  const [standing, { items }, deps] = await Promise.all([
    object.standing(identity, turnId),
    object.messages(identity, { limit: NEWEST }),
    openApprovals(),
  ]);
  const messages = items.filter((message) => message.turnId === turnId);
  const made = await approvalsOfRun(deps, turnId);
  const ofTurn = await Promise.all(made.map(({ id }) => getApproval(deps, id)));
  const approvals = ofTurn.filter((approval) => approval.conversationId === conversationId);
  const entries = await entriesOf(files, approvals);
  return { conversationId, turnId, standing, messages, approvals, entries };
}

/** The newest history entry of each draft. */
async function entriesOf(
  files: WorkspaceDeps,
  approvals: readonly Approval[],
): Promise<ReadonlyMap<string, string>> {
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

/** The effect that records a follow-up in the account's history: of the approval that names an account. */
export function followupRecord({
  effects,
}: Pick<Approval, "effects">): Approval["effects"][number] | undefined {
  return effects.find(({ document }) => typeof document["accountId"] === "string");
}
