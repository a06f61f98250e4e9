/** Clients with open business: leads, applications, submissions and quotes. Contains everything their account files state, and more. */
import type { ClientWords } from "../types.ts";
import { AGNES_TO_NELSON } from "./agnes-to-nelson.ts";
import { CASSANDRA_TO_MONICA } from "./cassandra-to-monica.ts";
import { OLIVIA_TO_ZACHARY } from "./olivia-to-zachary.ts";

export const OPEN_CLIENTS: readonly ClientWords[] = [
  ...CASSANDRA_TO_MONICA,
  ...OLIVIA_TO_ZACHARY,
  ...AGNES_TO_NELSON,
];
