import { isPlain } from "../shell/quoting.ts";
import { placeholdersIn, type Placeholder } from "../shell/placeholder.ts";
import type { FilledText } from "./filled-text.ts";

/**
 * The first value among the words of a command that would be read as program text by an interpreter (`python -c`, `awk`)
 * and is more than plain characters. Words behind the program text or the script are the program's arguments: data.
 */
export function findProgramFault(words: readonly FilledText[]): Placeholder | undefined {
  for (const [at, word] of words.entries()) {
    const interpreter = at > 0 && word.hasValues ? undefined : interpreterOf(word.filled);
    if (interpreter === undefined) continue;
    for (const code of readProgram(interpreter, words.slice(at + 1)).texts) {
      const fault = placeholdersIn(code.units).find((value) => !interpreter.letsIn(value, code));
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

/** True when these words start an interpreter that has no program but its input. */
export function readsProgramFromInput(words: readonly FilledText[]): boolean {
  const [head, ...rest] = words;
  if (head === undefined) return false;
  if (/(^|\/)env$/.test(head.filled)) return readsProgramFromInput(rest);
  const interpreter = interpreterOf(head.filled);
  return interpreter !== undefined && readProgram(interpreter, rest).isInput;
}

interface Interpreter {
  readonly name: RegExp;
  /** Options with program text, attached or as the next word. */
  readonly code: RegExp;
  /** Without one, the first word that is no option is program text, unless an option names a file. */
  readonly first?: { readonly valued: RegExp; readonly file: RegExp };
  readonly letsIn: (value: Placeholder, code: FilledText) => boolean;
}

const letsInPlain = ({ value }: Placeholder): boolean => value === "" || isPlain(value);

const INTERPRETERS: readonly Interpreter[] = [
  { name: /^(python|pypy)[\d.]*$/, code: /^-[A-Za-z]*c/, letsIn: letsInPlain },
  { name: /^(node|nodejs|bun|tsx)$/, code: /^(-[a-z]*[ep]|--(eval|print))/, letsIn: letsInPlain },
  { name: /^perl[\d.]*$/, code: /^-[A-Za-z0-9]*[eEMm]/, letsIn: letsInPlain },
  { name: /^j?ruby[\d.]*$/, code: /^-[A-Za-z]*e/, letsIn: letsInPlain },
  { name: /^php[\d.]*$/, code: /^-[A-Za-z]*[rBRE]|^--(run|process-)/, letsIn: letsInPlain },
  { name: /^lua(jit)?[\d.]*$/, code: /^-e/, letsIn: letsInPlain },
  { name: /^(R|Rscript|julia|osascript)$/, code: /^-[eE]|^--eval/, letsIn: letsInPlain },
  { name: /^(psql|mysql|mariadb)$/, code: /^-[A-Za-z]*[ce]|^--(command|execute)/, letsIn: letsInPlain },
  {
    name: /^[gmn]?awk$/,
    code: /^(-e|--source)/,
    first: { valued: /^(-[vFfil]|--(assign|field-separator|file|include|load))$/, file: /^(-[fE]|--(file|exec))/ },
    letsIn: letsInPlain,
  },
  {
    name: /^g?sed$/,
    code: /^-[A-Za-z]*e|^--expression/,
    first: { valued: /^(-[A-Za-z]*[fl]|--(file|line-length))$/, file: /^(-[A-Za-z]*f|--file)/ },
    letsIn: letsInToScript,
  },
];

function interpreterOf(word: string): Interpreter | undefined {
  const program = word.slice(word.lastIndexOf("/") + 1);
  return INTERPRETERS.find(({ name }) => name.test(program));
}

interface Program {
  readonly texts: readonly FilledText[];
  readonly isInput: boolean;
}

/** The program text among the words behind an interpreter's name. In doubt a word is program text. */
function readProgram({ code, first }: Interpreter, words: readonly FilledText[]): Program {
  const texts: FilledText[] = [];
  const plain: FilledText[] = [];
  let hasFile = false;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]?.filled ?? "";
    if (code.test(word.filled)) texts.push(...words.slice(at, /^--.*=/s.test(word.filled) ? at + 1 : at + 2));
    hasFile ||= first?.file.test(word.filled) ?? false;
    const isOption = /^-./.test(word.filled);
    if ((isOption && word.masked.startsWith("-")) || code.test(before) || first?.valued.test(before)) continue;
    plain.push(word);
    // Behind an option it may be the option's value; a value may be an option itself.
    if (first === undefined && !isOption && !/^-./.test(before)) break;
  }
  if (first !== undefined) return { texts: texts.length > 0 || hasFile ? texts : plain.slice(0, 1), isInput: false };
  return { texts, isInput: texts.length === 0 && plain.every(({ filled }) => filled === "-") };
}

/**
 * A script of `sed` can run commands (`e`), write files (`w`), and all its characters count. A value is let in as a plain
 * part of the two sides of one `s` command, and as a number anywhere.
 */
function letsInToScript(placeholder: Placeholder, { masked }: FilledText): boolean {
  const { value } = placeholder;
  const separator = SUBSTITUTION.exec(masked)?.[1];
  if (separator === undefined) return /^\d+$/.test(value);
  return letsInPlain(placeholder) && !value.includes(separator);
}

/** All of a script that is one `s` command; its flags are none that do more than print. */
const SUBSTITUTION = /^s([^\w\s\\])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gIip0-9]*$/;
