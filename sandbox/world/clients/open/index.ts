/** Clients something is open with: leads, applications, submissions and quotes. What is said here is what their files tell, and more. */
import type { ClientWords } from "../types.ts";
import { AGNES_TO_NELSON } from "./agnes-to-nelson.ts";
import { CASSANDRA_TO_MONICA } from "./cassandra-to-monica.ts";
import { OLIVIA_TO_ZACHARY } from "./olivia-to-zachary.ts";

export const OPEN_CLIENTS: readonly ClientWords[] = [
  ...CASSANDRA_TO_MONICA,
  ...OLIVIA_TO_ZACHARY,
  ...AGNES_TO_NELSON,
];
