import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import { renderShellText } from "../../../src/runtime/workflow/shell-text.ts";

const SHELLS = ["/bin/sh", "/bin/bash"].filter((shell) => existsSync(shell));

/** Files that commands write go here; there are no programs to run but what the shell has built in. */
let directory = "";

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "shell-text-"));
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Commands that print what the value became between marks, and what that should be. */
const WHOLE: readonly (readonly [command: string, prefix: string, suffix: string])[] = [
  ["printf '%s' ${x}", "", ""],
  ['printf "%s" "${x}"', "", ""],
  ["printf '%s' '${x}'", "", ""],
  ["printf '%s' a${x}b", "a", "b"],
  ['printf "%s" a"b${x}c"d', "ab", "cd"],
  ["printf '%s' a'b${x}c'd", "ab", "cd"],
  ["printf '%s' --name=${x}", "--name=", ""],
  ["printf '%s' {${x}}", "{", "}"],
  ["printf '%s' =${x}=", "=", "="],
  ["printf '%s' -${x}-", "-", "-"],
  ["printf '%s' \\\\${x}\\\\", "\\", "\\"],
  ['printf \'%s\' "\\\\${x}\\""', "\\", '"'],
  ["printf '%s' \"'${x}'\"", "'", "'"],
  ["printf '%s' '\"${x}\"'", '"', '"'],
  ["printf '%s' \"\\$${x}\"", "$", ""],
  ["printf '%s' $none${x}", "", ""],
  ["printf '%s' \"$none${x}\"", "", ""],
  ["printf '%s' $((1<<2))${x}$(printf '%s' b)", "4", "b"],
  ["printf '%s' \"$(printf '%s' \"a'\")${x}`printf b`\"", "a'", "b"],
  ["printf '%s' a\\\n${x}\\\nb", "a", "b"],
  ["printf '%s' a#${x}#b # '", "a#", "#b"],
  ["v=${x}; printf '%s' \"$v\"", "", ""],
  ["v=a${x}'b' w=\"${x}\"; printf '%s' \"$v\"", "a", "b"],
  ["set -- b ${x} \"${x}\" '${x}'; printf '%s' \"$#$4\"", "4", ""],
  ["for v in ${x}; do printf '%s' \"$v\"; done", "", ""],
  ["show() { printf '%s' \"$1\"; }; show ${x} b", "", ""],
  ["case ${x} in ${x}) printf '%s' \"${x}\" ;; *) printf no ;; esac", "", ""],
  ["[ ${x} = \"${x}\" ] && printf '%s' '${x}'", "", ""],
  ["if true; then { ( printf '%s' ${x} ) } fi", "", ""],
  ["printf '' <<A <<-'B'; printf '%s' ${x}\nit's\nA\n\t\"\n\tB", "", ""],
];

const TROUBLE = ["'", '"', "$", "`", "\\", "\n", "\r", "\t", " ", "&&", "||", ";", "|", "<", ">", "(", ")", "{", "}"];
const MORE_TROUBLE = ["*", "?", "[", "]", "~", "#", "!", "-", "=", "a=b", "$HOME", "$(echo X)", "`echo X`", "${x}"];
const ODD = ["é", "🦞", "\u00a0", "\u2028", "\u0001", "\u007f", "EOF", "if", "a", "1", ",", "..", "%", "@", "+", "\\'"];
const value = fc.oneof(
  fc.array(fc.constantFrom(...TROUBLE, ...MORE_TROUBLE, ...ODD), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", "")),
);

describe.each(SHELLS)("with %s", (shell) => {
  test("a value arrives whole, in any quotes and beside anything", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 40, maxLength: 40 }), (values) => {
        const cases = values.flatMap((text) => WHOLE.map((form) => ({ text, form })));
        const script = cases.map(({ text, form: [command] }) => `${render(command, text)}\nprintf '\\000'\n`);
        expect(readParts(run(shell, script.join("")))).toEqual(
          cases.map(({ text, form: [, prefix, suffix] }) => `${prefix}${text}${suffix}`),
        );
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test("no value is ever run, whatever is around it", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(command, hostileValue), { minLength: 150, maxLength: 150 }), (pairs) => {
        const rendered = pairs.flatMap(([text, hostile]) => tryRender(text, hostile) ?? []);
        // Each in a subshell: many are not even grammatical.
        const output = run(shell, 'for text do ( eval "$text" ) <&-; printf "\\000"; done 2>&1', rendered);
        const found = readParts(output).flatMap((said, index) => (said.includes(RAN) ? [rendered[index]] : []));
        expect(found).toEqual([]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  test.each(HANDED_ON)("no value is ever run that a variable hands on: %j", (text) => {
    const rendered = HOSTILE.flatMap((hostile) => tryRender(text, hostile) ?? []);
    const output = run(shell, 'for text do ( eval "$text" ) <&-; printf "\\000"; done 2>&1', ["", ...rendered]);
    expect(rendered.filter((_, index) => readParts(output)[index + 1]?.includes(RAN) === true)).toEqual([]);
  });

  test.each(CONTINUED)(
    "no value is ever run where a line goes on in the middle of an operator, or of a word that is one: %j",
    (text) => {
      const rendered = HOSTILE.flatMap((hostile) => tryRender(text.replaceAll("~", "\\\n"), hostile) ?? []);
      const output = run(shell, 'for text do ( eval "$text" ) <&-; printf "\\000"; done 2>&1', rendered);
      expect(rendered.filter((_, index) => readParts(output)[index]?.includes(RAN) === true)).toEqual([]);
    },
  );
});

/** Values that a variable hands on to what evaluates names, subscripts and numbers. */
const HANDED_ON = [
  "a=${x}; echo $[a]",
  "a=${x}; echo ${!a}",
  'a=${x}; echo "${!a}"',
  "a=${x}; echo ${a@P}",
  "b=12345; a=${x}; echo ${b:a}",
  'b=12345; a=${x}; echo "${b:0:$a}"',
  'a=${x}; [ a = b -o -v "$a" ]',
  'a=${x}; test a -a -v "$a"',
  'a=${x}; unset "$a"',
  "a=${x}; unset -v $a",
  'a=${x}; printf -v "$a" b',
  'a=${x}; read "$a" <<< b',
  'a=${x}; declare "$a"',
  'a=${x}; export b=1 "$a"',
  'a=${x}; mapfile -C "$a" -c 1 b <<< c',
  "a=${x}; exec {b[a]}>&1",
  "a=${x}; b[a]=1",
  "a=${x}; b[a+1]+=1",
  "a=${x}; b=([a]=1)",
  "a=${x}; b=(0 [$a]=1)",
  "a=${x}; b=(1); unset 'b[a]'",
  "a=${x}; read b[a] <<< 1",
  "a=${x}; printf -v 'b[a]' 1",
  "a=${x}; declare 'b[a]=1'",
  "declare -i a; read a <<< ${x}",
  "typeset -ri a; for a in ${x}; do :; done",
  "declare -n b; a=${x}; b=$a; echo $b",
  "PS4[0]=${x}; set -x; :",
  "read PS4 <<< ${x}; set -x; :",
  "for PS4 in ${x}; do set -x; :; done",
  "mapfile PS4 <<< ${x}; set -x; :",
];

/** A `~` stands for a backslash at the end of a line. */
const CONTINUED = [
  "(~(${x} + 1))",
  "(~~('${x}' + 1))",
  "for (~(i=${x}; i<1; i++)); do echo; done",
  "a=${x}\n(~(a + 1))",
  "a=${x}; l~et a",
  "echo ${x} | s~h",
  "true &~& echo ${x} |~| echo ${x}",
  "echo a &~>f ${x}; echo b |~& echo ${x}",
  "cat <~<EOF\n${x}\nEOF",
  "cat <~<~- EOF\n${x}\nEOF",
  "case x in x) echo ${x};~; *) echo ${x};; esac",
  "echo $~(~(${x} + 1))",
  "[~[ ${x} -e~q 1 ]]",
  "[[ -n <~(eval ${x}) ]]",
  "[[ a = >~(let ${x}) ]]",
  "time -~p let ${x}",
  "time -- let ${x}",
  "time -~p -~- let ${x}",
  "if true; then time -p -- let ${x}; fi",
  "PATH=/bin:/usr/bin\nf() { echo a\\\\\nbas~h; }\necho ${x} | f",
];

/** What {@link RUN} prints, which stands nowhere in the text itself. */
const RAN = "RAN42";
const RUN = "echo RAN$((41+1)) >&2";

const HOSTILE: readonly string[] = [
  [`$(${RUN})`, `\`${RUN}\``, `; ${RUN}; `, `\n${RUN}\n`, `'; ${RUN}; '`, `"; ${RUN}; "`, `)\n${RUN}\n`],
  [`\n)\n${RUN}\n`, `}; ${RUN}; {`, `a[$(${RUN})]`, `\nEOF\n${RUN}\n`, `\\'; ${RUN}; '`, `&& ${RUN} &&`],
  [`\${y:-$(${RUN})}`, `;; esac; ${RUN}; `, `' \n${RUN}\n'`, `" \n${RUN}\n"`, `#'\n${RUN}\n`, `))\n${RUN}\n`],
  ["\\", "LOBSTER_ARG_Y", "eval", "EOF", "if", "a=b", "2", "-c", ""],
].flat();
const hostileValue = fc.constantFrom(...HOSTILE);

/** Commands put together from whole ones, and some with a piece too many or too few. */
const placeholder = fc.constantFrom("${x}", '"${x}"', "'${x}'", '"a${x}b"', "a${x}", "h");
const whole = fc.constantFrom(
  ...[
    ["echo H", "{ echo H; }", "( echo H )", "a=H", "echo >&H", "f() { echo H; }; f H", "case H in H) echo H;; esac"],
    ["echo $(echo H)", 'echo "$(echo "H" \')\')"', "echo `echo H`", "echo ${y:-H}", 'echo "${y#H}"', "echo $((1 + H))"],
    [
      "cat <<EOF\nH '\nEOF",
      "echo <<'EOF'\n$( H\nEOF",
      'echo <<-A <<B H\n\tH\n\tA\n"\nB',
      "echo $(echo <<EOF\nH\nEOF\n)",
    ],
    ["eval echo H", "eval \"echo 'H'\"", "trap 'echo H' EXIT", "export b=H", "[[ H == H && -n H ]]", "[ H -eq 1 ]"],
    ["a=(H [1]=H)", "a[H]=1", "((H + 1))", "declare -i n=H", "printf '%d' H", "printf -v H a", "unset H", "let H"],
    ["# H '", "echo a#H", "echo \\H \\\\H", 'echo "\\H"', "echo $'H'", 'echo $"H"', "echo $H $yH", '"$yH"', "echo H>f"],
    ["for i in H; do echo H; done", "if H; then echo H; fi", "while H; do break; done", "! H | H && H || H"],
  ].flat(),
);
const broken = fc.constantFrom(
  ..."'\"`\\$(){}<>|&;#\n ".split(""),
  "$(",
  "${",
  "<<EOF",
  "))",
  "((",
  "esac",
  "\\\n",
  "$'",
);
const command = fc
  .array(fc.tuple(whole, fc.array(placeholder, { minLength: 3, maxLength: 3 })), { minLength: 1, maxLength: 3 })
  .chain((parts) => {
    const text = parts.map(([form, values]) => fillIn(form, values)).join("\n");
    const cut = fc.record({ at: fc.nat(text.length), piece: fc.option(broken, { nil: "" }), length: fc.nat(1) });
    const damage = ({ at, piece, length }: { at: number; piece: string; length: number }): string =>
      text.slice(0, at) + piece + text.slice(at + length);
    return fc.oneof({ arbitrary: fc.constant(text), weight: 2 }, { arbitrary: cut.map(damage), weight: 1 });
  });

function fillIn(form: string, values: readonly string[]): string {
  let used = 0;
  return form.replaceAll("H", () => values[used++ % values.length] ?? "");
}

function render(text: string, x: string): string {
  const scope = { args: new Map([["x", x]]), result: () => undefined };
  return renderShellText(text, scope, { stepId: "s", posixShell: true, rawArgs: new Set() });
}

function tryRender(text: string, x: string): string | undefined {
  try {
    return render(text, x);
  } catch (thrown) {
    if (thrown instanceof LobsterError && thrown.code === "unsafe_substitution") return undefined;
    throw thrown;
  }
}

function run(shell: string, script: string, args: readonly string[] = []): Buffer {
  const environment = { PATH: directory, LC_ALL: "C.UTF-8", LOBSTER_ARG_Y: `a[$(${RUN})]` };
  const options = { cwd: directory, env: environment, maxBuffer: 64 * 1024 * 1024, timeout: 20_000 };
  // A script is read from a pipe: one argument of a program has a limit.
  const ended =
    args.length > 0
      ? spawnSync(shell, ["-c", script, shell, ...args], options)
      : spawnSync(shell, { ...options, input: script });
  if (ended.error !== undefined) throw ended.error;
  return ended.stdout;
}

/** What was printed up to each NUL. */
function readParts(output: Buffer): string[] {
  return output.toString("utf8").split("\0").slice(0, -1);
}
