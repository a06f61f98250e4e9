import { expect, it } from "vitest";
import { unrecognised } from "../../../../src/workspace/examples/vocabulary.ts";

it("names what may be a name: capitals nobody knew, first words and all-capital ones, and other scripts; nothing ordinary or invented", () => {
  expect(
    unrecognised([
      "Georg called. Hi Robin, the plumber comes on Friday to 1 Example Street, unit X1.",
      "PLEASE CALL OTTILIE",
      "王小明来了, елена",
    ]),
  ).toEqual(["Georg", "OTTILIE", "王小明来了", "елена"]);
});
