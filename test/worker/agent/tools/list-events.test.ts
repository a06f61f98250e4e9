/** Calendars through the gate, against the sandbox's Google: the settings' list alone, as whom the agent acts for. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, expect, it } from "vitest";
import type { TurnScope } from "../../../../src/agent/ports.ts";
import { runTool as gateOf } from "../../../../src/agent/open.ts";
import type { Json } from "../../../../src/kernel/hash.ts";
import { OUTSIDE_NOTE } from "../../../../src/agent/conversations/index.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { DANA, TENANT } from "../conversations/harness.ts";

const DAY = "2031-03-11";
const PRIYA = "priya@alderfinch.example";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
});

async function plant(owner: string, title: string, at = "15:00", day = DAY): Promise<void> {
  const start = `${day}T${at}:00.000Z`;
  const end = new Date(Date.parse(start) + 1_800_000).toISOString();
  await control("calendar", { owner, title, start, end, location: "214 Birch St" });
}

async function look(
  input: Record<string, Json>,
  { tenantId = TENANT, speaker = DANA }: Partial<Pick<TurnScope, "tenantId" | "speaker">> = {},
) {
  const runTool = gateOf(testContext(tenantId));
  const { status, content } = await runTool(
    { id: `toolu_${JSON.stringify(input).length}`, name: "list_events", input },
    {
      tenantId,
      timeZone: "America/New_York",
      conversationId: "chat-1",
      conversationTitle: "Chat",
      runId: "run-1",
      agent: "steward",
      speaker,
      recentTexts: [],
    },
  );
  return {
    status,
    content,
    answer: JSON.parse(content) as {
      items?: Record<string, unknown>[];
      free?: Record<string, unknown>[];
      note?: string;
    },
  };
}

it("lists the allowed calendars in the team's time, marked as text from outside", async () => {
  await plant(PRIYA, "Showing: Wren Abbott");
  await plant("dana@alderfinch.example", "Harold Finch", "14:00");
  const { answer } = await look({ from: DAY, to: DAY });
  expect(answer.note).toBe(OUTSIDE_NOTE);
  expect(answer.items).toMatchObject([
    { calendar: "Dana Whitfield", title: "Harold Finch", start: "Tue 2031-03-11 10:00" },
    { calendar: "Priya Raman", title: "Showing: Wren Abbott", end: "Tue 2031-03-11 11:30" },
  ]);
});

it("says when all who are asked about are free", async () => {
  await plant(PRIYA, "Showing");
  const { answer } = await look({ from: DAY, to: DAY, calendar: "priya", freeFor: 120 });
  expect(answer).toMatchObject({ calendars: ["Priya Raman"] });
  expect(answer.free).toEqual([
    { from: "Tue 2031-03-11 09:00", to: "Tue 2031-03-11 11:00" },
    { from: "Tue 2031-03-11 11:30", to: "Tue 2031-03-11 18:00" },
  ]);
});

it("looks into no calendar that the settings do not name, nor into another team's", async () => {
  await plant("tom@alderfinch.example", "Private matters of Tom");
  await plant("ruth@harborlight.example", "Harborlight canary");
  expect((await look({ from: DAY, calendar: "tom@alderfinch.example" })).status).toBe("retry");
  expect((await look({ from: DAY, calendar: "ruth@harborlight.example" })).status).toBe("retry");
  const { content } = await look({ from: DAY });
  expect(content).not.toMatch(/Private matters|canary/);
  expect(content).toMatch(/Calendars you can't see[^"]*Tom Okafor/);
  const theirs = await look({ from: DAY }, { tenantId: "tenant_harbor" });
  expect(theirs.content).toContain("Harborlight canary");
  await testEnv.DB.prepare("update connections set settings = json_remove(settings, '$.calendars')").run();
  expect((await look({ from: DAY })).status).toBe("failed");
});

it("sees a colleague's private entry only as taken time, as whom it acts for sees it", async () => {
  await control("calendar", {
    owner: PRIYA,
    title: "Dentist",
    start: `${DAY}T15:00:00.000Z`,
    end: `${DAY}T16:00:00.000Z`,
    isPrivate: true,
  });
  const { content, answer } = await look({ from: DAY, to: DAY });
  expect(content).not.toContain("Dentist");
  expect(answer.items).toMatchObject([{ title: "(busy; no more is shown)", start: "Tue 2031-03-11 11:00" }]);
});

it("says plainly that Google did not answer, and refuses days without end", async () => {
  await control("faults", { service: "calendar", status: 403, count: 20 });
  expect((await look({ from: DAY })).status).toBe("failed");
  expect((await look({ from: DAY, to: "2032-03-11" })).status).toBe("retry");
  expect((await look({ from: "2031-13-99" })).status).toBe("retry");
});
