/** What is wrong with a command that somebody typed. */
export const typing = {
  openQuote: (quote: string) =>
    `A quote (${quote}) is never closed. Close it; a value that contains ${quote} needs ${quote === '"' ? `a \\" or '…'` : `"…"`} around it.`,
  workflowFirst: () => "The workflow comes first: /run <workflow> name=value. /workflows lists them.",
  noName: (text: string) => `There is no name before ${text}. Write name=value.`,
  givenTwice: (name: string) => `${name} is given twice. Give it once.`,
  noAssignment: (text: string, hasCurlyQuotes: boolean) =>
    `${text} is not name=value. A value with spaces needs quotes: name="a value".${hasCurlyQuotes ? " Use straight quotes; curly ones are part of the value." : ""}`,
  notAWorkflowName: () =>
    "A workflow is named like its file, without folder and ending: letters, digits and . _ - only. /workflows lists them.",
  noSuchWorkflow: (name: string, nearest: string | undefined) =>
    `There is no workflow ${name}. ${nearest === undefined ? "/workflows lists them." : `Did you mean ${nearest}?`}`,
  noSuchArgument: (name: string, known: readonly string[], nearest: string | undefined) => {
    if (known.length === 0) return `There is no argument ${name}. This workflow takes none.`;
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    return `There is no argument ${name}.${hint} Known: ${known.join(", ")}.`;
  },
  wrongType: {
    string: (name: string) => `${name} must be text`,
    number: (name: string) => `${name} must be a number`,
    integer: (name: string) => `${name} must be a whole number`,
    boolean: (name: string) => `${name} must be true or false`,
    array: (name: string) => `${name} must be a list, such as ["a", "b"]`,
    object: (name: string) => `${name} must be an object, such as {"a": 1}`,
  },
  noChoice: (name: string, choices: readonly string[], isCut: boolean) =>
    `${name} must be one of ${choices.join(", ")}${isCut ? ", …" : ""}`,
  noMatch: (name: string, pattern: string) => `${name} must match ${pattern}`,
  notChecked: (name: string, pattern: string) => `${name} cannot be checked against ${pattern} in time; shorten it`,
};
