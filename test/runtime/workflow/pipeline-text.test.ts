import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LobsterError } from "../../../src/runtime/errors.ts";
import type { JsonValue } from "../../../src/runtime/json.ts";
import type { PipelineStage } from "../../../src/runtime/pipeline/grammar.ts";
import { parseTemplate } from "../../../src/runtime/pipeline/template-text.ts";
import { parseJson } from "../../../src/runtime/stable-json.ts";
import { where } from "../../../src/runtime/stages/where.ts";
import { renderPipelineStages } from "../../../src/runtime/workflow/pipeline-text.ts";
import type { Scope, StepResult } from "../../../src/runtime/workflow/step-result.ts";

type Values = Readonly<Record<string, JsonValue>>;

/** A scope with these arguments, and the step `s`. */
function scopeOf(args: Values, result: Partial<StepResult> = {}): Scope {
  return {
    args: new Map(Object.entries(args)),
    result: (id) => (id === "s" ? { id, ...result } : undefined),
  };
}

function render(text: string, args: Values = {}, result: Partial<StepResult> = {}): readonly PipelineStage[] {
  return renderPipelineStages(text, scopeOf(args, result), { stepId: "p", posixShell: true, rawArgs: new Set() });
}

/** The words of the only stage. */
function words(text: string, args: Values, result: Partial<StepResult> = {}): readonly string[] {
  return render(text, args, result)[0]?.args._ ?? [];
}

/** The message of the refusal; undefined when there is none. */
function refusal(text: string, args: Values, result: Partial<StepResult> = {}): string | undefined {
  try {
    render(text, args, result);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof LobsterError) || thrown.code !== "unsafe_substitution") throw thrown;
    return thrown.message;
  }
}

/** An option of the only stage, as text. */
function option(text: string, name: string, args: Values, result: Partial<StepResult> = {}): string {
  const value = render(text, args, result)[0]?.args[name];
  if (typeof value !== "string") throw new Error(`${text} has no --${name}`);
  return value;
}

describe("values in the words of a pipeline", () => {
  it.each([
    ["exec echo ${a}", "x; rm -rf / | sh", ["echo", "x; rm -rf / | sh"]],
    ["exec echo ${a} ${b}", "--json", ["echo", "--json", "${b}"]],
    ["exec git commit -m ${a}", "it's $(here)", ["git", "commit", "-m", "it's $(here)"]],
    ["state.get ${a}", "a | b", ["a | b"]],
  ])("%s stay one word each", (text, a, expected) => {
    expect(words(text, { a })).toEqual(expected);
  });

  it("are not looked at again", () => {
    expect(words("exec echo ${a}", { a: "${b} $s.stdout", b: "no" }, { stdout: "no" })).toEqual([
      "echo",
      "${b} $s.stdout",
    ]);
  });

  it("cannot name a stage", () => {
    expect(refusal("${a} x", { a: "exec" })).toContain("the name of a pipeline stage cannot come from a value");
  });
});

describe("values in what exec starts", () => {
  it.each([
    'exec sh -c "echo ${a}"',
    "exec sh -c 'echo \"${a}\"'",
    "exec /bin/bash -lc 'echo ${a}'",
    "exec env X=1 sh -c 'echo ${a}'",
    "exec timeout 5 zsh -c 'echo ${a}'",
    "exec find . -exec sh -c 'echo ${a}' {} +",
    "exec xargs -I% sh -c 'echo % ${a}'",
    "exec ssh host 'ls ${a}'",
    "exec su -c 'ls ${a}' other",
    "exec eval 'ls ${a}'",
    "exec python3 -c 'print(${a})'",
    "exec env python3 -uc 'print(${a})'",
    "exec python3 -W ignore -c 'print(${a})'",
    "exec node -e 'console.log(${a})'",
    "exec node --eval=f(${a})",
    "exec perl -ne 'print ${a}' file",
    "exec perl -e 1 -M${a}",
    "exec ruby -e 'puts ${a}'",
    "exec php -r 'echo ${a};'",
    "exec psql --command='select ${a}' db",
    "exec awk -F : '{ print ${a} }' file",
    "exec awk -v x=1 '{ print ${a} }'",
    "exec sed -n '${a}p' file",
    "exec sed s/x/${a}/ file",
    "exec sed -e s/x/y/ -e s/x/${a}/",
  ])("%s are plain or refused", (text) => {
    const message = "Workflow step p: argument 'a' would change the command here; use \"$LOBSTER_ARG_A\"";
    for (const a of ["x; touch PWNED", "$(id)", "`id`", "-c$(id)", "f()", "a'b", 'a"b', "a\nb"]) {
      expect(refusal(text, { a })).toBe(message);
    }
    expect(render(text, { a: "7" })[0]?.args._.join(" ")).toContain("7");
  });

  it.each([
    ["exec sh ${a}", "-ctouch PWNED"],
    ["exec env ${a} x", "-Stouch PWNED"],
    ["exec python3 ${a}", "-cimport os; f()"],
    ["exec perl -w ${a}", "-esystem('x')"],
  ])("%s do not become an option with code", (text, a) => {
    expect(refusal(text, { a })).toContain("argument 'a' would change the command here");
    expect(refusal(text, { a: "script name" })).toBeUndefined();
  });

  it("of a step are refused with what to do instead", () => {
    expect(refusal("exec sh -c 'echo $s.stdout'", {}, { stdout: "x; y" })).toBe(
      "Workflow step p: the value of '$s.stdout' would change the command here; pass it through stdin or env",
    );
  });

  it.each([
    ["exec python3 script.py -c ${a}"],
    ["exec python3 -c 'import sys' ${a}"],
    ["exec python3 -m tool ${a}"],
    ["exec node build.js -e ${a}"],
    ["exec awk '{ print x }' x=${a}"],
    ["exec awk -v x=${a} '{ print x }'"],
    ["exec awk -f program ${a}"],
    ["exec sed s/a/b/ ${a}"],
    ["exec sed -f script ${a}"],
    ["exec grep -e ${a} file"],
  ])("%s are data where the program takes data", (text) => {
    expect(refusal(text, { a: "it's $(here)" })).toBeUndefined();
  });

  it.each([
    ["s/x/${a}/g", "name", true],
    ["s/${a}/x/", "", true],
    ["s,x,${a},", "a/b", true],
    ["s/x/${a}/", "a/b", false],
    ["s/x/y/${a}", "e", false],
    ["s/x/y/${a}", "2", true],
    ["${a}p", "1e", false],
    ["s/x/${a}/e", "id", false],
    ["s/x/${a}/;p", "id", false],
  ])("the sed script %s takes %j: %j", (script, a, isLetIn) => {
    expect(refusal(`exec sed '${script}'`, { a }) === undefined).toBe(isLetIn);
  });

  it("cannot make a line for the shell of a single word", () => {
    expect(refusal("exec ${a}", { a: "touch PWNED" })).toContain("would become a shell line of exec here");
    expect(words("exec ${a}", { a: "date" })).toEqual(["date"]);
  });

  it("are quoted in lines for the shell", () => {
    expect(words("exec 'echo ${a}'", { a: "x; y" })).toEqual(["echo 'x; y'"]);
    expect(option("exec --shell 'echo ${a}'", "shell", { a: "x; y" })).toBe("echo 'x; y'");
  });
});

describe("values that come to a program as its input", () => {
  it.each([
    "exec echo ${a} | exec --stdin raw sh",
    "exec echo ${a} | exec --stdin raw --shell 'cat | sh'",
    "template --text ${a} | exec --stdin raw bash -s",
    "exec echo ${a} | head --n 1 | exec --stdin jsonl env python3 -",
    "exec echo ${a} | exec --stdin raw node",
  ])("%s are plain or refused", (text) => {
    expect(refusal(text, { a: "touch PWNED; x" })).toContain("argument 'a' would change the command here");
    expect(refusal(text, { a: "word" })).toBeUndefined();
  });

  it.each([
    "exec echo ${a} | exec --stdin raw cat",
    "exec echo ${a} | exec --stdin raw --shell 'cat; sh script'",
    "exec echo ${a} | exec --stdin raw python3 script.py",
    "exec echo ${a} | exec --stdin raw python3 -c 'import sys'",
    "exec echo ${a} | exec sh script",
  ])("%s are data where the program reads data", (text) => {
    expect(refusal(text, { a: "it's $(here)" })).toBeUndefined();
  });
});

describe("values in a template", () => {
  const message =
    "Workflow step p: argument 'a' would change the template here; pass it through stdin and name it between braces";

  it.each([
    ["template --text 'Hello ${a}'", "{{ token }}"],
    ["template 'Hello ${a}'", "{{token}}"],
    ["template Hello ${a} }}", "{{ token"],
    ["template --text '{${a}'", "{ token }}"],
    ["template --text '${a} {{ name }}'", "{{"],
    ["template --text '{{ ${a} }}'", "x | upper"],
    ["template --text '{{ ${a} }}'", ""],
    ["template --text '{{ x | default \"${a}\" }}'", 'y" | upper "'],
    ["map t='Hello ${a}'", "{{ token }}"],
    ["map ${a}=x", "t={{ token }}"],
    ["map ${a}", "t={{ token }}"],
  ])("%s do not become a part of it: %j", (text, a) => {
    expect(refusal(text, { a })).toBe(message);
  });

  it.each([
    ["template --text 'Hello ${a}'", "{{ no end", "Hello {{ no end"],
    ["template --text 'Hello ${a}'", "} {} }}", "Hello } {} }}"],
    ["template --text '{{ ${a} }}'", "author.name", "{{ author.name }}"],
    ["template --file '${a}'", "{{x}}", "{{x}}"],
  ])("%s are text or name a field: %j", (text, a, expected) => {
    const { args } = render(text, { a })[0] ?? {};
    expect(args?.["text"] ?? args?.["file"]).toBe(expected);
  });

  it("come out as they are, whatever they are", () => {
    const braces = fc.string({ unit: fc.constantFrom("{", "}", "a", " ", "|", '"') });
    const around = fc.string({ unit: fc.constantFrom("{", "}", "n", " ") });
    const item = { n: "N", a: "A" };
    fc.assert(
      fc.property(around, braces, around, (before, a, after) => {
        const text = `template --text '${before}|\${a}|${after}'`;
        fc.pre(!/\{\{[^}]*$/.test(before)); // else the value may stand between the author's own braces
        if (refusal(text, { a }) !== undefined) return;
        const parts = [parseTemplate(`${before}|`).render(item), a, parseTemplate(`|${after}`).render(item)];
        expect(parseTemplate(option(text, "text", { a })).render(item)).toBe(parts.join(""));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("values in an expression", () => {
  it.each([
    ["where ${a}", "n=1"],
    ["where n ${a} 1", "!="],
    ["where n${a}", "=1"],
    ["where ${a}=1", "m=0 n"],
    ["where ${a}=1", ""],
    ["where 'n ${a}= 1'", "<"],
    ["pick name,${a}", "x,token"],
    ["pick name ${a}", "x,token"],
  ])("%s do not add to it: %j", (text, a) => {
    expect(refusal(text, { a })).toBe(
      "Workflow step p: argument 'a' would change the expression here; only a field's name or the value to compare with can come from elsewhere",
    );
  });

  it.each([
    ["where n=${a}", "5", "n=5"],
    ["where n = ${a}", "two words", "n = two words"],
    ["where n<${a}", "=5", 'n<"=5"'],
    ["where n=${a}", " padded ", 'n=" padded "'],
    ["where n=${a}", "", 'n=""'],
    ["where n=${a}", '"quoted"', 'n=""quoted""'],
    [`where 'n="\${a}"'`, 'a"b', 'n="a"b"'],
    ["where ${a}=5", "author.name", "author.name=5"],
  ])("%s name a field or are compared with: %j", (text, a, expected) => {
    expect(words(text, { a })).toEqual([expected]);
  });

  it("are equal to themselves, whatever they are", async () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("=", "<", '"', "'", " ", "1", "a") }));
    await fc.assert(
      fc.asyncProperty(texts, async (a) => {
        fc.pre(!["true", "false", "null"].includes(a));
        const passed = [];
        const { output = [] } = await where
          .prepare(render("where n = ${a}", { a })[0]?.args ?? { _: [] }, {})
          .run(itemsOf({ n: a }, { n: `x${a}` }), {} as never); // it uses no context
        for await (const item of output) passed.push(item);
        expect(passed).toEqual([{ n: a }]);
      }),
    );
  });

  it.each(["sort --key ${a}", "groupBy --key ${a}", "dedupe --key ${a}"])("%s are one path", (text) => {
    expect(option(text, "key", { a: "author.name" })).toBe("author.name");
  });
});

async function* itemsOf(...items: readonly JsonValue[]): AsyncGenerator<JsonValue, void> {
  yield* items;
}

describe("values in a JSON option", () => {
  const fill = (json: string, args: Values, result: Partial<StepResult> = {}): JsonValue =>
    parseJson(option(`openclaw.invoke --args-json '${json}'`, "args-json", args, result));

  it.each<[string, Values, JsonValue]>([
    ['{"t":"${a}"}', { a: 'x","y":"z' }, { t: 'x","y":"z' }],
    ['{"t":"<${a}>"}', { a: "\\ \n" }, { t: "<\\ \n>" }],
    ['{"n":${a}}', { a: "5" }, { n: 5 }],
    ['{"n":${a}}', { a: 9007199254740993n }, { n: 9007199254740993n }],
    ['{"n":[${a},"${b}"]}', { a: "null", b: "true" }, { n: [null, "true"] }],
    ['{"n":${a}}', { a: '"text"' }, { n: "text" }],
    ['{"n":${a}}', { a: { deep: [1] } }, { n: { deep: [1] } }],
    ["${a}", { a: { deep: [1] } }, { deep: [1] }],
    ["${a}", { a: '{"whole":true}' }, { whole: true }],
  ])("%s takes values (%#)", (json, args, expected) => {
    expect(fill(json, args)).toEqual(expected);
  });

  it("may be what a step printed", () => {
    expect(fill("$s.json", {}, { json: { a: 1 } })).toEqual({ a: 1 });
    expect(fill('{"all":$s.json,"none":$s.skipped}', {}, { json: [1, { a: "b" }] })).toEqual({
      all: [1, { a: "b" }],
      none: false,
    });
  });

  it.each([
    ['{"n":${a}}', '1,"enum":["only this"]'],
    ['{"n":${a}}', "[1]"],
    ['{"n":${a}}', "word"],
    ['{"n":${a}}', ""],
    ["{${a}}", '"x":1'],
    ["{${a}:1}", '"x"'],
    ['{"n":"\\${a}"}', '","x":"'],
    ['{"n":1${a}}', "2"],
  ])("%s does not get more structure from %j", (json, a) => {
    expect(refusal(`openclaw.invoke --args-json '${json}'`, { a })).toMatch(
      /^Workflow step p: argument 'a' would change the JSON here; /,
    );
  });

  it.each(["ask --schema", "openclaw.invoke --argsJson", "llm.invoke --output-schema", "llm.invoke --metadataJson"])(
    "%s is one",
    (start) => {
      expect(refusal(`${start} '{"type":\${a}}'`, { a: '1,"x":2' })).toContain("would change the JSON here");
    },
  );

  it("leaves text without any JSON to the command", () => {
    expect(option("host.query --schema my_${a}", "schema", { a: "{}" })).toBe("my_{}");
  });

  it("keeps its members whatever the value is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (a) => {
        expect(Object.keys(fill('{"x":"${a}","y":1}', { a }) ?? {})).toEqual(["x", "y"]);
        const text = `openclaw.invoke --args-json '{"x":\${a},"y":1}'`;
        if (refusal(text, { a }) === undefined)
          expect(Object.keys(fill('{"x":${a},"y":1}', { a }) ?? {})).toEqual(["x", "y"]);
      }),
    );
  });
});
