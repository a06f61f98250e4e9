export * from "./approvals.ts";
export * from "./conversations.ts";
export * from "./inbox.ts";
export * from "./notifications.ts";
export * from "./schedules.ts";
export * from "./search.ts";
export * from "./tenancy.ts";
export * from "./workspace.ts";
