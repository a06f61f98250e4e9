import { describe, expect, it } from "vitest";
import { backoffMs } from "../../../frontend/src/api/backoff.ts";
import { safeNext } from "../../../frontend/src/components/safe-next.ts";
import { fileTarget, linkTarget, saysHost } from "../../../frontend/src/components/link-target.ts";
import {
  dayName,
  duration,
  money,
  percent,
  phoneWords,
  relativeTime,
  sentenceList,
  stopWords,
  upcomingTime,
  withoutMarks,
} from "../../../frontend/src/components/words.ts";
import { mergePolicy, samePolicy } from "../../../frontend/src/approvals/settings/policy-merge.ts";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import { stopReasonSchema } from "../../../src/agent/api/conversation-frames.ts";

const ZONE = "America/New_York";
const NOW = Date.parse("2026-11-21T17:00:00Z");
const before = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const ROOTS = new Set(["conversations", "approvals", "workspace"]);

describe("words", () => {
  it("tells times as people do, in the tenant's zone", () => {
    expect(relativeTime(before(0.2), NOW, ZONE)).toBe("just now");
    expect(relativeTime(before(4), NOW, ZONE)).toBe("4 min ago");
    expect(relativeTime(before(-5), NOW, ZONE), "a device whose clock is behind").toBe("just now");
    expect(relativeTime(before(24 * 60), NOW, ZONE)).toBe("yesterday 12:00 PM");
    expect(relativeTime(before(60 * 24 * 60), NOW, ZONE)).toBe("Sep 22");
    expect(upcomingTime("2026-11-22T14:00:00Z", NOW, ZONE)).toBe("tomorrow 9:00 AM");
    expect(upcomingTime(before(1), NOW, ZONE)).toBe("now");
    expect(dayName("2026-11-21T04:30:00Z", NOW, ZONE)).toBe("Yesterday");
  });

  it("does not break on a zone the browser does not know", () => {
    expect(relativeTime(before(60 * 30), NOW, "Not/AZone")).toContain("yesterday");
  });

  it("keeps small costs visible", () => {
    expect(money(0.0213)).toBe("$0.0213");
    expect(money(12.3)).toBe("$12.30");
    expect(money(0)).toBe("$0");
  });

  it("tells durations and lists", () => {
    expect(duration(2100)).toBe("2.1 s");
    expect(duration(125_000)).toBe("2 min 5 s");
    expect(sentenceList(["a", "b", "c"])).toBe("a, b, and c");
  });

  it("has words for every way a turn can stop, but those that speak for themselves", () => {
    const silent = stopReasonSchema.options.filter((reason) => stopWords(reason) === null);
    expect(silent).toEqual(["end_turn", "waiting_approval", "waiting_answer"]);
  });
});

describe("links in outside text", () => {
  it("lead to the web, a mail, a phone or our own pages, and show where", () => {
    expect(linkTarget("https://evil.example/a", ROOTS)).toMatchObject({
      host: "evil.example",
      inside: false,
    });
    expect(linkTarget("/approvals/ap_1", ROOTS)).toMatchObject({ inside: true, host: null });
    expect(linkTarget("mailto:a@b.example", ROOTS)).toMatchObject({ host: "a@b.example" });
  });

  it("are no links when they could run, hide or mislead", () => {
    const bad = [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "/api/session",
      "vbscript:x",
      "https://bank.example@evil.example/",
      "file:///etc/passwd",
      "",
      "/\\evil.example",
      "/approvals/../api/approvals/ap_1/decision",
      "/conversations/..//evil.example",
      "/api/me",
    ];
    for (const href of bad) expect(linkTarget(href, ROOTS), href).toBeNull();
  });

  it("lead from file to file inside the workspace, and never out of it", () => {
    const leads = (href: string): string | null => fileTarget(href, "areas/vendors")?.href ?? null;
    expect(leads("plumbers.md")).toBe("/workspace/areas/vendors/plumbers.md");
    expect(leads("../rent.md#late")).toBe("/workspace/areas/rent.md");
    expect(leads("./a%20b.md")).toBe("/workspace/areas/vendors/a%20b.md");
    expect(leads("/MEMORY.md")).toBe("/workspace/MEMORY.md");
    expect(leads("../../daily_notes/")).toBe("/workspace/daily_notes");
    const bad = [
      "../../../etc/passwd",
      "/../x.md",
      "..%2f..%2fx.md",
      "a%00.md",
      "%zz.md",
      "//evil.example/x.md",
      "javascript:alert(1)",
      "evil:x.md",
      "a\\..\\b.md",
      "x.md?y=1",
      "#only-a-place",
      "",
      "..",
    ];
    for (const href of bad.slice(0, -1)) expect(leads(href), href).toBeNull();
    expect(fileTarget("..", "areas"), "the top has a page of its own").toBeNull();
    for (const href of bad) expect(fileTarget(href, "")?.href ?? null, href).toBeNull();
  });

  it("is said by its words only where they are its address or host, in plain letters", () => {
    const says = (words: string, href: string): boolean => {
      const target = linkTarget(href, ROOTS);
      return target !== null && saysHost(words, target);
    };
    expect(says("https://k.example/a", "https://k.example/a")).toBe(true);
    expect(says("k.example", "https://k.example/a")).toBe(true);
    expect(says("www.k.example", "http://www.k.example")).toBe(true);
    expect(says("the lease", "/approvals/ap_1")).toBe(true);
    expect(says("https://bank.example", "https://k.example")).toBe(false);
    expect(says("https://myk.example", "https://k.example")).toBe(false);
    expect(says("k.example, which is safe", "https://k.example")).toBe(false);
    expect(says("https://bаnk.example/", "https://bаnk.example/")).toBe(false);
    expect(says("https://k.example/\u202egnp.x", "https://k.example/\u202egnp.x")).toBe(false);
  });
});

describe("coming back", () => {
  it("waits longer each time, within bounds, and never all at once", () => {
    expect(backoffMs(0, 0)).toBe(250);
    expect(backoffMs(1, 1)).toBe(1000);
    expect(backoffMs(50, 1)).toBe(20_000);
    expect(backoffMs(50, 0)).toBe(10_000);
  });
});

describe("two admins at once", () => {
  it("fit together where they changed different things", () => {
    const mine = { ...DEFAULT_POLICY, holdSeconds: 10 };
    const theirs = { ...DEFAULT_POLICY, tools: { send_message: "deny" as const } };
    const merged = mergePolicy(DEFAULT_POLICY, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(merged.policy).toEqual({ ...theirs, holdSeconds: 10 });
  });

  it("are told what both changed", () => {
    const mine = { ...DEFAULT_POLICY, turn: { ...DEFAULT_POLICY.turn, minutes: 5 } };
    const theirs = { ...DEFAULT_POLICY, turn: { ...DEFAULT_POLICY.turn, minutes: 20 } };
    expect(mergePolicy(DEFAULT_POLICY, mine, theirs).conflicts).toEqual(["turn.minutes"]);
  });

  it("are not bothered by the order of keys", () => {
    expect(samePolicy(DEFAULT_POLICY, structuredClone(DEFAULT_POLICY))).toBe(true);
    expect(samePolicy(DEFAULT_POLICY, { ...DEFAULT_POLICY, holdSeconds: 1 })).toBe(false);
  });
});

describe("a preview", () => {
  it("shows words and not their marks", () => {
    expect(withoutMarks("## What it says **Maria** *now* rents `3B`, see [the lease](/x)")).toBe(
      "What it says Maria now rents 3B, see the lease",
    );
    expect(withoutMarks("with _New project_; **not** (_today_)")).toBe("with New project; not (today)");
    expect(withoutMarks("snake_case and #3B stay, 2*3")).toBe("snake_case and #3B stay, 2*3");
  });
});

describe("after sign-in", () => {
  it("goes to a page of our own and nowhere else", () => {
    expect(safeNext("/approvals/ap_1")).toBe("/approvals/ap_1");
    for (const bad of [
      "//evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "/x/..//evil.example",
      "https://evil.example",
      "",
      undefined,
      3,
    ]) {
      expect(safeNext(bad)).toBeUndefined();
    }
  });
});

describe("figures in words", () => {
  it("never rounds something down to nothing", () => {
    expect(percent(0.02, 100)).toBe("under 1%");
    expect(percent(42, 100)).toBe("42%");
    expect(percent(5, 0)).toBe("0%");
  });

  it("spaces American numbers and leaves others alone", () => {
    expect(phoneWords("+14125550142")).toBe("+1 412 555 0142");
    expect(phoneWords("+4930123456")).toBe("+4930123456");
  });
});
