/** The webhooks this isolate is answering: one counter for the server, which answers them, and the work that gives way to them. */
import { systemClock } from "../../kernel/clock.ts";
import { Deliveries } from "../deliveries.ts";

export const deliveries = new Deliveries(() => systemClock.now());
