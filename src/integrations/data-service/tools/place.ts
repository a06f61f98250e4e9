import * as z from "zod";
import type { ServiceServices } from "./index.ts";

export const userField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .describe("User of the data service it's done as, such as office; may be left out where there is one");

/** The service and user for an effect's document; a string is an error for the model. */
export function placeOf({ connectionId, service, users }: ServiceServices, wanted: string | undefined) {
  const [only, ...others] = users;
  const user =
    wanted === undefined ? (others.length === 0 ? only : undefined) : users.find((one) => one === wanted);
  if (user !== undefined) return { connectionId, service, user };
  return users.length === 0
    ? "Whoever asks may act as no user of the data service. An admin names them under Connections."
    : `Say as which user of the data service: ${users.join(", ")}.`;
}
