/**
 * Admits a verified e-mail address to a tenant: by membership, or by a domain that the tenant has verified
 * and whose users its admins admit. An address with a tag counts as the one without it. Domains of public
 * mail providers admit no one, and removed members are not readmitted.
 */
import { eq } from "drizzle-orm";
import { auditIf } from "../audit/index.ts";
import { users, type TenantDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { portOf } from "../../kernel/features.ts";
import { derivedId } from "../../kernel/ids.ts";
import { withoutTag, domainOf } from "../../kernel/sub-address.ts";
import { askToJoin, findJoinRequest } from "./join-requests.ts";
import { isPublicMailDomain } from "./public-mail-domains.ts";
import type { AuthDeps, Member, VerifiedIdentity } from "./types.ts";

declare module "../../kernel/features.ts" {
  interface Feature {
    /** How the team admits people with an address at its domain. */
    readonly joinByDomain?: (db: TenantDb) => Promise<"off" | "ask" | "open">;
  }
}

const joinByDomain = portOf("joinByDomain");

/** A member, a request that waits for an admin, or a person whose company has no team here. */
export type Admission =
  | { readonly kind: "free"; readonly domain: string }
  | { readonly kind: "member"; readonly member: Member }
  | {
      readonly kind: "waits";
      readonly tenant: { readonly id: string; readonly name: string };
      readonly requestId: string;
      readonly isNew: boolean;
      readonly domain: string;
    };

/**
 * The member of an identity. Creates one, or a request to join, if the domain's team allows it; `free` if the
 * domain has no team and is no public one. Idempotent.
 * Throws `stranger` (403) with `details.domain`.
 */
export async function admit(
  deps: Pick<AuthDeps, "system" | "db" | "clock">,
  identity: Pick<VerifiedIdentity, "email" | "name">,
): Promise<Admission> {
  const [known] = await deps.system.listPerson(identity.email);
  const domain = domainOf(identity.email);
  if (known?.user.removedAt === null) return { kind: "member", member: known };
  if (known !== undefined) throw stranger(domain, "Your access to this team was removed. Ask a team admin.");

  if (isPublicMailDomain(domain))
    throw stranger(
      domain,
      `Anyone can get an address at ${domain}. Sign in with your work address, or ask an admin for an invite link.`,
    );
  const tenant = await deps.system.findTenantByDomain(domain);
  if (tenant === null) return { kind: "free", domain };
  const db = deps.db(tenant.id);
  const person = { email: withoutTag(identity.email), name: nameOf(identity) };
  const [joining, request] = await Promise.all([joinByDomain()(db), findJoinRequest(db, person.email)]);
  if (request?.decision === "decline")
    throw stranger(domain, "An admin declined your request to join. Ask them for an invite link.");
  switch (joining) {
    case "off":
      throw stranger(
        domain,
        `An address at ${domain} isn’t enough to join. Ask a team admin for an invite link.`,
      );
    case "ask":
      return {
        kind: "waits",
        tenant,
        requestId: request?.id ?? (await askToJoin(db, person, deps.clock.now())),
        isNew: request === null,
        domain,
      };
    case "open":
      return { kind: "member", member: await join(deps, tenant.id, person) };
  }
}

/** The same for callers that can't wait for an admin. Throws `stranger` for a pending request. */
export async function admitMember(
  deps: Pick<AuthDeps, "system" | "db" | "clock">,
  identity: Pick<VerifiedIdentity, "email" | "name">,
): Promise<Member> {
  const admission = await admit(deps, identity);
  if (admission.kind === "member") return admission.member;
  throw admission.kind === "waits" ? stillWaits(admission) : noTeam(admission.domain);
}

/** The message for a company without a team. `more` tells the page what the person can do. */
export function noTeam(domain: string, more: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError("stranger", `No one at ${domain} is part of a team here.`, {
    details: { domain, ...more },
  });
}

/** The message for a pending request. */
export function stillWaits({ tenant, domain }: Extract<Admission, { kind: "waits" }>): AppError {
  const message = `Your request to join ${tenant.name} is waiting for an admin. You’ll get in once they approve it.`;
  return new AppError("stranger", message, { details: { domain, waiting: true } });
}

async function join(
  deps: Pick<AuthDeps, "system" | "db" | "clock">,
  tenantId: string,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<Member> {
  const nowMs = deps.clock.now();
  const id = await derivedId("user", email);
  const db = deps.db(tenantId);
  const domain = domainOf(email);
  await db.batch([
    db.insert(users, { id, email, name, role: "member", createdAt: isoTime(nowMs) }).onConflictDoNothing(),
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
  const [joined] = await deps.system.listPerson(email);
  if (joined?.user.removedAt !== null)
    throw stranger(domain, "Your access to this team was removed. Ask a team admin.");
  return joined;
}

function stranger(domain: string, message: string): AppError {
  return new AppError("stranger", message, { details: { domain } });
}

/** The provider's name, or else `lena.brandt@…` as “Lena Brandt”. */
export function nameOf({ email, name }: Pick<VerifiedIdentity, "email" | "name">): string {
  if (name !== "") return name;
  const words = email
    .slice(0, email.lastIndexOf("@"))
    .split(/[._+-]+/)
    .filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
