/**
 * Who runs the deployment: people whose verified e-mail address the deployment's own configuration lists. Nothing that is stored and no role of a
 * team makes anybody one, so that no admin can make themselves or somebody else one.
 */
import { AppError } from "../../kernel/errors.ts";
import type { Principal } from "./types.ts";

/** Whether somebody is an operator. `operators` are addresses in lower case. */
export function isOperator({ user }: Pick<Principal, "user">, operators: readonly string[]): boolean {
  return operators.includes(user.email.toLowerCase());
}

/** Throws `not_found`, as for an address that does not exist, to everybody else. */
export function requireOperator(principal: Pick<Principal, "user">, operators: readonly string[]): void {
  if (!isOperator(principal, operators)) throw new AppError("not_found", "There’s nothing at this address.");
}
