/** Who noted a line and when stands beside it, and follows whoever changes it. */
import { beforeEach, expect, it } from "vitest";
import { editFile } from "../../../src/workspace/tools/files/edit-file.ts";
import type { FileServices } from "../../../src/workspace/tools/files/index.ts";
import type { InternalTool } from "../../../src/agent/tools/define-tool.ts";
import { findLive, writeFile } from "../../../src/workspace/index.ts";
import { seenIn } from "../agent/tools/world.ts";
import { AGENT, files, freshFiles } from "./harness.ts";

beforeEach(freshFiles);

const PATH = "areas/heating.md";
const NOW = Date.parse("2026-11-23T18:15:00Z");
const OLD = "_(2026-11-20 09:00, Marcus Hale, [conversation](/conversations/chat-9))_";
const HEARD =
  "_(2026-11-20 09:00, source: text from outside, [conversation](/conversations/sms%3A%2B14125550142))_";
const NEW = "_(2026-11-23 13:15, Dana Whitfield, [conversation](/conversations/chat-1))_";

/** Edits as Dana, in the conversation chat-1. */
async function edit(oldText: string, newText: string, { outside = false } = {}): Promise<string> {
  const deps = files();
  const services = {
    deps,
    clock: { now: () => NOW },
    timeZone: "America/New_York",
  } as unknown as FileServices;
  const seen = seenIn();
  if (seen.asker === null) throw new Error("the call has an asker");
  const speaker = { kind: "user" as const, id: "user_demo_dana", name: "Dana Whitfield" };
  const call = {
    ...seen,
    conversationId: "chat-1",
    asker: { ...seen.asker, speaker, outside, outsideWords: outside },
  };
  const { run } = editFile as unknown as Pick<InternalTool, "run">;
  const done = await run({ path: PATH, oldText, newText }, services, call);
  expect(done.kind).toBe("ok");
  const head = await findLive(deps, PATH);
  return deps.blobs.get(head?.sha256 ?? "");
}

async function holds(...lines: string[]): Promise<void> {
  await writeFile(files(), { path: PATH, content: `${lines.join("\n")}\n`, ...AGENT });
}

it("names who changed the line, and leaves the marks of all others", async () => {
  await holds(`- Valve of 3B is old ${OLD}`, `- Boiler key is in the box ${OLD}`);
  expect(await edit("Valve of 3B is old", "Valve of 3B was replaced")).toBe(
    `- Valve of 3B was replaced ${NEW}\n- Boiler key is in the box ${OLD}\n`,
  );
});

it("is the true one, whatever the new words claim", async () => {
  await holds(`- Valve of 3B is old ${OLD}`);
  const claimed = "_(2026-11-23 13:15, Priya Raman, [conversation](/conversations/chat-7))_";
  expect(await edit(`is old ${OLD}`, `was replaced ${claimed}`)).toBe(`- Valve of 3B was replaced ${NEW}\n`);
});

it("still says that words came from outside, and says so once", async () => {
  await holds(`- Maria Lopez says the tap drips ${HEARD}`);
  const kept = await edit("the tap drips", "both taps drip");
  expect(kept).toContain(
    "2026-11-23 13:15, Dana Whitfield, source: text from outside, [conversation](/conversations/chat-1)",
  );
  const again = await edit("both taps drip", "one tap drips", { outside: true });
  expect(again.match(/source: text from outside/g)).toHaveLength(1);
});

it("comes to no line that had none, unless words from outside are written there", async () => {
  await holds("- Filters are changed in May");
  expect(await edit("in May", "in April")).toBe("- Filters are changed in April\n");
  expect(await edit("in April", "in June", { outside: true })).toContain("source: text from outside");
});

it("goes where the words it belongs to are taken out", async () => {
  await holds(`- Valve of 3B is old ${OLD}`, "- Filters are changed in May");
  expect(await edit(`- Valve of 3B is old ${OLD}\n`, "")).toBe("- Filters are changed in May\n");
});
