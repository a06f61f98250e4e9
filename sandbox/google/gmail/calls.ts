/** What a handler of Gmail's is given and hands back. */
import type { SandboxContext } from "../../service.ts";
import type { Mailbox, MailStore } from "./store.ts";

/** A request that passed sign-in, quota and the specification. */
export interface GmailCall {
  readonly context: SandboxContext;
  readonly store: MailStore;
  readonly mailbox: Mailbox;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers one method with its JSON; `null` is an empty answer. */
export type GmailHandler = (call: GmailCall) => unknown;
