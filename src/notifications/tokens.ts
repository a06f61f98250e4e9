/**
 * Single-use tokens for notification buttons. Only the SHA-256 of a token is stored, bound to approval,
 * effect hash, person and device; the deciding batch of `src/approvals` verifies and consumes it. A device
 * has one valid token per approval.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { approvalTokens } from "../platform/db/tables/tenancy.ts";
import { type Statement } from "../platform/db/index.ts";
import { newSecret } from "../platform/auth/secret.ts";
import { sha256Hex } from "../kernel/hash.ts";
import type { NotificationDeps } from "./ports.ts";

/** What a token may decide, and from where. */
interface TokenScope {
  readonly approvalId: string;
  readonly effectHash: string;
  readonly userId: string;
  readonly subscriptionId: string;
  readonly expiresAt: string;
}

/**
 * Creates a 256-bit random token (43 base64url characters) and stores its hash; an earlier unspent one of the
 * device is invalidated.
 */
export async function issueToken(deps: Pick<NotificationDeps, "db">, scope: TokenScope): Promise<string> {
  const token = newSecret();
  await deps.db.batch([
    revokeStatement(deps, scope.approvalId, scope.subscriptionId),
    deps.db.insert(approvalTokens, { ...scope, tokenHash: await sha256Hex(token), spentAt: null }),
  ]);
  return token;
}

/**
 * Invalidates a device's unspent token for an approval, because the device received something else than it
 * showed.
 */
export async function revokeToken(
  deps: Pick<NotificationDeps, "db">,
  approvalId: string,
  subscriptionId: string,
): Promise<void> {
  await deps.db.batch([revokeStatement(deps, approvalId, subscriptionId)]);
}

function revokeStatement(
  deps: Pick<NotificationDeps, "db">,
  approvalId: string,
  subscriptionId: string,
): Statement {
  const held = and(
    eq(approvalTokens.approvalId, approvalId),
    eq(approvalTokens.subscriptionId, subscriptionId),
    isNull(approvalTokens.spentAt),
  );
  return deps.db.remove(approvalTokens, held ?? sql`0`);
}
