import { describe, expect, it } from "vitest";
import { avatarHue, initialsOf } from "../../../frontend/src/team/people/initials.ts";
import { ofContact } from "../../../frontend/src/team/people/people.ts";

describe("people in the palette and in search", () => {
  it("are told apart by where they live, and open their page", () => {
    const maria = {
      id: "CT 1",
      name: "Maria Lopez",
      company: null,
      role: "Resident",
      place: "214 Birch St #3B",
      phone: "+1 412 555 0142",
      email: null,
      internal: false,
      last: null,
    };
    expect(ofContact(maria)).toEqual({
      key: "CT 1",
      name: "Maria Lopez",
      detail: "214 Birch St #3B",
      href: "/contacts/CT%201",
    });
    expect(ofContact({ ...maria, place: null, role: null }).detail).toBe("+1 412 555 0142");
  });

  it("have initials for a picture, whatever they are called, always in one color", () => {
    const names = ["Maria Lopez", "José Ángel de la Cruz", "Prince", "+1 412 555 0142", "Smith-Ito", ""];
    expect(names.map(initialsOf)).toEqual(["ML", "JC", "P", "#", "SI", "#"]);
    expect(avatarHue("Maria Lopez")).toBe(avatarHue("Maria Lopez"));
  });
});
