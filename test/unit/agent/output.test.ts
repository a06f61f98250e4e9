import { describe, expect, it } from "vitest";
import * as z from "zod";
import { allAgents } from "../../../src/agent/index.ts";
import { checkOutput, outputForm, outputSchemaOf } from "../../../src/agent/output.ts";
import { bodyOf } from "../../../src/integrations/anthropic/client.ts";

const schema = z.object({ title: z.string().max(5), steps: z.array(z.object({ hours: z.number() })) });
const said = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));

it.each([
  ["as it is", said('{"title":"a","steps":[]}')],
  ["in a fence, with words around it", said('Here:\n```json\n{"title":"a","steps":[]}\n```\nDone.')],
  ["in several blocks", said('{"title":"a",', '"steps":[]}')],
])("an answer is read %s", (_, parts) => {
  expect(checkOutput(schema, parts)).toEqual({ ok: true, value: { title: "a", steps: [] } });
});

it.each([
  ["no JSON", said("Sure!"), "- The answer is not JSON."],
  ["an empty answer", said(""), "- The answer is not JSON."],
  ["half of it", said('{"title":'), "- The answer is not JSON."],
  ["a wrong field", said('{"title":"much too long","steps":[{"hours":"2"}]}'), "- title: "],
  ["another kind of value", said("[]"), "- (the whole): "],
])("what does not fit is said: %s", (_, parts, issue) => {
  const checked = checkOutput(schema, parts);
  expect(checked.ok ? "" : checked.issues).toContain(issue);
});

it("the model is given what the service takes: closed objects, and no bound it does not know", () => {
  const request = {
    model: "claude-sonnet-5-5",
    maxTokens: 100,
    system: [],
    tools: [],
    messages: [],
    thinking: false,
    outputSchema: outputSchemaOf({ output: schema }),
  };
  const { output_config: config } = bodyOf(request) as { output_config?: { format: { schema: object } } };
  expect(config?.format).toMatchObject({
    type: "json_schema",
    schema: {
      type: "object",
      additionalProperties: false,
      required: ["title", "steps"],
      properties: { steps: { items: { additionalProperties: false } } },
    },
  });
  expect(JSON.stringify(config)).not.toContain('"maxLength":');
});

it("a model that knows no structured output gets no format it would refuse", () => {
  const request = {
    model: "llama-3",
    maxTokens: 100,
    system: [{ type: "text" as const, text: "You are." }],
    tools: [],
    messages: [],
    thinking: false,
    outputSchema: outputSchemaOf({ output: schema }),
  };
  expect(bodyOf(request)).not.toHaveProperty("output_config");
});

describe("the form of an answer in a prompt", () => {
  it("shows fields, allowed values, limits, and what may be left out or null", () => {
    const shape = z.object({
      kind: z.enum(["late", "early"]),
      share: z.number().min(0).max(1),
      days: z.int().min(0),
      why: z.string().max(200).nullable(),
      about: z.string().nullable(),
      tasks: z.array(z.string()).min(1).max(10),
      isOpen: z.boolean().optional(),
    });
    expect(outputForm(outputSchemaOf({ output: shape }) ?? {}).split("\n")[1]).toBe(
      '{"kind":"late"|"early","share":0–1,"days":integer≥0,"why":"…≤200"|null,"about":"…"|null,"tasks":["…"]1–10,"isOpen"?:true|false}',
    );
  });

  it("refuses a type it can't show", () => {
    const shape = z.object({ any: z.unknown() });
    expect(() => outputForm(outputSchemaOf({ output: shape }) ?? {})).toThrow(/can't show/);
  });

  const answering = allAgents().filter(({ output }) => output !== undefined);

  it.each(answering.map((agent) => [agent.name, agent] as const))(
    "%s is told every field, value and limit that its answer is held to, once",
    (_, { instructions, output }) => {
      const told = instructions.slice(instructions.indexOf("Answer with JSON alone"));
      const stated = JSON.stringify(outputSchemaOf(output === undefined ? {} : { output }));
      const limits = [...stated.matchAll(/"max(?:Length|Items|imum)":(\d+)/g)].map(([, limit]) =>
        Number(limit),
      );
      for (const limit of limits.filter((one) => one !== Number.MAX_SAFE_INTEGER))
        expect(told).toMatch(new RegExp(`[≤–]${limit}\\b`));
      const values = [...stated.matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.split(","));
      const fields = [...stated.matchAll(/"required":\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
        list.split(","),
      );
      expect(fields.length).toBeGreaterThan(0);
      for (const word of [...values, ...fields]) expect(told).toContain(word);
      expect(instructions.match(/JSON alone/g)).toHaveLength(1);
    },
  );
});
