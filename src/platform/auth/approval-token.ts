/**
 * Tokens of notification buttons: single-use, and valid for one decision on one approval as their user,
 * without a session.
 */
import { eq } from "drizzle-orm";
import { approvalTokens } from "../db/index.ts";
import { msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { AuthDeps, Member } from "./types.ts";

/** The token's user, and the hash by which the batch of the decision marks it as used. */
interface TokenHolder extends Member {
  readonly tokenHash: string;
}

/**
 * The member a token was issued for. Membership is checked here; use and effect hash are checked in the
 * batch of the decision. Throws `unauthenticated` for a token that is unknown, expired, of another
 * approval, or of a removed member.
 */
export async function approvalTokenHolder(
  deps: Pick<AuthDeps, "system" | "clock">,
  token: string,
  approvalId: string,
): Promise<TokenHolder> {
  const tokenHash = await sha256Hex(token);
  const found = await deps.system.findSecret(approvalTokens, eq(approvalTokens.tokenHash, tokenHash));
  if (
    found === null ||
    found.secret.approvalId !== approvalId ||
    msOf(found.secret.expiresAt) <= deps.clock.now()
  ) {
    throw new AppError("unauthenticated", "This button doesn’t work anymore. Open the app to decide.");
  }
  return { user: found.user, tenant: found.tenant, tokenHash };
}
