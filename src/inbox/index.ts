/** The inbox: what arrives from outside, kept once and handed on until it is where it belongs. */
export { acceptEvent, type AcceptedEvent } from "./accept.ts";
export { recordSent } from "./own-sends.ts";
export type { InboxDeps } from "./ports.ts";
export { textPath, textSource, type NumberOwner } from "./search-source.ts";
export { threadKeyOf, wordsOf } from "./hand-on.ts";
export { createDrain, sweepInbox } from "./sweep.ts";
export type { InboundEvent, InboundText, KnownContact } from "./types.ts";
