import { describe, expect, it } from "vitest";
import { loadText, messagesOf, type TextOptions } from "../../../helpers/load-text.ts";

const quoted = (command: string): string => JSON.stringify(command);
const step = (command: string, rest = ""): string => `steps: [{id: a, run: ${quoted(command)}${rest}}]`;

describe("variables of a command that nothing explains", () => {
  it.each(["rm -rf ${target}/*", 'rm -rf "${target}"/*', "ls /${target}", "rm ${target}*", "cp x ${target}/y"])(
    "are refused beside a path or a pattern: %s",
    async (command) => {
      expect(await messagesOf(step(command))).toEqual([
        "Workflow step a uses ${target}, which is neither an argument nor a variable: only the rest of the path would be left; declare it under args, or set it in env",
      ]);
    },
  );

  it("are warned of elsewhere", async () => {
    expect((await loadText(step("echo ${target} ${user-id}"))).warnings).toEqual([
      "Workflow step a uses ${target}, which is neither an argument nor a variable: the shell puts nothing there; declare it under args, or set it in env (line 1)",
      "Workflow step a uses ${user-id}, which is neither an argument nor a variable: the shell puts 'id' there; declare it under args, or set it in env (line 1)",
    ]);
  });

  it("are looked for in branches and sub-steps as well", async () => {
    const text = [
      "steps:",
      "  - {id: p, parallel: {branches: [{id: b, run: 'rm ${x}/*'}]}}",
      "  - {id: l, for_each: $p.json, steps: [{id: u, run: 'rm ${y}/*'}]}",
    ].join("\n");
    expect((await messagesOf(text)).map((message) => message.split(",")[0])).toEqual([
      "Parallel branch b uses ${x}",
      "Workflow step l for_each sub-step u uses ${y}",
    ]);
  });

  it.each<[string, string, TextOptions]>([
    ["a declared argument", `args: {d: {default: x}}\n${step("rm -rf ${d}/*")}`, { args: {} }],
    ["a required argument", `args: {d: {required: true}}\n${step("rm -rf ${d}/*")}`, { args: {} }],
    ["an argument that may still be given", `args: {d: {}}\n${step("rm -rf ${d}/*")}`, {}],
    ["a given argument", step("rm -rf ${d}/*"), { args: { d: "x" } }],
    ["the environment", step("ls ${HOME}/*"), { environment: { HOME: "/h" } }],
    ["the variable of an argument", `args: {my-dir: {}}\n${step("ls ${LOBSTER_ARG_MY_DIR}/*")}`, { args: {} }],
    ["the workflow's env", `env: {D: x}\n${step("ls ${D}/*")}`, {}],
    ["the step's env", step("ls ${D}/*", ", env: {D: x}"), {}],
    ["an assignment in the command", step("D=x; ls ${D}/*"), {}],
    ["a loop of the shell", step("for f in a b; do ls ${f}/*; done"), {}],
    ["a default in the command", step("ls ${D-x}/*"), { environment: { D: "y" } }],
    ["single quotes, where it is text", step("awk '${x}/*'"), {}],
  ])("are not those that %s explains", async (_what, text, options) => {
    const loaded = await loadText(text, options);
    expect(loaded.warnings).toEqual([]);
  });

  it("are those that an optional argument without a value leaves to the shell", async () => {
    const text = `args: {d: {}}\n${step("rm -rf ${d}/*")}`;
    expect(await messagesOf(text, { args: {} })).toHaveLength(1);
  });

  it("are not explained to a sub-workflow by its caller's arguments", async () => {
    const files = { "c.lobster": step("ls ${LOBSTER_ARG_D}/*") };
    const call = "args: {d: {default: x}}\nsteps: [{id: c, workflow: c.lobster}]";
    expect(await messagesOf(call, { files, args: {} })).toHaveLength(1);
    const inherited = "env: {D: x}\nsteps: [{id: c, workflow: c.lobster, env: {E: y}}]";
    const child = { "c.lobster": step("ls ${D}/* ${E}/* ${HOME}/*") };
    expect(await messagesOf(inherited, { files: child, environment: { HOME: "/h" } })).toEqual([]);
  });
});
