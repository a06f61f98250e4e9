/** The skills of accounts: three levels, each within its tokens, and true of the tools there are. */
import { describe, expect, it } from "vitest";
import { readHistory } from "../../../src/accounts/history.ts";
import { accountSkillFiles } from "../../../src/accounts/api/skill-files.ts";
import { findAgent } from "../../../src/agent/registry.ts";
import { estimateTokens } from "../../../src/agent/tokens.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import { parseSkill } from "../../../src/workspace/skills/parse-skill.ts";
import { skillIndex } from "../../../src/workspace/skills/skill-index.ts";

const files = accountSkillFiles();
const heads = [...files].filter(([path]) => path.endsWith("/SKILL.md"));
const others = [...files].filter(([path]) => !path.endsWith("/SKILL.md"));
const idOf = (path: string): string => path.slice("skills/".length, -"/SKILL.md".length);
const parsed = (path: string, content: string) =>
  parseSkill(content, path.slice(0, -"/SKILL.md".length).split("/").at(-1) ?? "");
const AGENTS = { search: "search_agent", update: "updater_agent", followup: "followup_agent" } as const;

describe("the skills of accounts", () => {
  it("are the eleven, in the groups of the agents, with what they name beside them", () => {
    expect(heads.map(([path]) => idOf(path))).toEqual([
      "search/name-lookup",
      "search/description-search",
      "search/file-navigation",
      "search/text-search",
      "update/account-create",
      "update/state-edit",
      "update/history-chain",
      "update/index-sync",
      "followup/pending-scan",
      "followup/communication-draft",
      "followup/action-execute",
    ]);
    const named = [...files].flatMap(([path, content]) =>
      [...content.matchAll(/\b(?:references|assets)\/[\w-]+\.md\b/g)].map(([file]) =>
        path.replace(/SKILL\.md$/, file),
      ),
    );
    expect([...new Set(named)].toSorted()).toEqual(others.map(([path]) => path).toSorted());
  });

  it.each(heads)(
    "%s is valid, and has a line of 50 to 100 tokens and a body of 150 to 300",
    (path, content) => {
      const skill = parsed(path, content);
      expect([skill.problems, skill.warnings]).toEqual([[], []]);
      const line = estimateTokens(skillIndex([{ id: idOf(path), parsed: skill }]).text);
      expect([line >= 50, line <= 100], `${line} tokens`).toEqual([true, true]);
      const body = estimateTokens(skill.body);
      expect([body >= 150, body <= 300], `${body} tokens`).toEqual([true, true]);
    },
  );

  it.each(others)("%s has 100 to 500 tokens", (_, content) => {
    const tokens = estimateTokens(content);
    expect([tokens >= 100, tokens <= 500], `${tokens} tokens`).toEqual([true, true]);
  });

  it("name no tool that the agent of their group doesn't have", () => {
    for (const [path, content] of files) {
      const group = path.split("/")[1] as keyof typeof AGENTS;
      const agent = findAgent(AGENTS[group]);
      const tools = [
        ...content.matchAll(/\b(?:[a-z]+_)+(?:accounts?|file|files|descriptions|followups?|skill)\b/g),
      ];
      const foreign = tools.map(([tool]) => tool).filter((tool) => agent?.tools.includes(tool) !== true);
      // One skill says what finds whole e-mails for others.
      expect(foreign, path).toEqual(path.startsWith("skills/update/index-sync/") ? ["search_files"] : []);
    }
  });

  it("show an entry as histories are written, and the stages a team begins with", () => {
    const example = [
      ...(files.get("skills/update/history-chain/references/format-examples.md") ?? "").matchAll(
        /^ {4}(.*)$|^$/gm,
      ),
    ]
      .map(([, line = ""]) => line)
      .join("\n");
    const { entries, problem } = readHistory(example.slice(example.indexOf("##")));
    expect([entries.length, problem]).toEqual([1, null]);
    expect(entries[0]?.changes.map(({ field }) => field)).toEqual(["stage", "nextSteps", "notes"]);
    const rules = files.get("skills/followup/pending-scan/references/stage-rules.md") ?? "";
    for (const { stage, days, purpose } of DEFAULT_STAGES) {
      const row = rules.split("\n").find((line) => line.startsWith("|") && line.includes(stage));
      expect(row, stage).toContain(days === null ? "never" : `| ${days} |`);
      expect(row).toContain(purpose);
    }
  });
});
