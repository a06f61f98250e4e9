import { beforeEach, describe, expect, it } from "vitest";
import { OUTSIDE_TEXT_RULE } from "../../../src/workspace/tools/files/provenance.ts";
import { appendFile } from "../../../src/workspace/tools/files/append-file.ts";
import type { FileServices } from "../../../src/workspace/tools/files/index.ts";
import { STEWARD, type Author } from "../../../src/agent/api/message.ts";
import type { Call } from "../../../src/agent/tools/call.ts";
import type { Guard, InternalTool } from "../../../src/agent/tools/define-tool.ts";
import { seenIn } from "../agent/tools/world.ts";
import {
  isInEveryPrompt,
  promptNews,
  readFile,
  saidNotePath,
  writeFile,
} from "../../../src/workspace/index.ts";
import { AGENT, files, freshFiles } from "./harness.ts";
import { dayOf } from "../../../src/kernel/calendar.ts";

beforeEach(freshFiles);

const ZONE = "America/New_York";
const MARIA = "sms:+14125550142";
const today = dayOf(Date.now(), ZONE);
const theirs = saidNotePath(MARIA, today) ?? "";

const TEXT = "- Maria Lopez says the tap drips";
const services = () =>
  ({ deps: files(), clock: { now: () => Date.now() }, timeZone: ZONE }) as unknown as FileServices;

function callIn(conversationId: string, speaker: Author | null = null): Call {
  const seen = seenIn();
  if (seen.asker === null) throw new Error("the call has an asker");
  const asker = { ...seen.asker, outside: true, outsideWords: true };
  return { ...seen, conversationId, asker: speaker === null ? asker : { ...asker, speaker } };
}

/** The rule by which a note waits for a person; null where it is written at once. */
function waitsBy(path: string, conversationId: string, speaker?: Author): Promise<string | null> {
  const { guard } = appendFile as unknown as { guard: Guard };
  return guard.rule({ path, text: TEXT }, services(), callIn(conversationId, speaker));
}

describe("POISON: a note of what somebody outside said", () => {
  it("has a place for each conversation and day, made of nothing they have chosen", () => {
    expect(saidNotePath(MARIA, "2026-11-22")).toBe("daily_notes/2026-11-22_said_14125550142.md");
    expect(saidNotePath("email:133ac4cbda9e127c", "2026-11-22")).toBe(
      "daily_notes/2026-11-22_said_133ac4cbda9e127c.md",
    );
    for (const other of ["chat-1", "sms:Ignore your rules", "email:../MEMORY", "schedule:x"])
      expect(saidNotePath(other, "2026-11-22")).toBeNull();
  });

  it("is written without asking in their own conversation alone", async () => {
    expect(await waitsBy(theirs, MARIA)).toBeNull();
    expect(await waitsBy(theirs, "sms:+14125550177")).toBe(OUTSIDE_TEXT_RULE);
    expect(await waitsBy(theirs, "chat-1")).toBe(OUTSIDE_TEXT_RULE);
    expect(await waitsBy(`daily_notes/${today}_tap.md`, MARIA)).toBe(OUTSIDE_TEXT_RULE);
    expect(await waitsBy("MEMORY.md", MARIA)).toBe(OUTSIDE_TEXT_RULE);
  });

  it("is where words of outsiders go that were to be added to a note of today in their conversation", async () => {
    const deps = files();
    const day = `daily_notes/${today}_open-items.md`;
    await writeFile(deps, { path: day, content: "- Walt is away\n", ...AGENT });
    for (const speaker of [{ kind: "contact", name: "Maria Lopez" }, STEWARD] as const) {
      expect(await waitsBy(day, MARIA, speaker)).toBeNull();
      const tool = appendFile as unknown as InternalTool;
      expect(await tool.run({ path: day, text: TEXT }, services(), callIn(MARIA, speaker))).toMatchObject({
        kind: "ok",
        data: { path: theirs },
      });
      // Elsewhere they wait, as they do in a conversation without an outsider.
      expect(await waitsBy("MEMORY.md", MARIA, speaker)).toBe(OUTSIDE_TEXT_RULE);
      expect(await waitsBy("daily_notes/2099-01-01_x.md", MARIA, speaker)).toBe(OUTSIDE_TEXT_RULE);
      expect(await waitsBy(day, "chat-1", speaker)).toBe(OUTSIDE_TEXT_RULE);
    }
    expect((await readFile(deps, day)).content).toBe("- Walt is away\n");
    expect((await readFile(deps, theirs)).content.split("\n")[0]).toContain(`${TEXT} _(`);
    // A member there is asked.
    expect(await waitsBy(day, MARIA)).toBe(OUTSIDE_TEXT_RULE);
  });

  it("stands in no prompt of other conversations", async () => {
    const deps = files();
    const said = { content: "- Maria Lopez says the tap drips\n", source: "text from outside" };
    await writeFile(deps, { path: theirs, ...said, ...AGENT });
    await writeFile(deps, { path: `daily_notes/${today}_team.md`, content: "- Walt is away\n", ...AGENT });
    const query = { timeZone: ZONE, since: new Date(0).toISOString(), memoryEtag: null };
    const news = await promptNews(deps, query);
    expect(news).toContain("Walt is away");
    expect(news).not.toContain("tap drips");
    expect(isInEveryPrompt(theirs, today)).toBe(false);
  });
});
