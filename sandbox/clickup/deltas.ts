/** Where the live service is known to differ from the saved description. Applied before anything is judged by it, so that this file is the whole list. */

type Node = Record<string, unknown>;

function at(node: unknown, ...path: readonly string[]): Node {
  let here = node as Node;
  for (const step of path) here = here[step] as Node;
  return here;
}

/** The description with what is known of the live service. */
export function applyDeltas(spec: { readonly paths: unknown }): void {
  const { paths } = spec;
  const answer = (path: string, method: string): Node =>
    at(paths, path, method, "responses", "200", "content", "application/json");
  const propertiesOf = (path: string, method: string): Node =>
    at(answer(path, method), "schema", "properties");

  // A task is described whole only where it is asked for by its id; lists, views and answers to changes hold the same. The other descriptions of it
  // call people strings and days that are not set obligatory, against the example beside the whole one.
  const { schema: task } = answer("/v2/task/{task_id}", "get");
  // Whoever made a task is a person like those it is assigned to.
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

  // Folders are a list: so says the example. That lists in them are whole is taken from what clients of the service read, not from the description.
  const lists = propertiesOf("/v2/space/{space_id}/list", "get")["lists"];
  const folder = propertiesOf("/v2/space/{space_id}/folder", "get")["folders"];
  at(folder, "properties")["lists"] = lists;
  propertiesOf("/v2/space/{space_id}/folder", "get")["folders"] = { type: "array", items: folder };
  // Of a list without status and priority, which most are, more than one of their alternatives holds.
  for (const name of ["status", "priority"]) {
    const field = at(lists, "items", "properties", name);
    at(lists, "items", "properties")[name] = { anyOf: [{ type: "null" }, ...(field["oneOf"] as Node[])] };
  }
  // A count of tasks may be a number: not confirmed, so that a reader has to take both.
  at(lists, "items", "properties")["task_count"] = { type: ["string", "integer", "null"] };

  // Views are listed bare, not in an envelope each: so says the example.
  const views = at(propertiesOf("/v2/list/{list_id}/view", "get"), "views");
  views["items"] = at(views, "items", "properties", "view");

  // Nobody is assigned to most comments.
  const comment = at(propertiesOf("/v2/task/{task_id}/comment", "get"), "comments", "items");
  for (const name of ["assignee", "assigned_by"]) {
    const person = at(comment, "properties")[name];
    at(comment, "properties")[name] = { anyOf: [{ type: "null" }, person] };
  }

  // 204 has no body (RFC 9110 section 15.3.5).
  delete at(paths, "/v2/task/{task_id}", "delete", "responses", "204")["content"];
}
