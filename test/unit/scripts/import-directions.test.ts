import { describe, expect, it } from "vitest";
import {
  arrowsOf,
  domainCircle,
  roomPairs,
  RULES,
  violationsOf,
  type Arrow,
} from "../../../scripts/import-directions.ts";

const arrow = (from: string, to: string, more: Partial<Arrow> = {}): Arrow => ({
  from,
  to,
  own: true,
  typeOnly: false,
  ...more,
});

describe("import directions", () => {
  it.each([
    ["src/kernel/a.ts", "src/platform/a.ts"],
    ["src/agent/api/a.ts", "src/platform/db/index.ts"],
    ["src/platform/db/a.ts", "src/approvals/index.ts"],
    ["src/platform/a.ts", "src/features.ts"],
    ["src/approvals/a.ts", "src/agent/tools/gate.ts"],
    ["src/approvals/a.ts", "src/messaging/index.ts"],
    ["src/agent/a.ts", "src/accounts/index.ts"],
    ["src/agent/a.ts", "src/features.ts"],
    ["src/accounts/a.ts", "src/workspace/store.ts"],
    ["src/accounts/a.ts", "src/features.ts"],
    ["src/messaging/texts/a.ts", "src/integrations/quo/write.ts"],
    ["src/projects/tools/a.ts", "src/integrations/clickup/write.ts"],
    ["src/index.ts", "src/approvals/index.ts"],
    ["workflows/a.ts", "src/index.ts"],
    ["frontend/src/a.tsx", "src/kernel/ids.ts"],
    ["frontend/src/a.tsx", "src/accounts/index.ts"],
    ["frontend/src/a.tsx", "test/eval/results.json"],
    ["sandbox/a.ts", "src/approvals/index.ts"],
    ["elsewhere/a.ts", "src/kernel/ids.ts"],
    ["src/accounts/a.ts", "src/platform/env.ts"],
  ])("%s may not import %s", (from, to) => {
    expect(violationsOf([arrow(from, to)])).not.toEqual([]);
  });

  it.each([
    ["src/agent/a.ts", "src/approvals/policy/decide.ts"],
    ["src/accounts/a.ts", "src/workspace/index.ts"],
    ["src/accounts/a.ts", "src/messaging/texts/index.ts"],
    ["src/accounts/a.ts", "src/notifications/open.ts"],
    ["src/accounts/a.ts", "src/knowledge/api/search.ts"],
    ["src/messaging/texts/a.ts", "src/integrations/quo/read.ts"],
    ["src/messaging/effects/sms-send.ts", "src/integrations/quo/write.ts"],
    ["src/features.ts", "src/messaging/feature.ts"],
    ["frontend/src/a.tsx", "src/agent/api/conversation.ts"],
    ["src/index.ts", "durable-objects/tenant-object.ts"],
    ["src/index.ts", "src/platform/env.ts"],
    ["src/accounts/a.ts", "src/platform/context.ts"],
  ])("%s may import %s", (from, to) => {
    expect(violationsOf([arrow(from, to)])).toEqual([]);
  });

  it("pairs of rooms are counted once, whatever is imported", () => {
    const text = arrow("src/messaging/a.ts", "src/agent/index.ts");
    const contract = arrow("src/messaging/b.ts", "src/agent/api/message.ts", { typeOnly: true });
    const own = arrow("src/messaging/b.ts", "src/messaging/a.ts");
    const list = arrow("src/features.ts", "src/messaging/feature.ts");
    expect([...roomPairs([text, contract, own, list])]).toEqual(["messaging → agent"]);
  });

  it("every rule refuses something", () => {
    for (const rule of RULES)
      expect(rule.may.every((allowed) => allowed.test("test/nowhere.ts"))).toBe(false);
  });

  it.each([
    ["drizzle-orm/d1", "src/approvals/store.ts"],
    ["@anthropic-ai/sdk", "src/agent/loop.ts"],
    ["web-push", "src/notifications/approval-notifications.ts"],
    ["agents/lifecycle", "src/agent/conversations/store.ts"],
    ["node:process", "src/team/erasure/continue-erasures.ts"],
  ])("the package %s stays out of %s", (to, from) => {
    expect(violationsOf([arrow(from, to, { own: false })])).not.toEqual([]);
    expect(violationsOf([arrow(from, to, { own: false, typeOnly: true })])).toEqual([]);
  });

  it("a circle of domains is found, and type imports make none", () => {
    const circle = [
      arrow("src/approvals/policy/a.ts", "src/agent/usage/index.ts"),
      arrow("src/agent/usage/b.ts", "src/approvals/policy/index.ts"),
    ];
    expect(domainCircle(circle)).toEqual(["approvals/policy", "agent/usage", "approvals/policy"]);
    expect(domainCircle(circle.map((item) => ({ ...item, typeOnly: true })))).toBeNull();
  });

  it("static, re-exported, type-only and dynamic imports are all read", () => {
    const text = `import { a } from "./a.ts"; import type { B } from "./b.ts"; export { c } from "./c.ts"; const d = await import("./d.ts"); import zod from "zod";`;
    expect(arrowsOf("/root", "src/x/y.ts", text).map(({ to, typeOnly }) => [to, typeOnly])).toEqual([
      ["src/x/a.ts", false],
      ["src/x/b.ts", true],
      ["zod", false],
      ["src/x/c.ts", false],
      ["src/x/d.ts", false],
    ]);
  });
});
