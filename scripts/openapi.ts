/** `npm run openapi`: writes the OpenAPI documents of docs/openapi from the schemas. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openApiDocuments } from "./openapi-documents.ts";

const ROOT = join(import.meta.dirname, "..");

for (const [path, text] of Object.entries(await openApiDocuments())) {
  await mkdir(dirname(join(ROOT, path)), { recursive: true });
  await writeFile(join(ROOT, path), text);
  console.info(path);
}
