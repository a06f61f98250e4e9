/**
 * Examples: agents' proposals and people's corrections, stored anonymized; and style rules derived from them.
 */
export {
  changeExample,
  keepExample,
  mayChange,
  removeExample,
  type ExampleRow,
  type Keeper,
} from "./keep.ts";
export { learnDue } from "./learn-style.ts";
export { exampleFile, keptExamples, newestExamples } from "./list.ts";
export { englishWords, unrecognised } from "./unrecognised.ts";
export { styleAnswerSchema } from "./style-rules.ts";
