import { d1Contract } from "../../../contracts/d1.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

d1Contract(async () => {
  await freshWorld();
  return testEnv.DB;
});
