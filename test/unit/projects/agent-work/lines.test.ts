/** What project agents are given to read: the day, dates that can't hold, what a period covers, and search results that say something. */
import { describe, expect, it } from "vitest";
import { foundLines } from "../../../../src/projects/agent-work/lines.ts";
import { projectSets } from "../../../eval/projects/index.ts";
import { NOW_MS, workedByCode } from "../../../eval/projects/by-code.ts";
import { broughtFrom, dayFrom, type Snapshot } from "../../../eval/projects/snapshot.ts";
import type { ProjectAgentName } from "../../../../src/projects/api/project-agents.ts";

const HERE = { timeZone: "America/New_York", projectId: "p1", projectNames: new Map([["p2", "Roof"]]) };

async function readBy(agent: ProjectAgentName, snapshot: Snapshot, input = {}): Promise<string> {
  const one = {
    id: "case",
    ask: "",
    projectId: "p1",
    projects: (nowMs: number) => [broughtFrom(snapshot, "p1", nowMs)],
    input,
    grade: () => ({ right: true, why: "", value: 1, weight: 1 }),
  };
  return (await workedByCode(agent, one)).read ?? "";
}

describe("what project agents read", () => {
  const works = projectSets().filter(({ agent }) => !["nl-query", "writing-assistant"].includes(agent));

  it.each(works.map(({ agent, cases }) => [agent, cases] as const))(
    "%s is told today's date first",
    async (agent, cases) => {
      let read: string | null = null;
      for (const one of cases) read ??= (await workedByCode(agent, one)).read;
      expect(read).toMatch(/^Today is \w{3} \d{4}-\d\d-\d\d\.\n/);
      expect(read).toContain(dayFrom(NOW_MS, 0));
    },
  );

  it("are told of due dates that can't all hold", async () => {
    const read = await readBy("risk-predictor", {
      name: "Hall",
      due: 10,
      tasks: [
        { key: "late", title: "Paint the hall", due: 12, needs: ["first"] },
        { key: "early", title: "Hang the lamps", due: 3, needs: ["first"] },
        { key: "first", title: "Fix the ceiling", due: 5 },
        { key: "fine", title: "Clean up", due: 10, needs: ["first"] },
      ],
    });
    const [late, early] = [dayFrom(NOW_MS, 12), dayFrom(NOW_MS, 3)];
    expect(read).toMatch(
      new RegExp(`F\\d+: T1 “Paint the hall” is due \\w+ ${late}, after the project's own due date`),
    );
    expect(read).toMatch(
      new RegExp(`T2 “Hang the lamps” is due \\w+ ${early}, before T3 “Fix the ceiling”, which it waits for`),
    );
    expect(read.match(/after the project's own|which it waits for/g)).toHaveLength(2);
    expect(read).not.toMatch(/\b1 (?:tasks|working days)\b/);
  });

  it("are given the comments of the period, and older ones only for what blocks now", async () => {
    const read = await readBy(
      "summary-writer",
      {
        name: "Hall",
        tasks: [
          {
            key: "lamp",
            title: "Hang the lamps",
            about: "Needs the tall ladder.",
            past: [[20, "blocked"]],
            says: [[19, "tom", "The lamps come from Ohio."]],
          },
          {
            key: "paint",
            title: "Paint",
            says: [
              [30, "tom", "We chose green."],
              [2, "tom", "First coat is on."],
            ],
          },
        ],
      },
      { period: "weekly" },
    );
    expect(read).toContain("Needs the tall ladder.");
    expect(read).toMatch(/before this period: .* on T1 “Hang the lamps”: The lamps come from Ohio\./);
    expect(read).toContain("First coat is on.");
    expect(read).not.toContain("We chose green.");
  });

  it("are told once by its title what an event names and no record lists", async () => {
    const read = await readBy(
      "summary-writer",
      {
        name: "Lobby",
        tasks: [
          {
            key: "mural",
            title: "Paint the mural",
            past: [[3, "cancelled"]],
            says: [
              [2, "tom", "The wall stays white."],
              [3, "tom", "The owner doesn't want it."],
            ],
          },
        ],
      },
      { period: "weekly" },
    );
    expect(read).toMatch(/on T1 “Paint the mural”: The wall stays white\./);
    expect(read).toMatch(/on T1: The owner doesn't want it\./);
    expect(read).toMatch(/changed status \(created → cancelled\) of T1 “Paint the mural”/);
  });
});

describe("search results for an agent", () => {
  const at = "2026-11-24T15:00:00.000Z";
  const passage = (title: string, text: string, shelf: string | null = null) => ({ title, text, at, shelf });

  it("leave out titles alone and repeats, and say what is of another project", () => {
    expect(
      foundLines(
        [
          passage("Waste line", "Waste line", "p2"),
          passage("Repairs", "Two doors stick.", "p1"),
          passage("Repairs", "Two doors stick.", "p2"),
          passage("Tom on Gutters", "They leak.", "p2"),
          passage("Offer.pdf", "$2,900 for the drain."),
        ],
        HERE,
      ),
    ).toEqual([
      "Tue 2026-11-24 Repairs: Two doors stick.",
      "Tue 2026-11-24 Tom on Gutters (another project, “Roof”): They leak.",
      "Tue 2026-11-24 Offer.pdf: $2,900 for the drain.",
    ]);
  });
});
