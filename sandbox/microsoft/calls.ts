import type { SandboxContext, SandboxRequest } from "../service.ts";
import type { MicrosoftCaller } from "./consents.ts";
import type { Mailbox } from "./mail/store.ts";

/** What the `Prefer` header asks for. */
export interface Preferences {
  readonly isImmutable: boolean;
  readonly timeZone: string | null;
  readonly bodyType: "text" | "html" | null;
  readonly pageSize: number | null;
}

/** The coerced query options. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** An authenticated, valid request. */
export interface GraphCall {
  readonly context: SandboxContext;
  readonly caller: MicrosoftCaller;
  readonly mailbox: Mailbox;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** JSON, or the text of a MIME upload. */
  readonly body: unknown;
  readonly prefer: Preferences;
  readonly request: SandboxRequest;
  /** The service's URL with its version, without a trailing slash. */
  readonly base: string;
}

/** Handles one operation and returns its JSON, an Answer, or a MediaAnswer. */
export type GraphHandler = (call: GraphCall) => unknown;

/** `Prefer: IdType="ImmutableId", outlook.timezone="UTC"` (RFC 7240). */
export function readPreferences(header: string | null): Preferences {
  const value = (name: string): string | null => {
    const [, quoted, plain] =
      new RegExp(`(?:^|[,;\\s])${name.replace(".", "\\.")}\\s*=\\s*(?:"([^"]*)"|([^",;\\s]+))`, "i").exec(
        header ?? "",
      ) ?? [];
    return quoted ?? plain ?? null;
  };
  const bodyType = value("outlook.body-content-type")?.toLowerCase();
  const size = Number(value("odata.maxpagesize"));
  return {
    isImmutable: value("IdType")?.toLowerCase() === "immutableid",
    timeZone: value("outlook.timezone"),
    bodyType: bodyType === "text" || bodyType === "html" ? bodyType : null,
    pageSize: Number.isSafeInteger(size) && size > 0 ? size : null,
  };
}

/** The preferences in a response's `Preference-Applied`. */
export function appliedPreferences({ bodyType, pageSize, timeZone }: Preferences): string {
  return [
    ...(bodyType === null ? [] : [`outlook.body-content-type="${bodyType}"`]),
    ...(pageSize === null ? [] : [`odata.maxpagesize=${pageSize}`]),
    ...(timeZone === null ? [] : [`outlook.timezone="${timeZone}"`]),
  ].join(", ");
}
