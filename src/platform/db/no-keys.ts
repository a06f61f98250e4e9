/** Stands in for keys.ts in the Worker. A bundler drops the call to an empty function with what it is given. */
export function keys(): void {}
