/**
 * The nightly check replays every account's history, least recently checked first, page by page, until its
 * time is up; the next run continues. Broken histories are shown with the account and reported to admins
 * once; nothing is repaired.
 */
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { STEWARD } from "../platform/audit/index.ts";
import { accounts } from "./tables/accounts.ts";
import type { AdminNews } from "../platform/notifier.ts";
import { isoTime } from "../kernel/clock.ts";
import { isContentMissing } from "../kernel/content-missing.ts";
import { derivedId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { checkChain } from "./chain.ts";
import { WORDS_MISSING } from "./api/accounts.ts";
import { filesOf, findAccount, projectAccounts, sealStatements, type AccountRow } from "./store.ts";

const PAGE = 20;
/** Maximum accounts named in a notification. */
const NAMED = 20;

interface CheckDeps {
  readonly files: WorkspaceDeps;
  readonly logger: Logger;
  /** Notifies admins. Idempotent by `once`. */
  readonly tell: (news: AdminNews) => Promise<void>;
  /** Called when nothing is broken. */
  readonly settle: () => Promise<void>;
}

/** Checks accounts not checked since `since`, until a deadline. A repeat continues. */
export async function checkAccounts(
  deps: CheckDeps,
  { since, untilMs }: { readonly since: string; readonly untilMs: number },
): Promise<{ readonly summary: string }> {
  let [checked, unread] = [0, 0];
  for (let page = await dueAccounts(deps, since); page.length > 0; page = await dueAccounts(deps, since)) {
    const results = await Promise.all(page.map((row) => checkOne(deps, row)));
    checked += results.length;
    unread += results.filter((isRead) => !isRead).length;
    if (deps.files.clock.now() >= untilMs) break;
  }
  const broken = await tellBroken(deps);
  return {
    summary: summaryOf({ checked, unread, broken, isDone: (await dueAccounts(deps, since)).length === 0 }),
  };
}

function dueAccounts({ files: { db } }: CheckDeps, since: string): Promise<AccountRow[]> {
  return db
    .rows(accounts, and(sql`${accounts.checkedAt} < ${since}`, isNull(accounts.deletedAt)))
    .orderBy(asc(accounts.checkedAt))
    .limit(PAGE);
}

/** False if its files couldn't be read. */
async function checkOne({ files, logger }: CheckDeps, row: AccountRow): Promise<boolean> {
  let isRead = true;
  try {
    if (!(await isAsKnown(files, row))) await projectAccounts(files, [row.id]);
  } catch (error) {
    if (isContentMissing(error)) await projectAccounts(files, [row.id]);
    logger.error("accounts.check_failed", { tenantId: files.db.tenantId, error });
    isRead = false;
  }
  await files.db.update(accounts, { checkedAt: isoTime(files.clock.now()) }, eq(accounts.id, row.id));
  return isRead;
}

/** Whether an account's files are those its row was built from, and verify as the row says. */
async function isAsKnown(files: WorkspaceDeps, row: AccountRow): Promise<boolean> {
  const open = await findAccount(files, row.id);
  if (open === null) return false;
  const [problem] = checkChain(filesOf(open));
  // From before sealing: seal the current history, and mark it so.
  if (problem === undefined && row.seal === null && open.history !== null)
    await files.db.batch(
      sealStatements(files, row.id, { history: open.history.content, by: STEWARD, source: "found" }),
    );
  return (
    open.state.etag === row.stateEtag &&
    (open.history?.etag ?? null) === row.historyEtag &&
    (problem?.message ?? null) === row.problem
  );
}

/** Reports broken accounts not reported before. Returns their number, at most `NAMED` beyond those. */
async function tellBroken({ files: { db, clock }, tell, settle }: CheckDeps): Promise<number> {
  const isBroken = and(isNotNull(accounts.problem), isNull(accounts.deletedAt));
  const provesNot = sql<number>`coalesce(sum(${accounts.problem} <> ${WORDS_MISSING}), 0)`;
  const [count] = await db.pick({ all: sql<number>`count(*)`, broken: provesNot }, accounts, isBroken);
  const broken = Number(count?.broken ?? 0);
  if (Number(count?.all ?? 0) === 0) await settle();
  const untold = await db
    .rows(accounts, and(isBroken, isNull(accounts.problemToldAt)))
    .orderBy(asc(accounts.number))
    .limit(NAMED);
  if (untold.length === 0) return broken;
  const numbers = untold.map(({ id }) => id);
  const parts = untold.map(({ id, stateEtag, historyEtag }) => `${id} ${stateEtag} ${historyEtag ?? ""}`);
  await tell({ once: await derivedId("broken chains", db.tenantId, ...parts), ...newsOf(untold) });
  for (const id of numbers)
    await db.update(accounts, { problemToldAt: isoTime(clock.now()) }, eq(accounts.id, id));
  return broken;
}

function newsOf(rows: readonly AccountRow[]): Omit<AdminNews, "once"> {
  const numbers = rows.map(({ id }) => id);
  const [only = "", ...others] = numbers;
  const isOne = others.length === 0;
  return {
    title: titleOf(rows),
    body: `${isOne ? "Account" : "Accounts"} ${numbers.join(", ")}. Nothing was changed; the account’s page shows what is wrong.`,
    path: isOne ? `/accounts/${only}` : "/accounts",
  };
}

function titleOf(rows: readonly AccountRow[]): string {
  const isOne = rows.length === 1;
  if (rows.every(({ problem }) => problem === WORDS_MISSING))
    return isOne ? "An account’s files can’t be read" : `${rows.length} accounts’ files can’t be read`;
  return isOne
    ? "An account’s history doesn’t prove its state"
    : `${rows.length} accounts’ histories don’t prove their states`;
}

function summaryOf(done: {
  readonly checked: number;
  readonly unread: number;
  readonly broken: number;
  readonly isDone: boolean;
}): string {
  const { checked, unread, broken, isDone } = done;
  return [
    `${counted(checked)} checked.`,
    broken === 0 ? "" : `${broken} with a history that doesn’t prove the state.`,
    unread === 0 ? "" : `${unread} couldn’t be read.`,
    isDone ? "" : "The rest follows in the next run.",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function counted(accountsChecked: number): string {
  return accountsChecked === 1 ? "1 account" : `${accountsChecked} accounts`;
}
