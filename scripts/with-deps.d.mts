export const ROOT: string;
/** Environment in which `node` and the project's tools come first on the PATH. */
export function projectEnv(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv;
