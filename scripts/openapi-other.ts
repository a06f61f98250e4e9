/** Routes outside the endpoint tables: files, sockets, streams, OAuth, webhooks. */
import { pathParameters, REFUSED } from "./openapi-surface.ts";

type Caller = "member" | "admin" | "master" | "token" | "signature" | "anybody";

interface Other {
  readonly id: string;
  readonly told: string;
  readonly caller: Caller;
  /** Request content types. */
  readonly takes?: readonly string[];
  /** Response content type by status. */
  readonly answers: Readonly<Record<number, string | null>>;
  readonly query?: readonly string[];
  /** Uses OAuth's error format. */
  readonly isOAuth?: true;
}

const SECURITY: Readonly<Record<Caller, object[]>> = {
  member: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [] }, { bearer: [] }],
  master: [{ master: [] }],
  token: [{ token: [] }],
  signature: [],
  anybody: [],
};

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
const BYTES = "application/octet-stream";

const OTHERS: Readonly<Record<string, Other>> = {
  "GET /api/feed": {
    id: "feed",
    told: "Live events of the team, over a WebSocket.",
    caller: "member",
    answers: { 101: null },
  },
  "GET /api/conversations/:id/socket": {
    id: "conversationSocket",
    told: "A live conversation, over a WebSocket.",
    caller: "member",
    answers: { 101: null },
  },
  "GET /api/examples/download": {
    id: "examplesDownload",
    told: "All of the team’s examples, in the file format of `npm run eval -- --examples`.",
    caller: "member",
    answers: { 200: JSON_TYPE },
  },
  "POST /api/accounts/query/stream": {
    id: "accountQueryStream",
    told: "Like `POST /api/accounts/query`, with progress steps, as server-sent events.",
    caller: "member",
    takes: [JSON_TYPE],
    answers: { 200: "text/event-stream" },
  },
  "POST /api/projects/:id/writing": {
    id: "projectWriting",
    told: "Writing help for a project’s text, streamed as server-sent events.",
    caller: "member",
    takes: [JSON_TYPE],
    answers: { 200: "text/event-stream" },
  },
  "GET /api/connections/:vendor/callback": {
    id: "connectionCallback",
    told: "OAuth callback: vendors redirect the browser here after sign-in.",
    caller: "anybody",
    answers: { 303: null },
    query: ["code", "state", "error"],
  },
  "GET /api/archive/:kind/:month": {
    id: "archiveMonth",
    told: "A month of the archive, as gzipped JSON lines.",
    caller: "admin",
    answers: { 200: "application/gzip" },
  },
  "GET /api/mails/:id/attachments/:index": {
    id: "mailAttachment",
    told: "Downloads an e-mail attachment.",
    caller: "member",
    answers: { 200: BYTES },
  },
  "GET /api/text-media/:id/:index": {
    id: "textMedia",
    told: "An image or file attached to a text.",
    caller: "member",
    answers: { 200: BYTES },
  },
  "GET /api/workspace/download": {
    id: "workspaceDownload",
    told: "A file’s current version, or an older one by `etag`.",
    caller: "member",
    answers: { 200: "text/plain" },
    query: ["path", "etag"],
  },
  "GET /api/workspace/export": {
    id: "workspaceExport",
    told: "A folder, or some of its entries, as a zip.",
    caller: "member",
    answers: { 200: "application/zip" },
    query: ["path", "only"],
  },
  "POST /api/workspace/import": {
    id: "workspaceImport",
    told: "Imports a zip. Repeat with `from` set to the response’s `next` until that is null.",
    caller: "member",
    takes: ["application/zip"],
    answers: { 200: JSON_TYPE },
    query: ["path", "overwrite", "from"],
  },
  "GET /api/operator/team/file": {
    id: "teamFile",
    told: "A file of a team, for a backup.",
    caller: "master",
    answers: { 200: BYTES },
    query: ["team", "name"],
  },
  "PUT /api/operator/team/file": {
    id: "restoreTeamFile",
    told: "Restores a file of a team.",
    caller: "master",
    takes: [BYTES],
    answers: { 200: JSON_TYPE },
    query: ["team", "name"],
  },
  "GET /api/openapi.json": {
    id: "openApi",
    told: "This document.",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "POST /mcp": {
    id: "mcp",
    told: "Model Context Protocol: one JSON-RPC message in, one out.",
    caller: "token",
    isOAuth: true,
    takes: [JSON_TYPE],
    answers: { 200: JSON_TYPE, 202: null },
  },
  "GET /.well-known/oauth-protected-resource": {
    id: "protectedResource",
    told: "Protected resource metadata for the Model Context Protocol (RFC 9728).",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "GET /.well-known/oauth-protected-resource/mcp": {
    id: "protectedResourceOfMcp",
    told: "The same, at the endpoint’s own path.",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "GET /.well-known/oauth-authorization-server": {
    id: "authorizationServer",
    told: "Authorization server metadata (RFC 8414).",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "POST /oauth/register": {
    id: "registerApp",
    told: "Dynamic client registration (RFC 7591).",
    caller: "anybody",
    isOAuth: true,
    takes: [JSON_TYPE],
    answers: { 201: JSON_TYPE },
  },
  "POST /oauth/token": {
    id: "issueTokens",
    told: "Exchanges a code or refresh token for tokens.",
    caller: "anybody",
    isOAuth: true,
    takes: [FORM],
    answers: { 200: JSON_TYPE },
  },
  "POST /oauth/revoke": {
    id: "revokeToken",
    told: "Revokes a token (RFC 7009).",
    caller: "anybody",
    isOAuth: true,
    takes: [FORM],
    answers: { 200: null },
  },
  "GET /.well-known/security.txt": {
    id: "securityContact",
    told: "Security contact (RFC 9116).",
    caller: "anybody",
    answers: { 200: "text/plain" },
  },
  "POST /webhooks/:vendor/:connectionId": {
    id: "vendorDelivery",
    told: "A vendor’s webhook, signed in the vendor’s format.",
    caller: "signature",
    takes: [JSON_TYPE],
    answers: { 200: JSON_TYPE },
  },
  "POST /webhooks/slack/:connectionId/:kind": {
    id: "slackDelivery",
    told: "Slack events, commands and button presses of a team's own app.",
    caller: "signature",
    takes: [JSON_TYPE, FORM],
    answers: { 200: JSON_TYPE },
  },
  "POST /webhooks/slack/app/:kind": {
    id: "slackAppDelivery",
    told: "The same for the deployment's app.",
    caller: "signature",
    takes: [JSON_TYPE, FORM],
    answers: { 200: JSON_TYPE },
  },
};

/** OAuth errors (RFC 6749 section 5.2). */
const OAUTH_REFUSED = { $ref: "#/components/responses/OAuthRefused" };

/** Operations by method and path (`GET /a/:id`). */
export function otherOperations(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(OTHERS).map(([route, { id, told, caller, takes, answers, query = [], isOAuth }]) => [
      route,
      {
        operationId: id,
        tags: ["other"],
        summary: told,
        security: SECURITY[caller],
        ...(caller === "admin" ? { description: "Admins only." } : {}),
        parameters: [
          ...pathParameters(route),
          ...query.map((name) => ({ name, in: "query", required: false, schema: { type: "string" } })),
        ],
        ...(takes === undefined ? {} : { requestBody: { required: true, content: contents(takes) } }),
        responses: {
          ...Object.fromEntries(
            Object.entries(answers).map(([status, type]) => [
              status,
              { description: "Done", ...(type === null ? {} : { content: contents([type]) }) },
            ]),
          ),
          default: isOAuth === true ? OAUTH_REFUSED : REFUSED,
        },
      },
    ]),
  );
}

function contents(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, {}]));
}
