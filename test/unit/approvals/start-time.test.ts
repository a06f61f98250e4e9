import "../../../src/features.ts";
import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../../src/team/api/policy.ts";
import { effectKinds } from "../../../src/approvals/effects/kinds.ts";
import { startTime } from "../../../src/approvals/start-time.ts";

const NOW = Date.parse("2026-11-24T15:00:00Z");
const deps = { clock: { now: () => NOW }, effects: effectKinds(), timeZone: "America/New_York" };

it.each(["sms.send", "email.send", "task.create", "jira.comment", "file.write", "contact.update"])(
  "an approved %s is held for the ten seconds of undo",
  (kind) => {
    const documents = [{ kind, document: {} }];
    expect(startTime(deps, DEFAULT_POLICY, documents)).toBe("2026-11-24T15:00:10.000Z");
    expect(startTime(deps, { ...DEFAULT_POLICY, holdSeconds: 0 }, documents)).toBeNull();
  },
);
