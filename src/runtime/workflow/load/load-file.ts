import { isJsonObject } from "../../json.ts";
import { computeDefinitionDigest } from "../pin.ts";
import {
  MAX_NAMED,
  openFile,
  placeProblem,
  placeWarning,
  type FileOutcome,
  type FileRequest,
  type LoadSession,
} from "./open-file.ts";
import { walkSteps } from "./walk-steps.ts";

/** Loads one file and what it calls. Throws only where the file cannot be read or parsed, or must not be called. */
export async function loadFile(session: LoadSession, request: FileRequest): Promise<FileOutcome> {
  const file = await openFile(session, request);
  const { checked, definition, parsed } = file;
  const walked = await walkSteps(file);
  const own = checked.problems.slice(0, MAX_NAMED).map((finding) => placeProblem(file, finding));
  const problems = [...own, ...walked.problems].slice(0, MAX_NAMED);
  const outcome = { definition, problems, mayStop: walked.mayStop };
  if (problems.length > 0 || !isJsonObject(parsed.value)) return outcome;
  const content = { filePath: request.filePath, document: parsed.value, children: walked.children };
  const doubts = checked.warnings.slice(0, MAX_NAMED).map((finding) => placeWarning(file, finding));
  const warnings = [...doubts, ...walked.warnings].slice(0, MAX_NAMED);
  return { ...outcome, loaded: { ...content, definition, digest: computeDefinitionDigest(content), warnings } };
}
