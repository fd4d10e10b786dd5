import type { typing as english } from "../en/typing.ts";

/** What is wrong with a command that somebody typed. */
export const typing: typeof english = {
  openQuote: (quote) =>
    `따옴표(${quote})가 닫히지 않았습니다. 닫아 주세요. 값에 ${quote} 문자가 있으면 ${quote === '"' ? `\\"로 쓰거나 값을 '…'로 감싸` : `값을 "…"로 감싸`} 주세요.`,
  workflowFirst: () => "워크플로를 먼저 적어 주세요: /run <워크플로> name=value. 목록: /workflows",
  noName: (text) => `이름이 없습니다: ${text}. name=value 형식으로 적어 주세요.`,
  givenTwice: (name) => `두 번 지정했습니다: ${name}. 한 번만 지정해 주세요.`,
  noAssignment: (text, hasCurlyQuotes) =>
    `name=value 형식이 아닙니다: ${text}. 공백이 있는 값은 따옴표로 감싸 주세요: name="a b".${hasCurlyQuotes ? " 곧은 따옴표를 사용해 주세요. 둥근 따옴표는 값의 일부가 됩니다." : ""}`,
  notAWorkflowName: () =>
    "워크플로 이름은 폴더와 확장자를 뺀 파일 이름이며 영문자, 숫자, . _ -만 쓸 수 있습니다. 목록: /workflows",
  noSuchWorkflow: (name, nearest) =>
    `없는 워크플로입니다: ${name}. ${nearest === undefined ? "목록: /workflows" : `혹시 ${nearest} 워크플로를 찾으셨나요?`}`,
  noSuchArgument: (name, known, nearest) => {
    if (known.length === 0) return `없는 인수입니다: ${name}. 이 워크플로에는 인수가 없습니다.`;
    const hint = nearest === undefined ? "" : ` 혹시 ${nearest} 인수를 찾으셨나요?`;
    return `없는 인수입니다: ${name}.${hint} 사용할 수 있는 인수: ${known.join(", ")}.`;
  },
  wrongType: {
    string: (name) => `${name}: 텍스트여야 합니다`,
    number: (name) => `${name}: 숫자여야 합니다`,
    integer: (name) => `${name}: 정수여야 합니다`,
    boolean: (name) => `${name}: true 또는 false여야 합니다`,
    array: (name) => `${name}: 목록이어야 합니다 (예: ["a", "b"])`,
    object: (name) => `${name}: 객체여야 합니다 (예: {"a": 1})`,
  },
  noChoice: (name, choices, isCut) => `${name}: 다음 중 하나여야 합니다: ${choices.join(", ")}${isCut ? ", …" : ""}`,
  noMatch: (name, pattern) => `${name}: ${pattern} 패턴에 맞아야 합니다`,
  notChecked: (name, pattern) => `${name}: ${pattern} 패턴으로 제때 확인할 수 없습니다. 값을 줄여 주세요`,
};
