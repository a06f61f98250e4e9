import { describe, expect, it } from "vitest";
import {
  arrowsOf,
  domainCircle,
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
    ["src/kernel/a.ts", "src/protocol/a.ts"],
    ["src/protocol/a.ts", "src/platform/db/index.ts"],
    ["src/db/a.ts", "src/approvals/index.ts"],
    ["src/approvals/a.ts", "src/approvals/policy/decide.ts"],
    ["src/approvals/a.ts", "src/tools/execute.ts"],
    ["src/agents/a.ts", "src/agent/wiring/turn.ts"],
    ["src/tools/a.ts", "src/integrations/quo/write.ts"],
    ["src/tools/a.ts", "src/features/executor.ts"],
    ["src/actions/a.ts", "src/approvals/wiring/actions.ts"],
    ["src/integrations/quo/a.ts", "src/tools/execute.ts"],
    ["src/platform/a.ts", "src/features/http.ts"],
    ["src/app/a.ts", "src/features/server.ts"],
    ["src/app/a.ts", "src/integrations/quo/write.ts"],
    ["src/http/a.ts", "src/integrations/quo/read.ts"],
    ["src/index.ts", "src/approvals/index.ts"],
    ["durable-objects/a.ts", "src/features/server.ts"],
    ["workflows/a.ts", "src/integrations/quo/read.ts"],
    ["frontend/src/a.tsx", "src/kernel/ids.ts"],
    ["sandbox/a.ts", "src/approvals/index.ts"],
    ["elsewhere/a.ts", "src/kernel/ids.ts"],
  ])("%s may not import %s", (from, to) => {
    expect(violationsOf([arrow(from, to)])).not.toEqual([]);
  });

  it.each([
    ["src/approvals/a.ts", "src/approvals/policy/index.ts"],
    ["src/agent/wiring/turn.ts", "src/integrations/anthropic/client.ts"],
    ["src/messaging/effects/sms-send.ts", "src/integrations/quo/write.ts"],
    ["src/messaging/tools/messages/send-message.ts", "src/messaging/effects/sms-send.ts"],
    ["frontend/src/a.tsx", "src/features/api.ts"],
    ["src/index.ts", "durable-objects/tenant-object.ts"],
  ])("%s may import %s", (from, to) => {
    expect(violationsOf([arrow(from, to)])).toEqual([]);
  });

  it("every rule refuses something", () => {
    for (const rule of RULES)
      expect(rule.may.every((allowed) => allowed.test("test/nowhere.ts"))).toBe(false);
  });

  it.each([
    ["drizzle-orm/d1", "src/approvals/store.ts"],
    ["@anthropic-ai/sdk", "src/agents/loop.ts"],
    ["web-push", "src/notifications/notify.ts"],
    ["agents/lifecycle", "src/conversations/store.ts"],
  ])("the package %s stays out of %s", (to, from) => {
    expect(violationsOf([arrow(from, to, { own: false })])).not.toEqual([]);
    expect(violationsOf([arrow(from, to, { own: false, typeOnly: true })])).toEqual([]);
  });

  it("a circle of domains is found, and type imports make none", () => {
    const circle = [
      arrow("src/policy/a.ts", "src/agent/usage/index.ts"),
      arrow("src/usage/b.ts", "src/approvals/policy/index.ts"),
    ];
    expect(domainCircle(circle)).toEqual(["policy", "usage", "policy"]);
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
