/**
 * Single-use tokens for the buttons of a notification. Only the SHA-256 of a token is stored, bound to approval, effect hash, person and device;
 * the deciding batch of `src/approvals` checks and burns it. A device holds one live token for an approval.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { approvalTokens } from "./tables/notifications.ts";
import { type Statement } from "../platform/db/index.ts";
import { sha256Hex } from "../kernel/hash.ts";
import type { NotificationDeps } from "./ports.ts";

const TOKEN_BYTES = 32;

/** What a token may decide, and from where. */
export interface TokenScope {
  readonly approvalId: string;
  readonly effectHash: string;
  readonly userId: string;
  readonly subscriptionId: string;
  readonly expiresAt: string;
}

/** Makes a token of 256 random bits (43 characters of base64url) and stores its hash; an earlier unspent one of the same device dies. */
export async function issueToken(deps: Pick<NotificationDeps, "db">, scope: TokenScope): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  await deps.db.batch([
    revokeStatement(deps, scope.approvalId, scope.subscriptionId),
    deps.db.insert(approvalTokens, { ...scope, tokenHash: await sha256Hex(token), spentAt: null }),
  ]);
  return token;
}

/** Takes a device's unspent token for an approval back: what it showed is not what the device got. */
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
