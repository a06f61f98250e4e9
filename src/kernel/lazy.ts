/**
 * Makes a value when it is first asked for, and keeps it. For what takes a millisecond or more to make and few requests need, such as an
 * expression with classes of Unicode: else each start of the Worker would make it.
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}
