/** All external effects in order, persisted. */
import type { Section } from "./state.ts";
import type { OutboxItem } from "./service.ts";

const MAX_ITEMS = 20_000;

export interface Outbox {
  record(item: OutboxItem): void;
  list(service?: string): readonly OutboxItem[];
  clear(): void;
}

/** Drops the oldest items when full. */
export function createOutbox(section: Section<{ items: OutboxItem[] }>): Outbox {
  return {
    record(item) {
      section.value.items.push(item);
      if (section.value.items.length > MAX_ITEMS) section.value.items.shift();
      section.save();
    },
    list: (service) =>
      section.value.items.filter((item) => service === undefined || item.service === service),
    clear: () => section.reset(),
  };
}
