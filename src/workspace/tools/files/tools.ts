/** The tools of this toolset. To add one, add its file and a line here. */
export { appendFile } from "./append-file.ts";
export { deleteFile } from "./delete-file.ts";
export { editFile } from "./edit-file.ts";
export { listFilesTool } from "./list-files.ts";
export { moveFile } from "./move-file.ts";
export { readFileTool } from "./read-file.ts";
export { searchFilesTool } from "./search-files.ts";
export { writeFileTool } from "./write-file.ts";
