/**
 * Known differences between the live service and the stored specification of 2021. Applied before any validation, so this file is the
 * complete list.
 */

type Node = Record<string, unknown>;

/** Undocumented error codes (docs.slack.dev, each method's own page; read 2026-11-23). */
const MORE_ERRORS = [
  "ratelimited",
  "not_in_channel",
  "channel_not_found",
  "user_not_found",
  "thread_not_found",
  "message_not_found",
  "cant_delete_message",
  "cant_update_message",
  "invalid_cursor",
  "invalid_arguments",
  "missing_scope",
  "no_text",
  "invalid_blocks",
  "invalid_metadata_format",
  "unknown_method",
  "access_denied",
];

const string = { type: "string" };
const metadata = {
  type: "object",
  properties: { event_type: { type: "string", maxLength: 255 }, event_payload: { type: "object" } },
  required: ["event_type", "event_payload"],
  additionalProperties: false,
};

/** Adds response fields that are newer or missing in the specification. */
function corrected(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(corrected);
  if (node === null || typeof node !== "object") return;
  const { properties, ...rest } = node as Node & { properties?: Record<string, Node> };
  Object.values(rest).forEach(corrected);
  if (properties === undefined) return;
  Object.values(properties).forEach(corrected);
  addMissing(properties);
}

function addMissing(properties: Record<string, Node>): void {
  if ("ts" in properties && "text" in properties && "user" in properties) addToMessage(properties);
  if ("is_stranger" in properties) properties["is_email_confirmed"] = { type: "boolean" };
  if ("is_channel" in properties) properties["context_team_id"] = string;
  const { error, messages } = properties;
  if (Array.isArray(error?.["enum"])) error["enum"] = [...new Set([...error["enum"], ...MORE_ERRORS])];
  // An empty channel has no messages, and the last page no cursor.
  if (messages !== undefined) delete messages["minItems"];
}

function addToMessage(properties: Record<string, Node>): void {
  Object.assign(properties, {
    metadata,
    app_id: string,
    bot_id: string,
    files: { type: "array", items: { type: "object" } },
    edited: { type: "object", properties: { user: string, ts: string } },
    blocks: { type: "array", items: { type: "object" } },
    // The specification only has images; "Legacy secondary attachments" documents the rest.
    attachments: {
      type: "array",
      items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
    },
  });
}

/** Patches the specification. */
export function applyDeltas(spec: { readonly paths: Record<string, Record<string, unknown>> }): void {
  for (const methods of Object.values(spec.paths)) {
    for (const operation of Object.values(methods) as Node[]) {
      corrected(operation["responses"]);
      // Timestamps are strings everywhere: as numbers they lose precision.
      for (const parameter of (operation["parameters"] ?? []) as { name: string; schema: Node }[])
        if (["ts", "oldest", "latest"].includes(parameter.name)) parameter.schema = string;
    }
  }
  for (const path of ["/conversations.history", "/conversations.replies"])
    parametersOf(spec.paths[path]).push({
      name: "include_all_metadata",
      in: "query",
      schema: { type: "boolean" },
    });
  for (const path of ["/conversations.history", "/conversations.replies"])
    successOf(spec.paths[path], "get")["response_metadata"] = {
      type: "object",
      properties: { next_cursor: string },
    };
  // A thread's first message may be an app's, and unsubscribed threads have no subscription.
  relaxReplies(spec.paths["/conversations.replies"]);
  // In JSON bodies, arrays and objects are not encoded as strings.
  for (const path of ["/chat.postMessage", "/chat.update", "/chat.postEphemeral"])
    bodyOf(spec.paths[path])["blocks"] = { type: "array", items: { type: "object" }, maxItems: 50 };
  bodyOf(spec.paths["/chat.postMessage"])["metadata"] = metadata;
  bodyOf(spec.paths["/chat.update"])["metadata"] = metadata;
  bodyOf(spec.paths["/chat.delete"])["ts"] = string;
  // The response contains the updated message, which is only partly specified.
  successOf(spec.paths["/chat.update"], "post")["message"] = { type: "object" };
}

function at(node: unknown, ...path: readonly (string | number)[]): Node {
  let here = node as Node;
  for (const step of path) here = here[step] as Node;
  return here;
}

function parametersOf(methods: unknown): Node[] {
  return at(methods, "get", "parameters") as unknown as Node[];
}

function successOf(methods: unknown, method: string): Node {
  return at(
    methods,
    method,
    "responses",
    "200",
    "content",
    "application/json",
    "schema",
    "anyOf",
    0,
    "properties",
  );
}

function bodyOf(methods: unknown): Node {
  return at(methods, "post", "requestBody", "content", "application/json", "schema", "properties");
}

function relaxReplies(methods: unknown): void {
  const alternatives = at(successOf(methods, "get"), "messages", "items", "anyOf") as unknown as Node[];
  for (const one of alternatives) one["required"] = ["type", "text", "ts"];
}
