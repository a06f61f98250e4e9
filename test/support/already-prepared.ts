/** What `npm test` has made once for all Vitests it runs. */
import * as z from "zod";

/** Where it says what: a `Prepared` as JSON. */
export const PREPARED_VARIABLE = "TEST_PREPARED";

const preparedSchema = z.object({ dataDir: z.string(), configs: z.array(z.string()) });

/** A data folder to copy, and the configurations of the bundled Workers to start with: the app's and that of the Worker for scripts. */
export type Prepared = Readonly<z.infer<typeof preparedSchema>>;

/** What is prepared; null where Vitest was started by hand. */
export function alreadyPrepared(): Prepared | null {
  const given = process.env[PREPARED_VARIABLE];
  return given === undefined ? null : preparedSchema.parse(JSON.parse(given));
}
