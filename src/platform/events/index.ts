/** Events in order, and their consumers. */
export { consume, consumeEvents, type Consumer } from "./consume.ts";
export {
  eventIf,
  eventStatement,
  eventWhere,
  idsIn,
  STEWARD_ACTOR,
  type DomainEvent,
  type EventActor,
  type EventRow,
} from "./event.ts";
