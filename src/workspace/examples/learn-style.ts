/**
 * Derives a style rule for MEMORY.md from people's corrections: asks the style learner after examples were
 * kept, validates its answer in code, and proposes the rule to the team. At most one rule is pending.
 * Idempotent.
 */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { propose, STYLE_CONVERSATION, type ApprovalDeps, type Resolution } from "../../approvals/index.ts";
import { holdLease, LEASE_MS, workThrough, type WorkResult } from "../../platform/work/index.ts";
import { among, byIds, type Statement } from "../../platform/db/index.ts";
import { approvals } from "../../approvals/tables/approvals.ts";
import { examples, type LearnedStyle } from "../tables/examples.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { leavesOf } from "../../kernel/json-leaves.ts";
import type { Logger } from "../../kernel/log.ts";
import { MEMORY_PATH } from "../api/workspace-limits.ts";
import { findFile, type WorkspaceDeps } from "../index.ts";
import type { ExampleRow } from "./keep.ts";
import { newestExamples } from "./list.ts";
import { memoryWithRule, readStyleRule, styleRules, type RuleBounds } from "./style-rules.ts";

/** The approval rule of style rules. Persisted with approvals. */
const RULE = "style.learned";
const SHOWN = 12;
const SHOWN_CHARS = 1_200;
/** Newest earlier proposals; rejected ones are not proposed again. */
const BEFORE = 30;
const BATCH_SIZE = 50;
const WAITING: ReadonlySet<string> = new Set(["pending", "approved", "executing"]);
const TURNED_DOWN: ReadonlySet<string> = new Set(["rejected", "withdrawn", "expired"]);

/**
 * A question to the style learner. `alongside` builds statements saved with its run from its output
 * (undefined if there is none).
 */
interface StyleQuestion {
  readonly runId: string;
  readonly text: string;
  readonly alongside: (output: Json | undefined) => readonly Statement[];
}

interface LearnDeps {
  readonly files: WorkspaceDeps;
  readonly logger: Logger;
  /** The proposing agent. */
  readonly agent: string;
  /** The run is recorded whatever the outcome. Throws if the model is unavailable. */
  readonly ask: (question: StyleQuestion) => Promise<Json | undefined>;
  readonly approvals: () => Promise<ApprovalDeps>;
  /** Resolves a file write into its effect. */
  readonly resolveWrite: (
    args: Record<string, Json>,
    at: { readonly toolCallId: string; readonly rule: string },
  ) => Promise<Resolution>;
}

/** Considers all due examples together. */
export function learnDue(deps: LearnDeps, untilMs: number): Promise<WorkResult> {
  const { db } = deps.files;
  return workThrough(
    deps.files,
    examples,
    { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE },
    async (due) => {
      const newest = due.toSorted((left, right) => (left.createdAt < right.createdAt ? 1 : -1))[0];
      if (newest === undefined) return;
      const ids = due.map(({ id }) => id);
      await holdLease(
        () => renew(deps, ids),
        () => learnFrom(deps, newest),
      );
      for (const id of ids) await db.update(examples, { dueAt: null }, eq(examples.id, id));
    },
  );
}

/** Extends the lease on these examples. */
async function renew({ files: { db, clock } }: LearnDeps, ids: readonly string[]): Promise<void> {
  const dueAt = isoTime(clock.now() + LEASE_MS);
  await db.update(examples, { dueAt }, and(among(examples.id, ids), isNotNull(examples.dueAt)) ?? sql`false`);
}

async function learnFrom(deps: LearnDeps, newest: ExampleRow): Promise<void> {
  const { db } = deps.files;
  const proposed = await proposedBefore(deps);
  if (proposed.some(({ status }) => WAITING.has(status))) return;
  const memory = (await findFile(deps.files, MEMORY_PATH))?.content ?? "";
  const runId = await derivedId("style", db.tenantId, newest.id);
  const turnedDown = proposed.filter(({ status }) => TURNED_DOWN.has(status)).map(({ rule }) => rule);
  const learned = newest.learned ?? (await askForStyle(deps, newest, { runId, memory, turnedDown }));
  if (learned.rule !== null) await proposeRule(deps, learned.rule, { runId, memory });
}

/** Proposed rules, newest first. */
async function proposedBefore({ files }: LearnDeps): Promise<{ rule: string; status: string }[]> {
  const { conversationId, createdAt } = approvals;
  const rows = await files.db
    .rows(approvals, eq(conversationId, STYLE_CONVERSATION))
    .orderBy(desc(createdAt))
    .limit(BEFORE);
  return rows.map(({ proposedArguments: { content }, status }) => ({
    rule: typeof content === "string" ? (styleRules(content).at(-1) ?? "") : "",
    status,
  }));
}

/**
 * Asks once; the validated answer is saved with the run. If the model is unavailable nothing happens; the
 * next example triggers another attempt.
 */
async function askForStyle(
  { files, logger, ask }: LearnDeps,
  newest: ExampleRow,
  {
    runId,
    memory,
    turnedDown,
  }: { readonly runId: string; readonly memory: string; readonly turnedDown: readonly string[] },
): Promise<LearnedStyle> {
  const { db } = files;
  const shown = await newestExamples(db, { after: null, limit: SHOWN });
  const standing = styleRules(memory);
  const bounds: RuleBounds = {
    ids: shown.map((_, index) => nameOf(index)),
    known: [...standing, ...turnedDown],
  };
  const read = (output: Json | undefined): LearnedStyle => {
    const rule = readStyleRule(output, bounds);
    const real = (name: string): string[] =>
      shown.flatMap(({ id }, index) => (nameOf(index) === name ? [id] : []));
    return { rule: rule === null ? null : { text: rule.text, examples: rule.examples.flatMap(real) } };
  };
  try {
    const output = await ask({
      runId,
      text: question(shown, standing, turnedDown),
      alongside: (said) => [db.update(examples, { learned: read(said) }, eq(examples.id, newest.id))],
    });
    return read(output);
  } catch (error) {
    logger.warn("examples.learning_failed", { tenantId: db.tenantId, runId, error });
    return { rule: null };
  }
}

/** Short names for examples, because our IDs mean nothing to the learner. */
function nameOf(index: number): string {
  return `e${index + 1}`;
}

/** Escaped so that no content can look like the enclosing tags. */
function question(
  shown: readonly ExampleRow[],
  standing: readonly string[],
  turnedDown: readonly string[],
): string {
  const written = (value: unknown): string => JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
  const short = (value: Json): Record<string, string> =>
    Object.fromEntries(
      leavesOf(value).flatMap((leaf) =>
        typeof leaf.value === "string" ? [[leaf.path.slice(1), leaf.value.slice(0, SHOWN_CHARS)]] : [],
      ),
    );
  const lines = shown.map(({ tool, verdict, proposed, wanted, reason }, index) =>
    written({
      id: nameOf(index),
      tool,
      verdict,
      proposed: short(proposed),
      wanted: wanted === null ? null : short(wanted),
      reason,
    }),
  );
  return [
    `<examples>\n${lines.join("\n")}\n</examples>`,
    `<style>\n${standing.map(written).join("\n")}\n</style>`,
    `<turned_down>\n${turnedDown.map(written).join("\n")}\n</turned_down>`,
  ].join("\n");
}

async function proposeRule(
  deps: LearnDeps,
  rule: NonNullable<LearnedStyle["rule"]>,
  { runId, memory }: { readonly runId: string; readonly memory: string },
): Promise<void> {
  const content = memoryWithRule(memory, rule.text);
  if (content === null || styleRules(memory).includes(rule.text)) return;
  const args = { path: MEMORY_PATH, content, overwrite: true };
  const toolCallId = `style:${runId}`;
  const resolution = await deps.resolveWrite(args, { toolCallId, rule: RULE });
  if (resolution.kind !== "resolved") return;
  const cited = await deps.files.db.rows(examples, byIds(examples.id, rule.examples));
  await propose(await deps.approvals(), {
    scope: {
      conversationId: STYLE_CONVERSATION,
      conversationTitle: "Rules of style",
      turnId: runId,
      runId,
      agent: deps.agent,
      recentTexts: [],
    },
    toolCallId,
    tool: "write_file",
    arguments: args,
    resolution,
    rule: RULE,
    note: `A style rule learned from drafts your team changed: “${rule.text}” If you approve, Steward will follow it in future drafts.`,
    evidence: cited.slice(0, 3).map(({ verdict, proposed, wanted, reason, createdAt }) => ({
      source: verdict === "edited" ? "An edited draft your team kept" : "A rejected draft your team kept",
      quote: [
        longestOf(proposed),
        wanted === null ? "rejected" : longestOf(wanted),
        ...(reason === null ? [] : [reason]),
      ].join("\n→ "),
      at: createdAt,
      ref: null,
    })),
  });
}

/** The text of a message, whatever its tool's argument is called. */
function longestOf(args: Json): string {
  const texts = leavesOf(args).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  return (texts.toSorted((left, right) => right.length - left.length)[0] ?? "").slice(0, SHOWN_CHARS);
}
