/**
 * Plays for tools of the team's own servers: finds a matching tool, takes arguments from the request, and attributes the answer to the
 * server.
 */
import { act, ask, look, type Play, type Scene, type Wanted } from "./engine.ts";
import type { Row } from "./playbook.ts";
import { field, rowsOf } from "./results.ts";
import { first, record } from "./transcript.ts";

export const SERVER_ROW: Row = {
  when: "Is there a freeze warning for 15222 tonight? | Ask the city to inspect the heating at 14 Birch Street | Request a city inspection of the plumbing at 214 Birch St",
  mark: /\bfreeze warning|\binspect(?:ion)?\b.*\bcity\b|\bcity\b.*\binspect/i,
  takes: "text",
  play: onServer,
};

const LOOKS_UP = "look_up_on_server";

/** An argument's value from the request: by its name, or one of its choices. */
function valueOf(name: string, schema: unknown, words: string): string {
  const { enum: choices } = record(schema);
  if (Array.isArray(choices))
    return String(choices.find((one) => words.toLowerCase().includes(String(one))) ?? "");
  if (/zip/i.test(name)) return first(/\b(\d{5})\b/, words);
  return /address/i.test(name) ? first(/\b(\d+ \p{Lu}[\p{L}\d]*(?: [\p{L}\d#]+){0,4})/u, words) : "";
}

function* onServer(scene: Scene): Play {
  const [found = null] = yield* look("", ["list_server_tools", { query: scene.words.slice(0, 200) }]);
  const tool = rowsOf(found?.data, ["callWith"]).find(
    (row) => (field(row, "callWith") === LOOKS_UP) === scene.words.trim().endsWith("?"),
  );
  if (tool === undefined) return "No tool of your servers fits that.";
  const { properties, required } = record(JSON.parse(field(tool, "input")));
  const input: Record<string, string> = {};
  for (const [name, schema] of Object.entries(record(properties))) {
    const value = valueOf(name, schema, scene.words);
    const isNeeded = [required].flat().includes(name);
    if (value !== "") input[name] = value;
    else if (isNeeded) input[name] = yield* ask(scene, `Which ${name}?`, `${field(tool, "server")}'s tool`);
  }
  const call: Wanted = [field(tool, "callWith"), { tool: field(tool, "tool"), input }];
  if (call[0] !== LOOKS_UP) return yield* act(`Here's the request to ${field(tool, "server")}.`, call);
  const [answered = null] = yield* look("", call);
  return `${field(tool, "server")} answers: “${field(record(answered?.data), "answer")}”`;
}
