import { realpath, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createCatalog, type Catalog } from "../../src/bot/catalog.ts";
import { LobsterError } from "../../src/runtime/errors.ts";
import type { LoadedWorkflow } from "../../src/runtime/workflow/definition.ts";
import { createWorkspace } from "../config/workspace.ts";

const TAG = { name: "tag", type: "string", typed: false, required: true, raw: false } as const;

/** A loader that records what it is asked for: `bad` files do not load, `odd` ones break the loader. */
function createLoader() {
  const asked: string[] = [];
  return {
    asked,
    load: async (filePath: string): Promise<LoadedWorkflow> => {
      asked.push(filePath);
      const name = path.basename(filePath);
      if (name.startsWith("bad")) {
        throw new LobsterError("invalid_workflow", "two problems", {
          problems: [{ message: "first", line: 3, column: 5 }, { message: "second", line: 4 }, { message: "third" }],
        });
      }
      if (name.startsWith("odd")) throw new Error("disk on fire");
      const definition = { description: `About ${name}`, args: new Map([["tag", TAG]]), env: new Map(), steps: [] };
      return { filePath, document: {}, definition, children: new Map(), digest: name, warnings: [] };
    },
  };
}

async function open(
  files: Readonly<Record<string, string>>,
): Promise<{ directory: string; catalog: Catalog; asked: string[] }> {
  const directory = await realpath(await createWorkspace({ "flows/.keep": "", ...files }));
  const { load, asked } = createLoader();
  return { directory, asked, catalog: createCatalog({ directory: path.join(directory, "flows"), load }) };
}

describe("createCatalog", () => {
  test("lists every workflow with name, description and arguments, broken ones with their problems", async () => {
    const { directory, catalog } = await open({
      "flows/deploy.lobster": "",
      "flows/bad.yaml": "",
      "flows/odd.json": "",
      "flows/not ok.yaml": "",
    });
    const file = (name: string): string => path.join(directory, "flows", name);
    expect(await catalog.list()).toEqual([
      {
        kind: "broken",
        name: "bad",
        filePath: file("bad.yaml"),
        problems: ["line 3, column 5: first", "line 4: second", "third"],
      },
      expect.objectContaining({
        kind: "ready",
        name: "deploy",
        filePath: file("deploy.lobster"),
        description: "About deploy.lobster",
        args: [TAG],
      }),
      {
        kind: "broken",
        name: "not ok",
        filePath: file("not ok.yaml"),
        problems: [expect.stringContaining("workflow name")],
      },
      { kind: "broken", name: "odd", filePath: file("odd.json"), problems: ["disk on fire"] },
    ]);
  });

  test("names come without loading a file, and only those that can be used", async () => {
    const { catalog, asked } = await open({
      "flows/b.lobster": "",
      "flows/a.yaml": "",
      "flows/twice.yaml": "",
      "flows/twice.json": "",
      "flows/no name.yaml": "",
    });
    expect(await catalog.names()).toEqual(["a", "b"]);
    expect(asked).toEqual([]);
  });

  test("a workflow is found by its name, and only that one is loaded", async () => {
    const { directory, catalog, asked } = await open({ "flows/deploy.lobster": "", "flows/bad.lobster": "" });
    expect(await catalog.find("deploy")).toMatchObject({ kind: "ready", name: "deploy" });
    expect(asked).toEqual([path.join(directory, "flows/deploy.lobster")]);
    expect(await catalog.find("bad")).toMatchObject({ kind: "broken" });
  });

  test.each(["../secret", "/etc/passwd", "flows/deploy", "..", ".", "", "deploy\u0000", ".keep", "a..b", "deploy\n"])(
    "%j is refused without looking for it",
    async (name) => {
      const { catalog, asked } = await open({ "secret.lobster": "", "flows/deploy.lobster": "" });
      expect(await catalog.find(name)).toEqual({ kind: "not_a_workflow_name" });
      expect(asked).toEqual([]);
    },
  );

  test("the ending is no part of the name, and letter case counts", async () => {
    const { catalog } = await open({ "flows/deploy.lobster": "" });
    expect(await catalog.find("deploy.lobster")).toMatchObject({ kind: "no_such_workflow" });
    expect(await catalog.find("Deploy")).toEqual({ kind: "no_such_workflow", name: "Deploy", nearest: "deploy" });
  });

  test("an unknown name like nothing has none that is near", async () => {
    const { catalog } = await open({ "flows/deploy.lobster": "" });
    expect(await catalog.find("constructor")).toEqual({ kind: "no_such_workflow", name: "constructor" });
  });

  test("a link out of the directory is never loaded", async () => {
    const { directory, catalog, asked } = await open({ "secret.lobster": "" });
    await symlink("../secret.lobster", path.join(directory, "flows/deploy.lobster"));
    expect(await catalog.find("deploy")).toMatchObject({
      kind: "broken",
      problems: [expect.stringContaining("leads out")],
    });
    expect(asked).toEqual([]);
  });

  test("a new file is there at once and a removed one is gone", async () => {
    const { directory, catalog } = await open({});
    const file = path.join(directory, "flows/new.lobster");
    await writeFile(file, "");
    expect(await catalog.names()).toEqual(["new"]);
    await rm(file);
    expect(await catalog.find("new")).toMatchObject({ kind: "no_such_workflow" });
  });

  test("a directory that is gone is an error that names it, not an empty list", async () => {
    const { directory, catalog } = await open({});
    await rm(path.join(directory, "flows"), { recursive: true });
    await expect(catalog.list()).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("flows"),
    });
  });
});
