/**
 * The one way from a verified e-mail address into a tenant: by membership, else by a domain the tenant has claimed and verified,
 * which makes a member on the first sign-in. A public mail provider's domain admits no one, and a removed member is not let back in
 * by the domain.
 */
import { eq } from "drizzle-orm";
import { auditIf } from "../audit/index.ts";
import { users } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import { domainOf, isPublicMailDomain } from "./public-mail-domains.ts";
import type { AuthDeps, Member, VerifiedIdentity } from "./types.ts";

/**
 * The member an identity belongs to; makes one where a claimed domain allows it. Safe to repeat. Throws `stranger` (403) with
 * `details.domain`.
 */
export async function admit(
  deps: Pick<AuthDeps, "system" | "db" | "clock">,
  identity: Pick<VerifiedIdentity, "email" | "name">,
): Promise<Member> {
  const known = await deps.system.findUser(identity.email);
  if (known !== null) return known;

  const domain = domainOf(identity.email);
  const tenant = isPublicMailDomain(domain) ? null : await deps.system.findTenantByDomain(domain);
  if (tenant === null) throw stranger(domain, `No one at ${domain} is part of a team here.`);

  const nowMs = deps.clock.now();
  const id = await derivedId("user", identity.email);
  const name = nameOf(identity);
  const db = deps.db(tenant.id);
  await db.batch([
    db
      .insert(users, { id, email: identity.email, name, role: "member", createdAt: isoTime(nowMs) })
      .onConflictDoNothing(),
    auditIf(
      db,
      {
        id: await derivedId("audit", "member.joined", id),
        actor: { kind: "user", id, name },
        action: "member.joined",
        subject: { kind: "user", id },
        sentence: `${name} joined with an address at ${domain}.`,
      },
      nowMs,
      users,
      eq(users.id, id),
    ),
  ]);
  const joined = await deps.system.findUser(identity.email);
  if (joined === null) throw stranger(domain, "Your access to this team was removed. Ask a team admin.");
  return joined;
}

function stranger(domain: string, message: string): AppError {
  return new AppError("stranger", message, { details: { domain } });
}

/** The name the provider told, else `lena.brandt@…` as "Lena Brandt". */
export function nameOf({ email, name }: Pick<VerifiedIdentity, "email" | "name">): string {
  if (name !== "") return name;
  const words = email
    .slice(0, email.lastIndexOf("@"))
    .split(/[._+-]+/)
    .filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
