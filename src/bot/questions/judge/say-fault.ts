import type { QuestionWording } from "../wording.ts";
import type { ResponseProblem } from "./context.ts";

/** What is wrong with an answer, from the facts; what only the validator can put into words stays in its own. */
export function sayFault({ fault, message }: ResponseProblem, wording: QuestionWording): string {
  switch (fault?.kind) {
    case undefined:
      return message;
    case "missing":
      return wording.missingMember(fault);
    case "unknown_member":
      return wording.unknownMember(fault);
    case "type":
      return wording.wrongType(fault);
    case "choice":
      return wording.notAllowed();
    case "bound":
      return wording.outOfBounds(fault);
    case "multiple":
      return wording.notMultiple(fault);
    case "size":
      return wording.wrongSize(fault);
    case "pattern":
      return wording.noPattern(fault);
    case "format":
      return wording.noFormat(fault);
    case "repeated":
      return wording.repeated();
    case "too_deep":
      return wording.tooDeep();
    case "too_slow":
      return wording.tooSlow();
    case "unchecked":
      return wording.unchecked();
  }
}
