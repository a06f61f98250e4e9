/**
 * The only HTTP to Microsoft Graph (learn.microsoft.com/graph, read 2026-11-30). A connection is one person's own mailbox, and every call
 * names it.
 */
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import type { MailScope } from "../connections/index.ts";
import type { Consented } from "../define-vendor.ts";
import {
  answerParser,
  fileClient,
  jsonClient,
  type FileClient,
  type JsonCall,
  type JsonClient,
  type JsonClientOptions,
} from "../json-client.ts";
import { mustAllow } from "./scopes.ts";

/** `path` begins with the version, as in the links that Graph returns. */
export interface GraphCall extends JsonCall {
  readonly mailbox: string;
  /** Null for the person alone. */
  readonly scope: MailScope | null;
  /** Preferences besides immutable IDs, which stay the same when an item is moved. */
  readonly prefer?: string;
}

export interface Graph {
  readonly call: JsonClient<GraphCall>;
  readonly file: FileClient<GraphCall>;
  /** The path of a link that Graph returned. Throws IntegrationError for another host. */
  pathOf(link: string): string;
  /** Puts a range of a file where an upload session says. */
  upload(link: string, range: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

interface GraphAccess {
  readonly baseUrl: string;
  /** Where upload sessions are. */
  readonly uploadUrl: string;
  readonly mailbox: string;
  /** An access token, valid for the next minutes. Holds a secret. */
  readonly access: string;
  readonly consent: Consented;
}

/** Everything of the signed-in person. */
export const ME = "/v1.0/me";

/** Throws IntegrationError. */
export const parseAnswer = answerParser("microsoft");

export function graphClient(
  http: OutsideHttp,
  clock: Clock,
  { baseUrl, uploadUrl, mailbox, access, consent }: GraphAccess,
): Graph {
  const base = baseUrl.replace(/\/+$/, "");
  const pathIn = (root: string, link: string): string => {
    if (link.startsWith(`${root}/`)) return link.slice(root.length);
    throw new IntegrationError("microsoft", "microsoft returned a link to another host");
  };
  let current = access;
  const options: JsonClientOptions<GraphCall> = {
    vendor: "microsoft",
    baseUrl: base,
    http,
    clock,
    async headers(call, retried) {
      if (call.mailbox !== mailbox)
        throw new IntegrationError("microsoft", "microsoft: this connection does not cover that mailbox", {
          outcome: "not_applied",
          status: 403,
        });
      if (call.scope !== null) mustAllow(consent.scopes, call.scope);
      if (retried) current = await consent.renewed(current);
      const prefer = ['IdType="ImmutableId"', call.prefer].filter((one) => one !== undefined);
      return { authorization: `Bearer ${current}`, prefer: prefer.join(", ") };
    },
    reauthorizes: true,
    hasGateway: true,
    reasons: REASONS,
  };
  // The link holds its own token, and Graph refuses another.
  const put = jsonClient<JsonCall & { readonly range: string }>({
    vendor: "microsoft",
    baseUrl: uploadUrl,
    http,
    clock,
    headers: ({ range }) => ({ "content-range": range }),
    reasons: REASONS,
  });
  return {
    call: jsonClient(options),
    file: fileClient(options),
    pathOf: (link) => pathIn(base, link),
    upload: async (link, range, bytes) =>
      put({
        method: "PUT",
        path: pathIn(uploadUrl, link),
        raw: { type: "application/octet-stream", bytes },
        range,
      }),
  };
}

export const REASONS: Readonly<Record<number, string>> = {
  400: "the request was not valid",
  401: "the access was not accepted",
  403: "the connected account isn’t allowed to do this",
  404: "not found",
  412: "it has changed since",
  413: "too large",
  429: "too many requests",
};
