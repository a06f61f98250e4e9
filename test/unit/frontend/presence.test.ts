import { beforeEach, describe, expect, it } from "vitest";
import { presence } from "../../../frontend/src/api/presence.ts";

let sent: unknown[] = [];

describe("what a page says of itself", () => {
  beforeEach(() => {
    presence.connect(null);
    presence.look(false);
    sent = [];
  });

  it("sends everything again on a new connection", () => {
    presence.look(true);
    presence.connect((frame) => sent.push(frame));
    expect(sent).toEqual([{ type: "presence", looking: true, editingApprovalId: null }]);
  });

  it("says a change once", () => {
    presence.connect((frame) => sent.push(frame));
    presence.look(true);
    presence.look(true);
    expect(sent).toHaveLength(2);
  });

  it("falls back to the card that is still being edited when the newer one is left", () => {
    presence.connect((frame) => sent.push(frame));
    const leaveFirst = presence.edit("appr_1");
    const leaveSecond = presence.edit("appr_2");
    expect(sent.at(-1)).toMatchObject({ editingApprovalId: "appr_2" });
    leaveSecond();
    expect(sent.at(-1)).toMatchObject({ editingApprovalId: "appr_1" });
    leaveFirst();
    expect(sent.at(-1)).toMatchObject({ editingApprovalId: null });
  });

  it("forgets who was here when the line is gone", () => {
    presence.heard([{ userId: "m", name: "Marcus Hale", looking: true, editingApprovalId: null }]);
    expect(presence.people()).toHaveLength(1);
    presence.connect(null);
    expect(presence.people()).toEqual([]);
  });
});
