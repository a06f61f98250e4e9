import type { SandboxContext } from "../../service.ts";
import type { Mailbox, MailStore } from "./store.ts";

/** An authenticated, valid request within quota. */
export interface GmailCall {
  readonly context: SandboxContext;
  readonly store: MailStore;
  readonly mailbox: Mailbox;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Handles one method and returns its JSON; `null` for an empty response. */
export type GmailHandler = (call: GmailCall) => unknown;
