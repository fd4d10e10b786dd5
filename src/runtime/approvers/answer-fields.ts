import { ownMember, type JsonObject } from "../json.ts";
import { readPolicyFields, readPrincipals, type FieldProblem, type PolicyFields } from "./policy-fields.ts";

/** The fields of an `input:` that say who may answer, and until when. */
export const ANSWER_FIELDS = ["answer_by", "expires_in"] as const;

/** What they say. */
export interface AnswerFields extends Pick<PolicyFields, "expiresInMs"> {
  /** Person ids, `group:<name>` and `starter`. */
  readonly answerBy?: readonly string[];
}

/** Reads the policy of a question; a field with a problem is left out. */
export function readAnswerFields(source: JsonObject): {
  readonly fields: AnswerFields;
  readonly problems: readonly FieldProblem[];
} {
  const written = ownMember(source, "answer_by");
  const answerBy = written === undefined ? undefined : readPrincipals(written, true);
  const expiry = ownMember(source, "expires_in");
  const { fields, problems } = readPolicyFields(expiry === undefined ? {} : { expires_in: expiry });
  const isWrong = answerBy !== undefined && "problem" in answerBy;
  return {
    fields: { ...fields, ...(answerBy === undefined || isWrong ? {} : { answerBy: answerBy.value }) },
    problems: [...(isWrong ? [{ key: "answer_by", text: answerBy.problem }] : []), ...problems],
  };
}
