import fc from "fast-check";
import { expect, test } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import type { JsonValue } from "../../../src/runtime/json.ts";
import { renderShellText } from "../../../src/runtime/workflow/shell-text.ts";
import type { Scope, StepResult } from "../../../src/runtime/workflow/step-result.ts";

/** Every character that is plain, with none that would also be a path of zsh in front. */
const PLAIN = "aZ09_./:@%+=,-";

/** Renders with the argument `x`. */
function render(text: string, value: JsonValue): string {
  return renderWith(text, { x: value });
}

function renderWith(
  text: string,
  args: Readonly<Record<string, JsonValue>>,
  results: Readonly<Record<string, Omit<StepResult, "id">>> = {},
  options: { readonly posixShell?: boolean; readonly rawArgs?: readonly string[] } = {},
): string {
  const steps = new Map(Object.entries(results).map(([id, result]) => [id, { id, ...result }]));
  const scope: Scope = { args: new Map(Object.entries(args)), result: (id) => steps.get(id) };
  const { posixShell = true, rawArgs = [] } = options;
  return renderShellText(text, scope, { stepId: "deploy", posixShell, rawArgs: new Set(rawArgs) });
}

/** The refusal's message, or what was rendered instead. */
function refusal(attempt: () => string): string {
  try {
    return `rendered: ${attempt()}`;
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code !== "unsafe_substitution") throw thrown;
    return thrown.message;
  }
}

const REFUSED = `Workflow step deploy: argument 'x' would change the command here; use "$LOBSTER_ARG_X"`;

test.each([
  ["echo ${x}", "plain", "echo plain"],
  ["echo ${x}", PLAIN, `echo ${PLAIN}`],
  ["echo ${x}", "-n", "echo -n"],
  ["echo ${x}", "", "echo ''"],
  ["echo ${x}", "two words", "echo 'two words'"],
  ["echo ${x}", "it's", String.raw`echo 'it'\''s'`],
  ["echo ${x}", "$HOME `id`", "echo '$HOME `id`'"],
  ["echo ${x}", "é", "echo 'é'"],
  ["echo ${x}", "a\nb", "echo 'a\nb'"],
  ["echo a${x}b", "plain", "echo aplainb"],
  ["echo a${x}b", "", "echo a''b"],
  ["echo --to=${x}", "a b", "echo --to='a b'"],
  ["echo ${x}${x}", "a;b", "echo 'a;b''a;b'"],
  ["echo ${x} >${x}", "a b", "echo 'a b' >'a b'"],
  ["a=${x} b=${x}", "c d", "a='c d' b='c d'"],
  ["(echo ${x});{ echo ${x};}", "a b", "(echo 'a b');{ echo 'a b';}"],
  ["x${x}&&y|${x}||z&${x}", "a b", "x'a b'&&y|'a b'||z&'a b'"],
])("outside quotes, %j with %j becomes %j", (text, value, expected) => {
  expect(render(text, value)).toBe(expected);
});

test.each([
  ['echo "${x}"', "two words", 'echo "two words"'],
  ['echo "${x}"', "", 'echo ""'],
  ['echo "${x}"', '"', String.raw`echo "\""`],
  ['echo "${x}"', "$HOME", String.raw`echo "\$HOME"`],
  ['echo "${x}"', "`id`", 'echo "\\`id\\`"'],
  ['echo "${x}"', "a\\", String.raw`echo "a\\"`],
  ['echo "${x}"', "it's!", `echo "it's!"`],
  ["echo \"'${x}'\"", "it's", `echo "'it's'"`],
  ['echo "\\"${x}\\""', '"', String.raw`echo "\"\"\""`],
  ['echo "\\\\${x}"', "$a", String.raw`echo "\\\$a"`],
])("inside double quotes, %j with %j becomes %j", (text, value, expected) => {
  expect(render(text, value)).toBe(expected);
});

test.each([
  ["echo '${x}'", "two words", "echo 'two words'"],
  ["echo '${x}'", "", "echo ''"],
  ["echo '${x}'", '$HOME `id` "\\', "echo '$HOME `id` \"\\'"],
  ["echo '${x}'", "it's", String.raw`echo 'it'\''s'`],
  ["echo '\"${x}\"'", `"'`, String.raw`echo '""'\''"'`],
  ["echo '\\${x}'", "$a", "echo '\\$a'"],
  ["awk '{ print $${x} }'", "1", "awk '{ print $1 }'"],
])("inside single quotes, %j with %j becomes %j", (text, value, expected) => {
  expect(render(text, value)).toBe(expected);
});

test.each([
  ["${x} a", "ls", "ls a"],
  ["${x} a", "./bin/run", "./bin/run a"],
  ["${x} a", "if", "'if' a"],
  ["${x}", "done", "'done'"],
  ["${x} a", "PATH=/tmp", "'PATH=/tmp' a"],
  ["${x}=b", "PATH", "'PATH'=b"],
  ["d${x} a", "o", "d'o' a"],
  ["./bin/${x} a", "a=b", "./bin/a=b a"],
  ["a=b ${x}", "c=d", "a=b 'c=d'"],
  ["true; ${x}", "fi", "true; 'fi'"],
  ["true\n${x}", "fi", "true\n'fi'"],
  ["if ${x}; then ${x}; fi", "then", "if 'then'; then 'then'; fi"],
  ["case a in ${x}) ;; esac", "esac", "case a in 'esac') ;; esac"],
  ["f() { ${x}; }", "}", "f() { '}'; }"],
  ["! ${x}", "time", "! 'time'"],
  ["echo ${x}", "done", "echo done"],
  ["for i in ${x}; do :; done", "do", "for i in do; do :; done"],
])("a value is never a keyword or an assignment: %j with %j becomes %j", (text, value, expected) => {
  expect(render(text, value)).toBe(expected);
});

test.each([
  ["echo ${x}>f", "2", "echo '2'>f"],
  ["echo 1${x}>f", "2", "echo 1'2'>f"],
  ["echo ${x} >f", "2", "echo 2 >f"],
  ["echo {a,${x}}", "b,c", "echo {a,'b,c'}"],
  ["echo {${x}}", "1..3", "echo {'1..3'}"],
  ["echo [${x}]*", "a-z", "echo ['a-z']*"],
  ["echo $HOME${x}", "PATH", "echo $HOME'PATH'"],
  ["echo $1${x}", "0", "echo $1'0'"],
  ["echo $${x}", "HOME", REFUSED],
  ['echo "$HOME${x}"', "PATH", 'echo "$HOME""PATH"'],
  ['echo "$HOME${x}a"', "", 'echo "$HOME""a"'],
  ['echo "${HOME}${x}"', "PATH", 'echo "${HOME}PATH"'],
  ["echo ${x}", "=ls", "echo '=ls'"],
  ["echo ~${x}", "root", REFUSED],
  ["echo ~/${x}", "a", "echo ~/'a'"],
])("text around a value does not give it a meaning: %j with %j becomes %j", (text, value, expected) => {
  if (expected === REFUSED) expect(refusal(() => render(text, value))).toBe(expected);
  else expect(render(text, value)).toBe(expected);
});

/** Places where only plain words go in. */
const OPAQUE: readonly string[] = [
  "echo $(echo ${x})",
  'echo "$(echo "${x}")"',
  "echo \"$( echo '${x}' )\"",
  "echo $(echo $(echo '${x}'))",
  "a=$(b ${x}) c",
  "echo `echo ${x}`",
  'echo "`echo ${x}`"',
  "diff <(echo ${x}) b",
  "tee >(cat ${x})",
  "echo ${y:-${x}}",
  'echo "${y:-a ${x}}"',
  "echo ${y#${x}}",
  "echo ${y%%'${x}'}",
  "cat <<EOF\n${x}\nEOF",
  "cat <<'EOF'\n${x}\nEOF",
  "cat <<-EOF\n\t${x}\n\tEOF",
  "cat <<A <<B\na\nA\n${x}\nB",
  "echo $(cat <<EOF\n${x}\nEOF\n)",
  "cat <<E${x}\na\nEab\n",
  "echo a # ${x}",
  "# it's ${x}\necho",
  "echo \\${x}",
  'echo "\\${x}"',
  "echo \\\\\\${x}",
  "echo $'${x}'",
  'echo $"${x}"',
  "echo 'a ${x}",
  'echo "a ${x}',
  "sh -c ${x}",
  'sh -c "${x}"',
  "sh -c '${x}'",
  'sh -c "echo ${x}"',
  "sh -c 'echo \"${x}\"'",
  'bash -euxc "echo ${x}"',
  'bash -o pipefail -c "echo ${x}"',
  "/bin/sh -c 'echo \"$1\"' _ ${x}",
  'env A=b sh -c "echo ${x}"',
  'sudo -u me bash -c "echo ${x}"',
  'xargs -I{} sh -c "echo {} ${x}"',
  "find . -exec sh -c 'echo ${x}' {} +",
  'docker exec web sh -c "echo ${x}"',
  "eval ${x}",
  "eval 'echo ${x}'",
  "command eval echo '${x}'",
  "\\eval 'echo ${x}'",
  "true && 'eval' 'echo ${x}'",
  "trap 'echo ${x}' EXIT",
  ". ${x}",
  "source './${x}'",
  "su -c 'echo ${x}' me",
  'ssh host "echo ${x}"',
  "ssh host echo '${x}'",
  "ssh ${x} true",
  "bash <<< '${x}'",
  "echo '${x}' | sh",
  "echo '${x}' | xargs sh -c 'echo \"$1\"' _",
  "$SUDO echo ${x}",
  'cmd >&"${x}"',
  "y='${x}'\neval \"$y\"",
  'y=a${x} sh -c "$y"',
  "unset ${x}",
  "read -r ${x}",
  "export ${x}",
  "printf -v ${x} a",
  "declare -a y='${x}'",
  "export 'y=${x}' -A",
  "[ -v ${x} ]",
];

test.each(OPAQUE)("in %j only a plain value goes in, as it is", (text) => {
  expect(render(text, "ab")).toBe(text.replaceAll("${x}", "ab"));
  for (const value of ["a b", "it's", "$(id)", "a;b", "a\nb", "é", "*", "~", "#"]) {
    expect([value, refusal(() => render(text, value))]).toEqual([value, REFUSED]);
  }
});

test.each([
  "echo $((1 + ${x}))",
  "((n = ${x}))",
  "echo ${y:${x}:2}",
  "a[${x}]=b",
  'a["${x}"]=b',
  "a=([${x}]=b)",
  "let ${x}",
  "shift ${x}",
  "exit ${x}",
  "[ ${x} -gt 1 ]",
  "test 1 -eq '${x}'",
  '[[ "${x}" -eq 1 ]]',
  "declare -i n=${x}",
  "typeset -i n\nn=${x}",
  "printf '%d' ${x}",
  "printf '%s %*s' a ${x} b",
])("in %j only a number goes in: shells evaluate what stands there", (text) => {
  expect(render(text, "12")).toBe(text.replaceAll("${x}", "12"));
  expect(render(text, -3)).toBe(text.replaceAll("${x}", "-3"));
  for (const value of ["LOBSTER_ARG_Y", "a[$(id)]", "1 2", "$(id)"]) {
    expect([value, refusal(() => render(text, value))]).toEqual([value, REFUSED]);
  }
});

test.each([
  ["cat <<EOF\n${x}\nEOF", "EOF"],
  ["cat <<-EOF\n\t${x}\n\tEOF", "EOF"],
  ["cat <<EOF\nE${x}F\nEOF", "O"],
  ["cat <<'EOF'\n${x}\nEOF", "EOF"],
  ["echo $(cat <<EOF\n${x}\nEOF\n)", "EOF"],
  ["sh -c '${x} a'", "PATH=/tmp"],
  ["sh <<EOF\n${x} a\nEOF", "PATH=/tmp"],
  ["cat <<'EOF' | bash -s\n${x}\nEOF", "fi"],
  ["ssh host <<EOF\n${x} a\nEOF", "PATH=/tmp"],
  ["sh -c 'echo $${x}'", "HOME"],
  ['sh -c "cd $HOME; ${x} a"', "PATH=/tmp"],
  ["echo $(${x} a)", "if"],
  ["echo $(${x} a)", "A=b"],
  ["echo $(a ${x} b)", ""],
  ["echo $(a ${x}>f)", "2"],
  ['echo "$(echo "$y${x}")"', "z"],
  ['echo \\${x}"a"', ""],
  ["cat <<EOF\n$y${x}\nEOF", "z"],
  ["for ${x} in a; do :; done", "PATH"],
  ["${x}() { :; }", "ls"],
  ["echo ${${x}}", "HOME"],
  ["echo ${y@${x}}", "P"],
  ["echo $((n${x}))", "1"],
  ["((1<<2))\necho ${x}", "a"],
  ["((${x}); b)", "1"],
  ["echo `echo \\`echo ${x}\\``", "a"],
  ["a & b ) ${x}", "a"],
  // Not the same to every shell, the `sh` of macOS among them.
  ["echo $(case a in a) echo;; esac) ${x}", "a"],
  ["echo $(echo a # it's\n) ${x}", "a"],
  ["echo $(cat <<EOF\nit's\nEOF\n) ${x}", "a"],
  ["echo \"${y:-'}'}\" ${x}", "a"],
  ["echo $'it\\'s' ${x}", "a"],
  ["echo $$'a' ${x}", "a"],
  ['cat <<A "b\nc"\nA\necho ${x}', "a"],
  ["cat <<A; echo $(b\nc)\nA\necho ${x}", "a"],
  ["[[ a =~ (b|'c') ]] && echo ${x}", "a"],
  ["cmd &>f ${x}", "a"],
  ["shopt -s extglob; ls !(${x})", "a"],
])("even a plain value that would take part in the command is refused: %j with %j", (text, value) => {
  expect(refusal(() => render(text, value))).toBe(REFUSED);
});

test.each([
  [`echo "$(echo ")" '(' "a'b")" `],
  [`echo "$(echo "$(echo ')')")" `],
  [`echo "$( echo '"' )" `],
  ["echo $(case a in (a) echo 1;; (b|c) echo ')' ;; esac) "],
  [`echo "$(case a in (a) echo ")" ;; esac)" `],
  ["case a in\n  a) echo 1;;\n  *) echo 2\nesac\necho "],
  ["case case in case) ;; esac; echo "],
  ["echo a#'b' "],
  ["echo a#b#'c' "],
  ["# it's\necho "],
  ['echo # `"\necho '],
  ["echo $(echo a # it is\n) "],
  ["cat <<EOF\nit's \" ` \nEOF\necho ".replace("` ", "")],
  ["cat <<'EOF'\n$( ` '\nEOF\necho "],
  ["cat <<-EOF\n\t'\n\tEOF\necho "],
  ['cat <<A <<-"B C"\n\'\nA\n\t$(\n\tB C\necho '],
  ["cat <<\\EOF; echo '\n'\n`\nEOF\necho ".replace("'\n'", "a")],
  ["a=$(cat <<EOF\na\nEOF\n) "],
  ["cat <<EOF\na \\\nEOF\nEOF\necho ".replace("\\\nEOF\n", "\\\\\n")],
  ["echo a \\\n  b "],
  ["echo a\\\\\necho "],
  ['echo "a\\\nb" '],
  ["echo a && \\\n"],
  ["echo ${y#*:} ${y##'}'} ${#y} ${y:-\"}\"} "],
  ['echo "${y:-"a b"}" "${y%/*}" '],
  ["echo $((1<<2)) $(( (1) + $(echo 2) )) "],
  ["a=(b 'c d' \"e)\" # f)\n [2]=g)\necho "],
  ["[[ a == b && ( c =~ ^(d|e)$ ) || -n 'f' ]] && echo "],
  ["f() { echo '}'; }\nf "],
  ["function f { echo; }; f "],
  ['if [ -n "$y" ]; then echo; elif true; then :; else :; fi; echo '],
  ["for i in a b; do echo; done; while read -r l; do :; done; echo "],
  ["cmd 2>&1 >/dev/null <f 3<&- "],
  ["cmd <<<'a' "],
  ["sh ./deploy.sh --to "],
  ["bash -eu -o pipefail deploy.sh "],
  ["find . -name "],
  ["git commit -m "],
  ["export A="],
  ["local a=b c="],
  ["printf '%d %s' 1 "],
  ["[ a = "],
  ["echo $'a' $y $? "],
  ["trap 'rm -f \"$tmp\"' EXIT\necho "],
  [". ./lib.sh; echo "],
])("what stands before does not hide that this is outside quotes: %j", (before) => {
  expect(render(`${before}\${x}`, "it's; b")).toBe(String.raw`${before}'it'\''s; b'`);
  expect(render(`${before}"\${x}"`, "it's; $b")).toBe(String.raw`${before}"it's; \$b"`);
});

test("a value that is the name of a program that runs code is treated like that program", () => {
  expect(refusal(() => renderWith("${x} ${y}", { x: "eval", y: "a b" }))).toContain("argument 'y'");
  expect(refusal(() => renderWith("env ${x} -c ${y}", { x: "sh", y: "a b" }))).toContain("argument 'y'");
  expect(refusal(() => renderWith("printf ${x} ${y}", { x: "-v", y: "a[$(id)]" }))).toContain("argument 'y'");
  expect(refusal(() => renderWith("[ ${x} ${y} ]", { x: "-v", y: "a[$(id)]" }))).toContain("argument 'y'");
  expect(renderWith("echo ${x} ${y}", { x: "eval", y: "a b" })).toBe("echo eval 'a b'");
});

test.each([
  ["${my-arg}", "my-arg", `argument 'my-arg' would change the command here; use "$LOBSTER_ARG_MY_ARG"`],
  ["${a__b--c}", "a__b--c", `argument 'a__b--c' would change the command here; use "$LOBSTER_ARG_A_B_C"`],
  ["${_}", "_", `argument '_' would change the command here; pass it through stdin or env`],
])("the refusal of %s names the variable that carries it", (written, name, expected) => {
  const attempt = () => renderWith(`echo $(echo ${written})`, { [name]: "a b" });
  expect(refusal(attempt)).toBe(`Workflow step deploy: ${expected}`);
});

test("the refusal of a step's value names the reference, never the value", () => {
  expect(refusal(() => renderWith("eval $a.stdout", {}, { a: { stdout: "rm -rf secret" } }))).toBe(
    "Workflow step deploy: the value of '$a.stdout' would change the command here; pass it through stdin or env",
  );
});

test("a NUL is refused everywhere, in raw arguments too", () => {
  const message =
    "Workflow step deploy: the value of '${x}' holds a NUL character, which no command can take; remove it";
  expect(refusal(() => render("echo '${x}'", "a\0b"))).toBe(message);
  expect(refusal(() => renderWith("echo ${x}", { x: "a\0" }, {}, { rawArgs: ["x"] }))).toBe(message);
});

test.each<[JsonValue, string]>([
  [5, "5"],
  [true, "true"],
  [null, "null"],
  [12345678901234567890n, "12345678901234567890"],
  [{ a: 1 }, "'[object Object]'"],
  [[1, 2], "1,2"],
])("the argument %s is written as %s", (value, expected) => {
  expect(render("echo ${x}", value)).toBe(`echo ${expected}`);
});

test.each([
  ["$a.stdout", "'two words\n'"],
  ["$a.json.n", "12345678901234567890"],
  ["$a.json.list", "'[1,\"b\"]'"],
  ["$a.json.list.1", "b"],
  ["$a.json.none", "''"],
  ["$a.json.missing", "''"],
  ["$a.approved", "false"],
  ["$a.skipped", "false"],
  ["$a.error", "''"],
  ["$a-b.stdout", "$a-b.stdout"],
  ["$HOME.x", "$HOME.x"],
  ["$a", "$a"],
  ["${y}", "${y}"],
  ["${a.b}", "${a.b}"],
  ["${}", "${}"],
  ["$a.stdout-x", "'two words\n'-x"],
])("the reference %s is written as %j", (written, expected) => {
  const json = { n: 12345678901234567890n, list: [1, "b"], none: null };
  const results = { a: { stdout: "two words\n", json } };
  expect(renderWith(`echo ${written}`, {}, results)).toBe(`echo ${expected}`);
});

test("what was filled in is never looked at again", () => {
  const results = { a: { stdout: "${x} $a.stdout" } };
  expect(renderWith("echo ${x} $a.stdout", { x: "$a.stdout ${y}", y: "z" }, results)).toBe(
    "echo '$a.stdout ${y}' '${x} $a.stdout'",
  );
  expect(renderWith("echo ${x}{y}", { x: "$", y: "z" })).toBe("echo '$'{y}");
});

test("names such as constructor are ordinary names", () => {
  expect(renderWith("echo ${constructor} ${__proto__}", {})).toBe("echo ${constructor} ${__proto__}");
});

function raw(x: string, text = "cmd ${x} ${y}"): string {
  return renderWith(text, { x, y: "a b" }, { a: { stdout: "s" } }, { rawArgs: ["x"] });
}

test("a raw argument is text of the command, and the quoting around other values is read with it", () => {
  expect(raw("--all; echo")).toBe("cmd --all; echo 'a b'");
  expect(raw('"', 'cmd ${x}${y}"')).toBe('cmd "a b"');
  expect(raw("$a.stdout ${y}")).toBe("cmd $a.stdout ${y} 'a b'");
  expect(refusal(() => raw("# ", "${x}${y}"))).toContain("argument 'y'");
  expect(refusal(() => raw("sh -c", "${x} ${y}"))).toContain("argument 'y'");
});

test.each(["a b", "a@b", "%PATH%", "a,b", "", "a=b", "it's", "$x", "é"])(
  "a shell that is not POSIX takes no %j",
  (value) => {
    expect(refusal(() => renderWith("echo '${x}'", { x: value }, {}, { posixShell: false }))).toBe(REFUSED);
    expect(renderWith("echo '${x}'", { x: "./a-b_1:c+" }, {}, { posixShell: false })).toBe("echo './a-b_1:c+'");
  },
);

function deep(open: string, close: string): string {
  return `${open.repeat(5000)} \${x} ${close.repeat(5000)}`;
}

test("deep nesting is refused, not followed", () => {
  for (const text of [
    deep("$(", ")"),
    deep("( ", ")"),
    deep('"$(', ')"'),
    deep("${y:-", "}"),
    deep("case a in a) ", ";; esac"),
  ]) {
    expect(refusal(() => render(text, "a b"))).toBe(REFUSED);
  }
});

const FRAGMENTS: readonly string[] = [
  ..."'\"`\\$(){}[]<>|&;#~*?!=\n\t ".split(""),
  ..."$( $(( )) ${ ${y:- <<EOF <<- <<< \nEOF\n && || ;; case in esac for do done if then fi [[ ]] a= a=( eval sh -c".split(
    " ",
  ),
  ..."echo b 2> >& $HOME $' \\\n -eq # function f() export printf %s ${unknown} $unknown.stdout é".split(" "),
];
const shellText = fc.array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 3 })), { maxLength: 30 });

test("text without known placeholders stays as it is", () => {
  fc.assert(
    fc.property(shellText, (fragments) => {
      const text = fragments.join("");
      expect(renderWith(text, { zzz: "a b" }, { zzz: {} })).toBe(text);
    }),
  );
});

test("any text is rendered or refused", () => {
  fc.assert(
    fc.property(shellText, shellText, fc.string(), (before, after, value) => {
      const text = `${before.join("")}\${x}${after.join("")}`;
      expect(refusal(() => render(text, value.replaceAll("\0", "")))).toMatch(
        /^rendered|would change the command here/,
      );
    }),
    { numRuns: 500 },
  );
});

test("behind `set --` a value is a word whatever it begins with; before it, it could be an option", () => {
  expect(render("set -- b ${x}", "-A y")).toBe("set -- b '-A y'");
  expect(refusal(() => render("set ${x} b", "-A y"))).not.toMatch(/^rendered/);
});

test.each([
  'f=${x}; while read -r line; do echo "$line"; done < "$f"',
  'a=${x}; printf -v out "%s" "$a"; echo "$out"',
  'g() { local m="hello $1"; echo "$m"; }; a=${x}; g "$a"',
  'a=${x}; export PATH="$HOME/bin:$PATH" B="$a"',
  'export MSG=${x}\ngit commit -m "$MSG"',
  'a=${x}; echo "${a:-none}" "${b:0:3}" "[$a]"',
  'a=${x}; [ -f "$a" ] && grep -v foo "$a"',
])("a variable that is only passed on takes any value: %j", (text) => {
  expect(render(text, "it's $HOME")).toContain(`'it'\\''s $HOME'`);
});
