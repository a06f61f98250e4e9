/**
 * Keys and indexes of a table, for drizzle-kit, which writes migrations from them. Queries never read them, so
 * the Worker is built without (`#keys` in package.json).
 */
export const keys = <Keys>(declared: Keys): Keys => declared;
