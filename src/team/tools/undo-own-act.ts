/** Takes back what Steward itself did in this conversation, on a person's word: files, notes, accounts, tasks, schedules, drafts. What left the team stays. */
import * as z from "zod";
import { undoAccountChange } from "../../accounts/index.ts";
import { actsOfConversation } from "../../approvals/index.ts";
import { EFFECTS } from "../../approvals/open.ts";
import { recentRuns } from "../../agent/runs/index.ts";
import { changeSchedule, type EditDeps } from "../../agent/schedules/index.ts";
import type { ScheduleChange } from "../../agent/api/schedules.ts";
import { asksForChange } from "../../agent/schedules/tools/own-words.ts";
import type { Call } from "../../agent/tools/call.ts";
import { defineTool, type ToolResult } from "../../agent/tools/define-tool.ts";
import { listOwnChanges, type Actor } from "../../platform/audit/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import { canonicalJson, type Json } from "../../kernel/hash.ts";
import { changesOfRuns, undoChange } from "../../projects/index.ts";
import { changesOfRun, undoFileChange, type Origin } from "../../workspace/index.ts";
import type { InboxServices } from "./index.ts";
import { contactCreate, contactUpdate } from "../../messaging/effects/all.ts";

/** Runs of the conversation that are looked through. */
const RUNS = 12;
const SHOWN = 5;
const BY: Actor = { kind: "agent", id: "agent:steward", name: "Steward" };

/** One thing that was done, and how it is taken back: null where it can't be, and why. */
interface Done {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly undo: (() => Promise<string>) | null;
  readonly why?: string;
  /** The call that proposes to take it back, where a person decides. */
  readonly propose?: Json;
}

export const undoOwnAct = defineTool({
  name: "undo_own_act",
  title: "Undo what Steward did",
  done: "Undid what Steward did",
  description:
    "Takes back the last thing you did in this conversation, or the one with this id: a file or note you changed, a task, an account's change, a schedule, a draft that waits. " +
    "Only when a person's newest message asks for it. It needs no approval. What was sent stays; the answer says why, and what else could be undone.",
  keywords: "undo revert take back restore last thing roll back oops mistake put back withdraw",
  input: z.strictObject({
    id: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Of an earlier one, as an answer of this tool lists them"),
  }),
  effect: "internal",
  egress: "none",
  summarize: () => "Undoing what Steward did",
  async run({ id }, services: InboxServices, call): Promise<ToolResult> {
    const asker = call.asker === null ? null : { ...call.asker, outsideWords: false };
    if (!asksForChange(asker, "undo", ""))
      return {
        kind: "failed",
        message: "Only a colleague can have something undone, in their newest message. Ask them.",
      };
    const all = await doneHere(services, call);
    const chosen = id === undefined ? all[0] : all.find((one) => one.id === id);
    const others = all
      .filter((one) => one !== chosen)
      .slice(0, SHOWN)
      .map(({ id: other, what, undo, why }): Record<string, Json> => ({
        id: other,
        what,
        ...(undo === null ? { cannot: why ?? null } : {}),
      }));
    const rest: Record<string, Json> = others.length === 0 ? {} : { before: others };
    if (chosen === undefined)
      return {
        kind: "failed",
        message: id === undefined ? "You did nothing here that is on record." : "Nothing here has this id.",
      };
    if (chosen.undo === null)
      return {
        kind: "ok",
        data: {
          status: "not_undone",
          what: chosen.what,
          why: chosen.why ?? null,
          propose: chosen.propose ?? null,
          ...rest,
        },
      };
    try {
      return { kind: "ok", data: { status: "undone", what: chosen.what, now: await chosen.undo(), ...rest } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: "ok", data: { status: "not_undone", what: chosen.what, why: error.message, ...rest } };
    }
  },
});

async function doneHere(services: InboxServices, call: Call): Promise<Done[]> {
  const runs = await recentRuns(services.db, call.conversationId, RUNS);
  const ids = [...new Set([...(call.runId === undefined ? [] : [call.runId]), ...runs.map(({ id }) => id)])];
  const isHere = (at: string): boolean =>
    runs.some(({ startedAt, finishedAt }) => startedAt <= at && (finishedAt === null || at <= finishedAt));
  const found = await Promise.all([
    files(services, call, ids),
    tasks(services, call, ids),
    schedules(services, call, isHere),
    acts(services, call),
  ]);
  return found.flat().toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function originOf({ agent, conversationId, runId }: Call): Origin {
  const author = { kind: "agent" as const, id: agent, name: BY.name };
  return { author, conversationId, ...(runId === undefined ? {} : { runId }) };
}

async function files(
  { db, files: deps }: InboxServices,
  call: Call,
  runIds: readonly string[],
): Promise<Done[]> {
  const changes = (await Promise.all(runIds.map((runId) => changesOfRun({ db }, runId)))).flat();
  // An account's two files change together, and its history takes both back.
  return changes
    .filter(({ name, path }) => !(path ?? "").startsWith("accounts/") || name === "state.md")
    .map(({ path, name, etag, change, at }) => {
      const account = /^accounts\/([^/]+)\/state\.md$/.exec(path ?? "")?.[1];
      return {
        id: `file:${etag}`,
        at,
        what: account === undefined ? `${change} ${path ?? name}` : `changed the account ${account}`,
        undo: () =>
          account === undefined
            ? undoFileChange(deps, etag, originOf(call))
            : undoAccountChange(deps, account, { etag, origin: originOf(call) }),
      };
    });
}

async function tasks(
  { db, projects }: InboxServices,
  call: Call,
  runIds: readonly string[],
): Promise<Done[]> {
  const changes = await changesOfRuns(db, runIds);
  const by = { actor: BY, ...(call.runId === undefined ? {} : { runId: call.runId }) };
  return changes.map(({ id, at, entity, action, label }) => ({
    id: `task:${id}`,
    at,
    what: `${action} the ${entity.replaceAll("_", " ")} “${label}”`,
    undo: async () => {
      await undoChange(projects(), id, by);
      return `“${label}” is as it was before`;
    },
  }));
}

/** Schedules don't name the conversation they were changed in: it is the one that ran then. */
async function schedules(
  services: InboxServices,
  { asker }: Call,
  isHere: (at: string) => boolean,
): Promise<Done[]> {
  const { db, clock, timeZone } = services;
  const deps: EditDeps = { db, clock, timeZone, announce: services.announceSchedules };
  const from = isoTime(clock.now() - DAY_MS);
  const changes = (await listOwnChanges(db, { from, area: "schedule", limit: 20 })).filter(({ at }) =>
    isHere(at),
  );
  const speaker = asker?.speaker.name ?? "";
  const own = await Promise.all(
    changes.map(async (change) => {
      const known = await services.schedule(change.subjectId);
      return known?.createdBy?.name === speaker ? [{ ...change, known }] : [];
    }),
  );
  return own.flat().map(({ id, at, action, subjectId, known, sentence }) => {
    const { title } = known;
    const deleted = { "schedule.created": true, "schedule.deleted": false }[action];
    const shared = { id: `schedule:${id}`, at, what: sentence.replace(/^Steward /, "") };
    const wish = deleted === undefined ? wayBack(known, id) : { deleted };
    if (wish === null)
      return {
        ...shared,
        undo: null,
        why: "It was changed again since. Ask what it should be, and change it.",
      };
    return {
      ...shared,
      undo: async () => {
        const { when, status } = await changeSchedule(deps, subjectId, wish, BY);
        if (deleted !== undefined) return deleted ? `“${title}” no longer runs` : `“${title}” runs again`;
        return `“${title}” is as it was before: ${when}${status === "paused" ? ", paused" : ""}`;
      },
    };
  });
}

/** What takes a change of a schedule back, where it is the schedule's newest. */
function wayBack(
  { before, updatedAt, cadence }: NonNullable<Awaited<ReturnType<InboxServices["schedule"]>>>,
  changeId: string,
): ScheduleChange | null {
  if (before === null || before.at !== updatedAt || !changeId.endsWith(`:${updatedAt}`)) return null;
  const isMoved = canonicalJson(before.cadence) !== canonicalJson(cadence);
  return { paused: before.isPaused, ...(isMoved ? { cadence: before.cadence } : {}) };
}

async function acts({ db, drafts }: InboxServices, call: Call): Promise<Done[]> {
  const { agent, conversationId, asker } = call;
  const found = await actsOfConversation({ db, effects: EFFECTS }, conversationId);
  const { id = "", name = "" } = asker?.speaker ?? {};
  return found.map(({ approvalId, status, title, at, irreversible, done }) => {
    const shared = {
      id: `draft:${approvalId}`,
      at,
      what: status === "pending" ? `drafted “${title}”` : title,
    };
    if (status === "pending")
      return {
        ...shared,
        undo: async () => {
          const withdrawn = await drafts.withdraw({
            approvalId,
            agent,
            conversationId,
            onPersonsWord: async () => true,
            speaker: { id, name },
            reason: "Undone on a colleague’s word",
          });
          return `“${withdrawn}” is withdrawn`;
        },
      };
    const propose = wayBackOfContact(done);
    if (propose !== null)
      return {
        ...shared,
        undo: null,
        why: "It is a record outside Steward, which a person decides on. Propose it with this call.",
        propose,
      };
    const why =
      irreversible ?? "A person approved it: whoever wants it undone does that on its card, under Approvals.";
    return { ...shared, undo: null, why };
  });
}

/** A contact's change as its effect keeps it. */
interface ContactFields {
  readonly numbers?: readonly string[];
  readonly emails?: readonly string[];
  readonly [field: string]: unknown;
}

/** The call that puts a contact back; null where one call can't. */
function wayBackOfContact(effects: Awaited<ReturnType<typeof actsOfConversation>>[number]["done"]): Json {
  const [effect, ...others] = effects;
  if (effect === undefined || others.length > 0) return null;
  const { kind, document, providerId } = effect;
  if (kind === contactCreate.kind && providerId !== null)
    return { tool: "delete_contact", input: { contact: providerId } };
  if (kind !== contactUpdate.kind) return null;
  const {
    contactId = null,
    was = {},
    set = {},
  } = document as {
    readonly contactId?: string;
    readonly was?: ContactFields;
    readonly set?: ContactFields;
  };
  const lists = { Number: [was.numbers, set.numbers], Email: [was.emails, set.emails] } as const;
  const input: Record<string, Json> = { contact: contactId };
  for (const [field, value] of Object.entries(was))
    if (!Array.isArray(value)) input[field] = typeof value === "string" ? value : "";
  for (const [name, [before = [], after = []]] of Object.entries(lists)) {
    const [added, removed] = [without(before, after), without(after, before)];
    if (added.length > 1 || removed.length > 1) return null;
    if (added[0] !== undefined) input[`add${name}`] = added[0];
    if (removed[0] !== undefined) input[`remove${name}`] = removed[0];
  }
  return { tool: "update_contact", input };
}

function without(these: readonly string[], those: readonly string[]): string[] {
  return these.filter((one) => !those.includes(one));
}
