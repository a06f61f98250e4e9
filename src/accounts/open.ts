/** What others ask of accounts, and their checks and filing, composed for a team. */
import { openFiles } from "../workspace/open-files.ts";
import type { FileAuthor } from "../platform/api/workspace-change.ts";
import type { TenantContext } from "../platform/context.ts";
import type { ImportLine, ImportResult } from "./api/account-import.ts";
import {
  importLines,
  stageRules,
  beginAccounts as begin,
  fileKnown,
  type FilingDeps,
  checkAccounts,
} from "./index.ts";
import * as z from "zod";
import type { SkillFiles } from "./begin.ts";
import { writeOnce } from "../workspace/open.ts";
import type { Task, WorkResult } from "../platform/work/index.ts";
import { contactsByNumber } from "../messaging/contacts/open.ts";
import { pastMailOf } from "../messaging/open-mail.ts";
import { notifier } from "../platform/notifier.ts";
import type { Slot } from "../agent/schedules/index.ts";

/** Takes records of another system into a team's accounts; open pages read accounts again. Throws `not_found` for no team. */
export async function importAccounts(
  ctx: TenantContext,
  by: FileAuthor,
  lines: readonly ImportLine[],
): Promise<{ results: ImportResult[] }> {
  const [timeZone, rules] = await Promise.all([ctx.timeZone(), stageRules(ctx.db)]);
  const results = await importLines({ files: openFiles(ctx), rules, timeZone, by }, lines);
  await tellOfAccounts(ctx)();
  return { results };
}

/** A file of the deployment, since a team needs it once (api/skill-files.ts). */
const SKILLS = "account-skills.json";
const skillsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Idempotent. */
export function beginAccounts(ctx: TenantContext): Promise<void> {
  return begin({ db: ctx.db, write: writeOnce(ctx), skills: () => readSkills(ctx) });
}

async function readSkills({ deployment, tenantId, log }: TenantContext): Promise<SkillFiles | null> {
  try {
    return skillsSchema.parse(await deployment.document(SKILLS));
  } catch (error) {
    log.error("accounts.skills_unavailable", { tenantId, error: String(error) });
    return null;
  }
}

/** Does no I/O. */
export function filingDeps(ctx: TenantContext): FilingDeps {
  return {
    files: openFiles(ctx),
    logger: ctx.log,
    timeZone: () => ctx.timeZone(),
    async namesOf(numbers) {
      const contactOf = await contactsByNumber(ctx, numbers);
      return (number) => contactOf(number)?.name ?? null;
    },
    pastMail: (address, after) => pastMailOf(ctx, address, after),
  };
}

/** Makes open pages reload accounts. */
export function tellOfAccounts(ctx: TenantContext): () => Promise<void> {
  return async () => ctx.publish({ type: "records.changed", records: ["accounts"] });
}

/** Files existing records of accounts' new people. */
export function fileAccounts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return fileKnown(filingDeps(ctx), untilMs, tellOfAccounts(ctx));
}

/** A slot's work is aborted after four minutes (src/agent/schedules/run-slot.ts). */
const WORK_MS = 3 * 60_000;
const ALERT = "account_chain";

export async function runCheck(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const admins = notifier(ctx);
  const done = await checkAccounts(
    {
      files: openFiles(ctx),
      logger: ctx.log,
      tell: async (news) => void (await admins.raiseAlert({ code: ALERT, ...news })),
      settle: () => admins.settleAlert(ALERT, { resolution: "Every account’s history proves its state." }),
    },
    { since: slotAt, untilMs: ctx.clock.now() + WORK_MS },
  );
  await tellOfAccounts(ctx)();
  return done;
}
