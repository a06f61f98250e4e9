/**
 * Operators are people whose verified e-mail address is in the deployment's configuration. Neither stored
 * data nor a team role makes anyone an operator, so admins can't grant it.
 */
import { AppError } from "../../kernel/errors.ts";
import type { Principal } from "./types.ts";

/** `operators` are lower-case addresses. */
export function isOperator({ user }: Pick<Principal, "user">, operators: readonly string[]): boolean {
  return operators.includes(user.email.toLowerCase());
}

/** Throws `not_found`, as for an unknown path, for everyone else. */
export function requireOperator(principal: Pick<Principal, "user">, operators: readonly string[]): void {
  if (!isOperator(principal, operators)) throw new AppError("not_found", "There’s nothing at this address.");
}
