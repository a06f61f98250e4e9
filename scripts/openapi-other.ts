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
    told: "What happens in the team, live: a WebSocket.",
    caller: "member",
    answers: { 101: null },
  },
  "GET /api/conversations/:id/socket": {
    id: "conversationSocket",
    told: "A conversation, live both ways: a WebSocket.",
    caller: "member",
    answers: { 101: null },
  },
  "GET /api/examples/download": {
    id: "examplesDownload",
    told: "All examples of the team as a file, as `npm run eval -- --examples` reads it.",
    caller: "member",
    answers: { 200: JSON_TYPE },
  },
  "POST /api/accounts/query/stream": {
    id: "accountQueryStream",
    told: "As `POST /api/accounts/query`, with the steps on the way, as server-sent events.",
    caller: "member",
    takes: [JSON_TYPE],
    answers: { 200: "text/event-stream" },
  },
  "POST /api/projects/:id/writing": {
    id: "projectWriting",
    told: "Help with a text of a project: its words as they are written, as server-sent events.",
    caller: "member",
    takes: [JSON_TYPE],
    answers: { 200: "text/event-stream" },
  },
  "GET /api/connections/:vendor/callback": {
    id: "connectionCallback",
    told: "Where a vendor sends the browser back to after somebody signed in there.",
    caller: "anybody",
    answers: { 303: null },
    query: ["code", "state", "error"],
  },
  "GET /api/archive/:kind/:month": {
    id: "archiveMonth",
    told: "A month of the archive, as packed lines of JSON.",
    caller: "admin",
    answers: { 200: "application/gzip" },
  },
  "GET /api/mails/:id/attachments/:index": {
    id: "mailAttachment",
    told: "An attachment of an e-mail, to be saved.",
    caller: "member",
    answers: { 200: BYTES },
  },
  "GET /api/text-media/:id/:index": {
    id: "textMedia",
    told: "A picture or file that came with a text.",
    caller: "member",
    answers: { 200: BYTES },
  },
  "GET /api/workspace/download": {
    id: "workspaceDownload",
    told: "A file as it is, or an older version by its `etag`.",
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
    told: "Takes a zip; sent again with `from`, the `next` of the answer, until that is null.",
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
    told: "Puts a file of a team back.",
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
    told: "The Model Context Protocol: a message of JSON-RPC in, one out.",
    caller: "token",
    isOAuth: true,
    takes: [JSON_TYPE],
    answers: { 200: JSON_TYPE, 202: null },
  },
  "GET /.well-known/oauth-protected-resource": {
    id: "protectedResource",
    told: "Who gives tokens for the Model Context Protocol here (RFC 9728).",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "GET /.well-known/oauth-protected-resource/mcp": {
    id: "protectedResourceOfMcp",
    told: "The same, at the address of its own.",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "GET /.well-known/oauth-authorization-server": {
    id: "authorizationServer",
    told: "How apps are authorized here (RFC 8414).",
    caller: "anybody",
    answers: { 200: JSON_TYPE },
  },
  "POST /oauth/register": {
    id: "registerApp",
    told: "An app registers itself (RFC 7591).",
    caller: "anybody",
    isOAuth: true,
    takes: [JSON_TYPE],
    answers: { 201: JSON_TYPE },
  },
  "POST /oauth/token": {
    id: "issueTokens",
    told: "Tokens for a code, or for a refresh token.",
    caller: "anybody",
    isOAuth: true,
    takes: [FORM],
    answers: { 200: JSON_TYPE },
  },
  "POST /oauth/revoke": {
    id: "revokeToken",
    told: "Ends a token (RFC 7009).",
    caller: "anybody",
    isOAuth: true,
    takes: [FORM],
    answers: { 200: null },
  },
  "GET /.well-known/security.txt": {
    id: "securityContact",
    told: "Whom to tell of a weakness (RFC 9116).",
    caller: "anybody",
    answers: { 200: "text/plain" },
  },
  "POST /webhooks/:vendor/:connectionId": {
    id: "vendorDelivery",
    told: "A vendor tells of something, signed its own way.",
    caller: "signature",
    takes: [JSON_TYPE],
    answers: { 200: JSON_TYPE },
  },
  "POST /webhooks/slack/:connectionId/:kind": {
    id: "slackDelivery",
    told: "Slack tells of an event, a command or a button of a team's own app.",
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
        ...(caller === "admin" ? { description: "For an admin alone." } : {}),
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
