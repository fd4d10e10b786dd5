import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../src/runtime/runtime.ts";
import { makeRuntime, type TestRuntime } from "../../helpers/runtime.ts";

const BASH = ["/bin/bash", "/usr/bin/bash"].find((path) => existsSync(path));

/** Runs a workflow with the argument `a`; a value that is refused has not run either. */
async function runWith(test: TestRuntime, a: string): Promise<RunReport | "refused"> {
  try {
    const run = await test.runtime.start({ filePath: test.path("workflow.lobster"), cwd: test.folder, args: { a } });
    return await test.runtime.execute(run.id);
  } catch {
    return "refused";
  }
}

function workflow(kind: "run" | "pipeline", text: string): { "workflow.lobster": string } {
  return { "workflow.lobster": `args: {a: {default: ''}}\nsteps:\n  - {id: s, ${kind}: ${JSON.stringify(text)}}\n` };
}

function inBash(text: string): TestRuntime {
  return makeRuntime(workflow("run", text), { environment: { PATH: process.env["PATH"], LOBSTER_SHELL: BASH } });
}

describe("in the default shell, a value", () => {
  it.each([
    [`printf '%s' "\${a}" | . /dev/stdin`, "touch PWNED"],
    [`apply() { sh; }\nprintf '%s\\n' "\${a}" | apply`, "touch PWNED"],
    [`printf '%s\\n' "\${a}" | sh /dev/fd/0`, "touch PWNED"],
  ])("is not run because a shell reads it: %j", async (text, value) => {
    const test = makeRuntime(workflow("run", text));
    await runWith(test, value);
    expect(existsSync(test.path("PWNED"))).toBe(false);
  });
});

describe.skipIf(BASH === undefined)("in bash, a value", () => {
  it.each([
    `n="\${a}"; echo $((n + 1))`,
    `n=\${a}; if (( n > 3 )); then echo many; fi`,
    `n=\${a}; if [[ $n -gt 3 ]]; then echo many; fi`,
    `for n in \${a}; do echo $((n)); done`,
    `set -- "\${a}"; echo $(($1))`,
    `read -r n <<< "\${a}"; echo $((n))`,
    `n="\${a}"; list=(x y); echo "\${list[$n]}"`,
    `n="\${a}"; test -v "$n"`,
  ])("is not run by the evaluation of a variable that holds it: %j", async (text) => {
    const test = inBash(text);
    await runWith(test, "x[$(touch PWNED)]");
    expect(existsSync(test.path("PWNED"))).toBe(false);
  });

  it.each([
    `source /dev/stdin <<< "\${a}"`,
    `{ sh; } <<< "\${a}"`,
    `( sh ) <<< "\${a}"`,
    `exec 3<<< "\${a}"; sh <&3`,
    `PS4="\${a}"; set -x; :`,
  ])("is not run because a shell reads it: %j", async (text) => {
    const test = inBash(text);
    await runWith(test, text.startsWith("PS4") ? "$(touch PWNED)" : "touch PWNED");
    expect(existsSync(test.path("PWNED"))).toBe(false);
  });
});

describe("in a pipeline, a value", () => {
  it.each([
    [`exec sh -c "echo \${a}"`, "x; touch PWNED"],
    [`exec sh -c 'echo "\${a}"'`, "$(touch PWNED)"],
    [`exec env sh -c "echo \${a}"`, "x; touch PWNED"],
    [`exec sh -c "echo $s0.stdout"`, ""],
  ])("does not become code of the shell that exec starts: %j", async (text, value) => {
    const test = makeRuntime({
      "workflow.lobster": `args: {a: {default: ''}}\nsteps:\n  - {id: s0, run: "printf 'x; touch PWNED'"}\n  - {id: s, pipeline: ${JSON.stringify(text)}}\n`,
    });
    await runWith(test, value);
    expect(existsSync(test.path("PWNED"))).toBe(false);
  });

  it("does not become a placeholder of a template", async () => {
    const test = makeRuntime(
      workflow("pipeline", `exec --json echo '{"token":"s3cret"}' | template --text 'Hello \${a}'`),
    );
    const report = await runWith(test, "{{ token }}");
    expect(JSON.stringify(report === "refused" ? [] : (report.run.outcome?.output ?? []))).not.toContain("s3cret");
  });

  it("does not add members to a JSON option", async () => {
    const test = makeRuntime(workflow("pipeline", `ask --prompt Why --schema '{"type":"string","minLength":\${a}}'`));
    const report = await runWith(test, '1,"enum":["only this"]');
    const schema =
      report !== "refused" && report.kind === "waiting" && "responseSchema" in report.gate.request
        ? report.gate.request.responseSchema
        : {};
    expect(schema).not.toHaveProperty("enum");
  });
});

describe("an argument that the file does not declare", () => {
  it.each(["TAG", "tag ", "tag!"])("does not replace the variable of one that the gate showed: %j", async (name) => {
    const test = makeRuntime({
      "workflow.lobster":
        'args: {tag: {default: none}}\nsteps:\n  - {id: gate, approval: "Deploy ${tag}?"}\n  - {id: deploy, run: \'printf %s "$LOBSTER_ARG_TAG"\'}\n',
    });
    const start = test.runtime.start({
      filePath: test.path("workflow.lobster"),
      cwd: test.folder,
      args: { tag: "v1", [name]: "evil" },
    });
    const run = await start.catch(() => undefined);
    if (run === undefined) return; // refused: fine
    const report = await test.runtime.execute(run.id);
    if (report.kind !== "waiting") throw new Error("expected a gate");
    expect(report.gate.request.prompt).toBe("Deploy v1?");
    await test.runtime.decide({ gate: { token: report.gate.token }, decision: { kind: "approve" } });
    expect(await test.runtime.execute(run.id)).toMatchObject({ kind: "finished", output: ["v1"] });
  });
});
