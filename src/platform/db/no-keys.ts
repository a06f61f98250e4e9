/** Replaces keys.ts in the Worker: bundlers drop calls to an empty function, arguments included. */
export function keys(): void {}
