/** Which pictures of a turn's messages the model sees, what it is told of the others, and what they cost. */
import { describe, expect, it } from "vitest";
import { buildRequest, systemBlocks } from "../../../src/agent/build-request.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import type { LogMessage } from "../../../src/agent/conversations/types.ts";
import type { InboundMessage } from "../../../src/agent/api/objects.ts";
import { showPictures, type PictureRef } from "../../../src/agent/pictures.ts";
import { measureRequest } from "../../../src/agent/tokens.ts";
import { requestForModel } from "../../../src/agent/tool-references.ts";
import { validateRequest } from "../../../src/agent/validate.ts";
import { AppError, IntegrationError } from "../../../src/kernel/errors.ts";
import { toBase64 } from "../../../src/kernel/base64.ts";
import { JPEG, PNG } from "../../support/pictures.ts";
import { history } from "./histories.ts";
import { reply, says, Stage, type Answer } from "./stage.ts";

const MB = 1024 * 1024;

/** An image of this many bytes. */
function large(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(PNG(4_000, 3_000));
  return bytes;
}

const text = (id: string, ...types: readonly string[]) => ({
  id: `text.${id}`,
  parts: [
    { type: "text", text: "is this mold?" },
    {
      type: "media",
      textId: id,
      note: "",
      files: types.map((type, index) => ({ index, type, isPhoto: type !== "video/mp4" })),
    },
  ],
});

const email = (id: string, ...attachments: readonly { type: string; sizeBytes: number }[]) => ({
  id: `mail.${id}`,
  parts: [
    {
      type: "email",
      emailId: id,
      attachments: attachments.map((one, index) => ({ index, name: `${index}`, ...one })),
    } as never,
  ],
});

/** The files there are, by message and index; an error is thrown. */
function files(all: Readonly<Record<string, Uint8Array<ArrayBuffer> | Error | "never">>) {
  const asked: string[] = [];
  const read = ({ id, index }: PictureRef): Promise<Uint8Array<ArrayBuffer>> => {
    asked.push(`${id} ${index}`);
    const found = all[`${id} ${index}`] ?? new AppError("not_found", "gone");
    if (found === "never") return new Promise(() => {});
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  };
  return { asked, read };
}

const imagesOf = (blocks: Awaited<ReturnType<typeof showPictures>>["blocks"], id: string) =>
  (blocks.get(id) ?? []).filter(({ type }) => type === "image");

describe("pictures of a turn", () => {
  it("are shown with the bytes they came with, each under its file's name", async () => {
    const photo = JPEG(1_200, 900);
    const { read } = files({ "AC1 0": photo, "m1 1": PNG(10, 10) });
    const { blocks, note } = await showPictures(
      [
        text("AC1", "image/jpeg"),
        email("m1", { type: "application/pdf", sizeBytes: 5 }, { type: "image/png", sizeBytes: 20_000 }),
      ],
      { read, canSee: true },
    );
    expect(blocks.get("text.AC1")).toEqual([
      { type: "text", text: "<message_from_outside>\nThe picture in file 1 of text AC1:" },
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: toBase64(photo) } },
      { type: "text", text: "</message_from_outside>" },
    ]);
    expect(imagesOf(blocks, "mail.m1")).toHaveLength(1);
    expect(note).toContain("file 1 of text AC1; attachment 2 of e-mail m1.");
    expect(note).toContain("in this turn only");
    expect(note).not.toContain("Not shown");
  });

  it("that can't be shown are named with the reason", async () => {
    const { asked, read } = files({
      "AC1 0": large(4 * MB),
      "AC1 1": Uint8Array.from(new TextEncoder().encode("....ftypheic")),
      "AC1 3": new AppError("upstream_failed", "down"),
      "AC2 0": new AppError("upstream_failed", "large", {
        cause: new IntegrationError("quo", "more than 8 MB", { outcome: "not_applied", status: 200 }),
      }),
      "AC2 1": "never",
    });
    const { blocks, note } = await showPictures(
      [
        text("AC1", "image/jpeg", "image/heic", "video/mp4", "image/png", "image/png", "image/png"),
        text("AC2", "image/png", ""),
      ],
      { read, canSee: true, waitMs: 1 },
    );
    expect(blocks.size).toBe(0);
    expect(note).not.toContain("in this turn only");
    for (const [file, why] of [
      ["1 of text AC1", "larger than can be read"],
      ["2 of text AC1", "no picture that can be read"],
      ["3 of text AC1", "a video, which can’t be watched"],
      ["4 of text AC1", "not reachable now"],
      ["5 of text AC1", "not there anymore"],
      ["6 of text AC1", "one more than is shown at once"],
      ["1 of text AC2", "larger than can be read"],
      ["2 of text AC2", "not reachable now"],
    ] as const)
      expect(note).toContain(`file ${file}: ${why}`);
    // Of more than six, the newest message's come first; a video is not fetched.
    expect(asked.toSorted()).toEqual(["AC1 0", "AC1 1", "AC1 3", "AC1 4", "AC2 0", "AC2 1"]);
  });

  it("of damaged or huge dimensions are not sent, because the whole request would be refused", async () => {
    const { read } = files({ "AC1 0": PNG(9_000, 10), "AC1 1": PNG(10, 10).slice(0, 18) });
    const { blocks, note } = await showPictures([text("AC1", "image/png", "image/png")], {
      read,
      canSee: true,
    });
    expect(blocks.size).toBe(0);
    expect(note.match(/no picture that can be read/g)).toHaveLength(2);
  });

  it("are no more at once than a request can hold", async () => {
    const all = Object.fromEntries([0, 1, 2].map((at) => [`AC1 ${at}`, large(3 * MB)]));
    const { blocks, note } = await showPictures([text("AC1", "image/png", "image/png", "image/png")], {
      read: files(all).read,
      canSee: true,
    });
    expect(imagesOf(blocks, "text.AC1")).toHaveLength(2);
    expect(note).toContain("file 3 of text AC1: one more than is shown at once");
  });

  it("are not fetched for a model that sees none, nor where an e-mail says that they are too large", async () => {
    const { asked, read } = files({});
    const blind = await showPictures([text("AC1", "image/png")], { read, canSee: false });
    expect(blind.note).toContain("this model sees none");
    const heavy = await showPictures([email("m1", { type: "image/jpeg", sizeBytes: 7 * MB })], {
      read,
      canSee: true,
    });
    expect(heavy.note).toContain("attachment 1 of e-mail m1: larger than can be read");
    expect(asked).toEqual([]);
  });

  it("are nothing where there are none", async () => {
    const { asked, read } = files({});
    const icon = { type: "image/png", sizeBytes: 900 };
    const shown = await showPictures([text("AC1", "application/pdf"), email("m1", icon)], {
      read,
      canSee: true,
    });
    expect(shown).toEqual({ blocks: new Map(), note: "" });
    expect(asked).toEqual([]);
  });
});

const source = (messages: readonly LogMessage[]) => ({
  agent: steward,
  model: "claude-sonnet-5-5",
  tools: [{ name: "look_at_picture", input_schema: { type: "object" as const } }],
  system: systemBlocks(steward, ""),
  compaction: null,
  messages,
  thinkingAfterSeq: 0,
});

describe("a request with pictures", () => {
  const log = history([{ text: "is this mold?", calls: [1] }]).slice(0, -1);
  const [asked, , results] = log;
  const result = results?.parts[0] as { tool_use_id?: string } | undefined;
  const callId = String(result?.tool_use_id);

  async function pictures(width: number, height: number) {
    const { blocks } = await showPictures([text("AC1", "image/png")], {
      read: files({ "AC1 0": PNG(width, height) }).read,
      canSee: true,
    });
    return blocks.get("text.AC1") ?? [];
  }

  it("has them before the message's words and in the result of the call that looked", async () => {
    const blocks = await pictures(750, 100);
    const [, image] = blocks;
    const shown = new Map<string, readonly object[]>([
      [asked?.id ?? "", blocks],
      [callId, image === undefined ? [] : [image]],
    ]);
    const request = requestForModel(buildRequest({ ...source(log), pictures: shown }));
    expect(validateRequest(request)).toEqual([]);
    const first = request.messages[0]?.content as { type: string }[];
    expect(first.slice(0, 3).map(({ type }) => type)).toEqual(["text", "image", "text"]);
    const last = request.messages.at(-1)?.content[0] as { content: { type: string }[] };
    expect(last.content.map(({ type }) => type)).toEqual(["text", "image"]);
  });

  it("is the same bytes without them", () => {
    const request = buildRequest(source(log));
    expect(JSON.stringify(buildRequest({ ...source(log), pictures: new Map() }))).toBe(
      JSON.stringify(request),
    );
  });

  it("never carries our own count of what a result showed", () => {
    const counted = log.map((message) =>
      message.kind === "results"
        ? { ...message, parts: message.parts.map((part) => ({ ...part, pictures: 1 })) }
        : message,
    );
    expect(JSON.stringify(buildRequest(source(counted as LogMessage[])))).toBe(
      JSON.stringify(buildRequest(source(log))),
    );
  });

  it("counts each by its pixels, whatever its bytes, and at most what one can cost", async () => {
    const measured = async (width: number, height: number, where: string) => {
      const image = (await pictures(width, height)).filter(({ type }) => type === "image");
      return measureRequest(
        buildRequest({ ...source(log), pictures: new Map([[where, image as readonly object[]]]) }),
      ).tokens;
    };
    const without = measureRequest(buildRequest(source(log))).tokens;
    expect((await measured(7_500, 100, asked?.id ?? "")) - without).toBe(1_000);
    expect((await measured(7_900, 7_900, asked?.id ?? "")) - without).toBe(4_784);
    const inResult = (await measured(7_500, 100, callId)) - without;
    expect(inResult).toBeGreaterThanOrEqual(1_000);
    expect(inResult).toBeLessThan(1_050);
  });
});

describe("a turn with a picture", () => {
  const PHOTO = PNG(300, 200);
  const MESSAGE: InboundMessage = {
    messageId: "text.AC1",
    author: { kind: "user", id: "dana", name: "Dana" },
    text: "Is this the valve?",
    media: {
      type: "media",
      textId: "AC1",
      note: "",
      files: [{ index: 0, type: "image/png", isPhoto: true }],
    },
  };
  const thinks = (): Answer => () =>
    reply(
      [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "tool_use", id: "toolu_1", name: "read_x", input: {} },
      ],
      "tool_use",
    );
  const typesIn = ({ messages }: Stage["requests"][number]): string[] =>
    messages.flatMap(({ content }) => (content as { type: string }[]).map(({ type }) => type));

  /** The process dies in the second call of the model. */
  async function died(read: Stage["readPicture"]) {
    const stage = new Stage();
    stage.readPicture = read;
    stage.accept(MESSAGE);
    let dies = (): void => {};
    const death = new Promise<void>((resolve) => (dies = resolve));
    void stage.rest(thinks(), () => {
      dies();
      return new Promise(() => {});
    });
    await death;
    return stage;
  }

  it("is shown the same again when the process dies", async () => {
    const before = await died(files({ "AC1 0": PHOTO }).read);
    const again = new Stage(undefined, before);
    again.readPicture = files({ "AC1 0": PHOTO }).read;
    await again.rest(says("Yes."));
    expect(typesIn(again.requests[0]!)).toContain("image");
    expect(again.requests[0]?.messages).toEqual(before.requests[1]?.messages);
  });

  it("goes on without it, and without the thinking bound to it, where it can't be read again", async () => {
    const before = await died(files({ "AC1 0": PHOTO }).read);
    const again = new Stage(undefined, before);
    await again.rest(says("I can't see it anymore."));
    expect(typesIn(before.requests[1]!)).toContain("thinking");
    expect(typesIn(again.requests[0]!)).not.toContain("image");
    expect(typesIn(again.requests[0]!)).not.toContain("thinking");
  });

  it("reserves what the picture can cost", async () => {
    const reserved = async (media: object): Promise<number> => {
      const stage = new Stage();
      stage.readPicture = files({ "AC1 0": PNG(7_500, 1_000) }).read;
      stage.accept({ ...MESSAGE, ...media } as never);
      let held = 0;
      await stage.rest(() => {
        held = [...stage.reserved.values()].reduce((sum, one) => sum + one, 0);
        return reply([{ type: "text", text: "Yes." }]);
      });
      return held;
    };
    const plain = await reserved({ media: undefined });
    // The model's price of an input token that is written to the cache: 3.75 USD a million.
    expect((await reserved({})) - plain).toBeGreaterThan(4_784 * 3);
  });
});
