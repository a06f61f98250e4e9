/**
 * Starts a team for a person with a verified work address. The domain is the key: its row is claimed first,
 * and everything else is written in the same batch only if this team has it.
 */
import { eq } from "drizzle-orm";
import { auditIf } from "../platform/audit/index.ts";
import { nameOf, type Member } from "../platform/auth/index.ts";
import type { DeploymentContext } from "../platform/context.ts";
import { settings, tenantDomains, users } from "../platform/db/index.ts";
import { INSURANCE_FIELDS } from "../accounts/api/account-fields.ts";
import { DEFAULT_POLICY } from "./api/policy.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import { withoutTag } from "../kernel/sub-address.ts";
import type { Work } from "./api/first-steps.ts";
import { firstSteps } from "./tables/first-steps.ts";
import { isTimeZone } from "../kernel/calendar.ts";

/** The policy that an insurance agency starts with. */
const INSURER = { version: 1, policy: { ...DEFAULT_POLICY, accountFields: [...INSURANCE_FIELDS] } };

/**
 * The caller has checked that the address may start a team. Throws `invalid_request` for an unknown time zone,
 * `conflict` if someone else at the domain did it first.
 */
export async function startTeam(
  deployment: DeploymentContext,
  identity: { readonly email: string; readonly name: string },
  { team, timeZone, work }: { readonly team: string; readonly timeZone: string; readonly work: Work },
): Promise<Member> {
  if (!isTimeZone(timeZone)) throw new AppError("invalid_request", "Unknown time zone.");
  const { system, databases, clock, ids } = deployment;
  const tenantId = `tenant_${ids.newId()}`;
  // New teams live in the newest database.
  const [home = "DB"] = [...databases.keys()].slice(-1);
  if (databases.size > 1) await system.noteHome(tenantId, home);
  const ctx = deployment.tenant(tenantId);
  const { db } = ctx;
  const nowMs = clock.now();
  const now = isoTime(nowMs);
  const email = withoutTag(identity.email);
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const [id, name] = [await derivedId("user", email), nameOf(identity)];
  const isOurs = eq(tenantDomains.domain, domain);
  await db.batch([
    db.insert(tenantDomains, { domain, verifiedAt: now }).onConflictDoNothing(),
    db.insertTeam({ name: team, timeZone, createdAt: now }, tenantDomains, isOurs),
    db.insertIf(users, { id, email, name, role: "admin", createdAt: now }, tenantDomains, isOurs),
    db.insertIf(firstSteps, { work }, tenantDomains, isOurs),
    ...(work === "insurance"
      ? [db.insertIf(settings, { ...INSURER, updatedBy: id, updatedAt: now }, tenantDomains, isOurs)]
      : []),
    auditIf(
      db,
      {
        id: await derivedId("audit", "team.started", tenantId),
        actor: { kind: "user", id, name },
        action: "team.started",
        subject: { kind: "team", id: tenantId },
        sentence: `${name} started the team with an address at ${domain}.`,
      },
      nowMs,
      tenantDomains,
      isOurs,
    ),
  ]);
  // Also the team that a repeat of this request has started.
  const [member] = await system.listPerson(email);
  if (member?.user.removedAt !== null)
    throw new AppError(
      "conflict",
      `A colleague at ${domain} has just started your team. Sign in again to join it.`,
    );
  if (member.tenant.id === tenantId) deployment.keepAlive(ctx.wake("jobs.ensure"));
  return member;
}
