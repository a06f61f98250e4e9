/**
 * Known differences between the live service and the stored specification. Applied before any validation, so this file is the complete
 * list.
 */

type Node = Record<string, unknown>;

function at(node: unknown, ...path: readonly string[]): Node {
  let here = node as Node;
  for (const step of path) here = here[step] as Node;
  return here;
}

/** Patches the specification. */
export function applyDeltas(spec: { readonly paths: unknown }): void {
  const { paths } = spec;
  const answer = (path: string, method: string): Node =>
    at(paths, path, method, "responses", "200", "content", "application/json");
  const propertiesOf = (path: string, method: string): Node =>
    at(answer(path, method), "schema", "properties");

  // Only the task endpoint by ID describes a complete task; lists, views and responses to writes return the same. Their own descriptions
  // type people as strings and require unset dates, contradicting the example.
  const { schema: task } = answer("/v2/task/{task_id}", "get");
  // A task's creator has the same fields as an assignee.
  const user = at(task, "properties", "assignees", "items");
  at(user, "properties")["initials"] = { type: ["string", "null"] };
  at(user, "properties")["color"] = { type: ["string", "null"] };
  at(task, "properties")["creator"] = user;
  for (const path of ["/v2/team/{team_Id}/task", "/v2/view/{view_id}/task"])
    propertiesOf(path, "get")["tasks"] = { type: "array", items: task };
  for (const [path, method] of [
    ["/v2/list/{list_id}/task", "post"],
    ["/v2/task/{task_id}", "put"],
  ] as const)
    answer(path, method)["schema"] = task;

  // `folders` is an array, according to the example. That its lists are complete is known from clients, not from the specification.
  const lists = propertiesOf("/v2/space/{space_id}/list", "get")["lists"];
  const folder = propertiesOf("/v2/space/{space_id}/folder", "get")["folders"];
  at(folder, "properties")["lists"] = lists;
  propertiesOf("/v2/space/{space_id}/folder", "get")["folders"] = { type: "array", items: folder };
  // Lists without status and priority, i.e. most, match more than one alternative.
  for (const name of ["status", "priority"]) {
    const field = at(lists, "items", "properties", name);
    at(lists, "items", "properties")[name] = { anyOf: [{ type: "null" }, ...(field["oneOf"] as Node[])] };
  }
  // A task count may be a number: unconfirmed, so readers must accept both.
  at(lists, "items", "properties")["task_count"] = { type: ["string", "integer", "null"] };

  // Views are listed without individual envelopes, according to the example.
  const views = at(propertiesOf("/v2/list/{list_id}/view", "get"), "views");
  views["items"] = at(views, "items", "properties", "view");

  // Most comments have no assignee.
  const comment = at(propertiesOf("/v2/task/{task_id}/comment", "get"), "comments", "items");
  for (const name of ["assignee", "assigned_by"]) {
    const person = at(comment, "properties")[name];
    at(comment, "properties")[name] = { anyOf: [{ type: "null" }, person] };
  }

  // 204 has no body (RFC 9110 section 15.3.5).
  delete at(paths, "/v2/task/{task_id}", "delete", "responses", "204")["content"];
}
