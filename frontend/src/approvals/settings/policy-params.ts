/** Search parameters of the policy. */
export interface PolicyParams {
  /** The name of a tool that is searched for at first. */
  readonly tool?: string | undefined;
}

export function policyParams({ tool }: Record<string, unknown>): PolicyParams {
  return typeof tool === "string" && tool.length <= 100 ? { tool } : {};
}
