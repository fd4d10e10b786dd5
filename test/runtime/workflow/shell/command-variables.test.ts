import { expect, test } from "vitest";
import { explainCommandVariables } from "../../../../src/runtime/workflow/shell-text.ts";

function variableOf(text: string) {
  return explainCommandVariables(text)[0];
}

test("every variable of a command is named once, in order, arguments and shell variables alike", () => {
  const names = explainCommandVariables('cmd ${b} "${a}" $c $(echo ${d-x}) ${b}').map(({ name }) => name);
  expect(names).toEqual(["b", "a", "d-x"]);
});

test.each([
  "echo '${a}'",
  "echo a # ${a}",
  "cat <<'EOF'\n${a}\nEOF",
  "echo \\${a}",
  'echo "\\${a}"',
  "echo ${a:-b} ${a.b} ${} $a",
])("what the shell does not expand, or is no placeholder, is not named: %j", (text) => {
  expect(explainCommandVariables(text)).toEqual([]);
});

test.each(["sh -c 'echo ${a}'", "eval 'echo ${a}'", "cat <<EOF\n${a}\nEOF", "echo $(echo ${a})", "echo 'b' ${a} 'c"])(
  "what a nested shell, a here-document or a substitution expands is named: %j",
  (text) => {
    expect(variableOf(text)?.name).toBe("a");
  },
);

test.each([
  ["rm -rf ${a}/*", true],
  ["rm -rf ${a}*", true],
  ['rm -rf "${a}"/b', true],
  ['rm -rf "${a}/"b', true],
  ["ls /srv/${a}", true],
  ["ls '/srv/'${a}", true],
  ["ls ${a}?", true],
  ["ls ${a} /srv", false],
  ["ls ${a}-b", false],
  ["echo ${a}; ls ${a}/", true],
  ["ls ${a}/; echo ${a}", true],
  ["ls ${a-b}/", false],
  ["ls ${a-}/", true],
])("in %j an empty value stands beside a slash or a pattern: %s", (text, expected) => {
  expect(variableOf(text)?.nextToGlobOrSlash).toBe(expected);
});

test.each([
  "a=1; echo ${a}",
  "a+=1; echo ${a}",
  "export a=1; echo ${a}",
  "export b a\necho ${a}",
  "b=1 a=2 sh -c 'echo ${a}'",
  "if true; then a=$(b); fi; echo ${a}",
  "(a=1; echo ${a})",
  "sh -c 'a=1; echo ${a}'",
  "read a; echo ${a}",
  "while read -r b a; do echo ${a}; done",
  "for a in b c; do echo ${a}; done",
  "for a\ndo echo ${a}; done",
  "f() { local a; echo ${a}; }",
  "declare -i a\necho ${a}",
  "getopts b a; echo ${a}",
  "printf -v a b; echo ${a}",
  ': "${a:=b}"; echo ${a}',
  "((a = 1)); echo ${a}",
  "a[1]=b; echo ${a}",
  "f() { echo ${1}; }",
  "set -- b; echo ${1}",
  "echo ${-}",
  "a=1; echo ${a-b}",
])("a command that gives the variable a value explains it: %j", (text) => {
  expect(variableOf(text)?.assignedInText).toBe(true);
});

test.each([
  "echo ${a}",
  "cmd --a=1 ${a}",
  "ab=1; echo ${a}",
  "b.a=1; echo ${a}",
  "[ $a == b ] && echo ${a}",
  "echo ${1}",
  "read -r b; echo ${a}",
  "for b in a; do echo ${a}; done",
  "export b=a; echo ${a}",
  "echo ${a-b}",
])("a command that does not is no explanation: %j", (text) => {
  expect(variableOf(text)?.assignedInText).toBe(false);
});
