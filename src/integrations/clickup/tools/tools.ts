export { commentOnTask } from "./comment-on-task.ts";
export { createTask } from "./create-task.ts";
export { deleteTask } from "./delete-task.ts";
export { getTask } from "./get-task.ts";
export { getTasks } from "./get-tasks.ts";
export { listLists } from "./list-lists.ts";
export { searchTasks } from "./search-tasks.ts";
export { updateTask } from "./update-task.ts";
