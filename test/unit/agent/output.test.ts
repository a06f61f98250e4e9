import { expect, it } from "vitest";
import * as z from "zod";
import { checkOutput, outputSchemaOf } from "../../../src/agent/output.ts";
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

it("a model that knows no structured output is told the schema in words", () => {
  const request = {
    model: "llama-3",
    maxTokens: 100,
    system: [{ type: "text" as const, text: "You are." }],
    tools: [],
    messages: [],
    thinking: false,
    outputSchema: outputSchemaOf({ output: schema }),
  };
  const body = bodyOf(request) as { output_config?: unknown; system: { text: string }[] };
  expect(body.output_config).toBeUndefined();
  expect(body.system.at(-1)?.text).toContain('"steps"');
});
