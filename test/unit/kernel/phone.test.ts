/** Numbers as people write them, with an extension and without. */
import { describe, expect, it } from "vitest";
import { keysOf } from "../../../src/accounts/keys.ts";
import { numberParts, toE164 } from "../../../src/kernel/phone.ts";

describe("a number with an extension", () => {
  it.each(["(412) 555-0142 x12", "412-555-0142 ext. 12", "+1 412 555 0142 extension 12", "412.555.0142 #12"])(
    "%s is found by whoever calls from its main number, and keeps its extension",
    (written) => {
      expect(numberParts(written, "+14125550100")).toEqual({ number: "+14125550142", extension: "12" });
      expect(toE164(written, "+14125550100")).toBeNull();
    },
  );

  it("is the key of its account", () => {
    const state = { primaryEmail: "", primaryPhone: "+1 412 555 0142 x12", contacts: [] };
    expect(keysOf(state as unknown as Parameters<typeof keysOf>[0])).toEqual(["+14125550142"]);
  });

  it("is none where there is no number", () => {
    expect(numberParts("extension 12", "+14125550100")).toBeNull();
    expect(numberParts("(412) 555-0142", "+14125550100")).toEqual({
      number: "+14125550142",
      extension: null,
    });
  });
});
