/** The button of a notification: a single-use token in place of a session, good for one decision on one approval as its user. */
import { eq } from "drizzle-orm";
import { approvalTokens } from "../db/index.ts";
import { msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { AuthDeps, Member } from "./types.ts";

/** Whose button it was, and the hash by which the deciding batch burns the token. */
interface TokenHolder extends Member {
  readonly tokenHash: string;
}

/**
 * The member a token was made for; membership is checked here, burning and the effect's hash in the deciding batch. Throws `unauthenticated`
 * for a token that is unknown, over, of another approval or of a removed member.
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
