import { expect, it } from "vitest";
import { withoutTag } from "../../../src/kernel/sub-address.ts";

it.each([
  ["ruth@harborlight.example", "ruth@harborlight.example"],
  ["ruth+x@harborlight.example", "ruth@harborlight.example"],
  ["ruth+x+y@harborlight.example", "ruth@harborlight.example"],
  ["ruth+@harborlight.example", "ruth@harborlight.example"],
  ["+x@harborlight.example", "+x@harborlight.example"],
  ["ruth@har+bor.example", "ruth@har+bor.example"],
])("%s is %s", (email, person) => {
  expect(withoutTag(email)).toBe(person);
});
