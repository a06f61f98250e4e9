/** Reading what a vendor answered: by a schema, before anything of it is believed. */
import type * as z from "zod";
import { IntegrationError, type EffectOutcome } from "../kernel/errors.ts";

/** Makes the reader of one vendor's answers. */
export function answerParser(vendor: string) {
  /**
   * Reads an answer by a schema. `outcome` is what a wrong shape says about the call: the answer to a change that cannot be read leaves it
   * unknown. Throws IntegrationError.
   */
  return <Schema extends z.ZodType>(
    schema: Schema,
    answer: unknown,
    outcome: EffectOutcome = "not_applied",
  ): z.output<Schema> => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new IntegrationError(vendor, `${vendor} answered in a shape that is not known`, {
      outcome,
      cause: parsed.error,
    });
  };
}
