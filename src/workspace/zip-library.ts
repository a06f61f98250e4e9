/** The parts of the library that archives take: a dynamic import of the whole would bundle the whole. */
export { unzipSync, Zip, ZipDeflate } from "fflate";
