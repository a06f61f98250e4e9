/** A vendor as small as one can be: what a folder needs for the sandbox to serve it. */
import { join } from "node:path";
import { json } from "../../../../sandbox/service.ts";
import { Answer, defineVendor, Refused, worldOf } from "../../../../sandbox/vendor/define-vendor.ts";
import { openOpenApi } from "../../../../sandbox/vendor/openapi.ts";
import { PARCELS, type Parcels } from "./world.ts";

export const createParcels = defineVendor<Parcels, string>({
  name: "parcels",
  prefix: "/parcels",
  judge: () => openOpenApi(join(import.meta.dirname, "openapi.json")),
  world: worldOf("parcels", () => ({ ...PARCELS })),
  admit({ headers }) {
    const key = headers.get("authorization");
    if (key === null) throw new Refused(401, "Who are you?");
    return key;
  },
  operations: {
    getParcel({ state, path: { number = "" } }) {
      if (state[number] === undefined) throw new Refused(404);
      return { number, state: state[number] };
    },
    moveParcel({ state, path: { number = "" }, body, context }) {
      state[number] = (body as { state: string }).state;
      context.recordEffect("parcels", "PATCH", `/v1/parcels/${number}`, body);
      return new Answer(204, null);
    },
  },
  refuse: (status, said = "No.") => json({ problem: said }, status),
});
