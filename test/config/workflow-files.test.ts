import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isWorkflowName, listWorkflowFiles, type WorkflowFile } from "../../src/config/workflow-files.ts";
import { createWorkspace } from "./workspace.ts";

async function list(directory: string): Promise<readonly WorkflowFile[]> {
  const listing = await listWorkflowFiles(directory);
  if (listing.kind !== "listed") throw new Error(listing.reason);
  return listing.files;
}

describe("listWorkflowFiles", () => {
  test("names are file names without ending, sorted; other files, hidden ones and folders are passed over", async () => {
    const directory = await createWorkspace({
      "deploy-guard.lobster": "",
      "b.YAML": "",
      "a.yml": "",
      "c.json": "",
      "README.md": "",
      ".hidden.yaml": "",
      "parts/child.lobster": "",
      "folder.lobster/x": "",
    });
    const files = await list(directory);
    expect(files.map(({ name }) => name)).toEqual(["a", "b", "c", "deploy-guard"]);
    expect(files.every(({ problem }) => problem === undefined)).toBe(true);
    expect(files[0]?.filePath).toBe(path.join(await realpath(directory), "a.yml"));
  });

  test("two files of one name are both listed as unusable", async () => {
    const files = await list(await createWorkspace({ "deploy.lobster": "", "deploy.yaml": "" }));
    expect(files.map(({ problem }) => problem)).toEqual([
      "deploy.lobster and deploy.yaml have the same name; keep one",
      "deploy.lobster and deploy.yaml have the same name; keep one",
    ]);
  });

  test.each(["a b.lobster", "a..b.lobster", "ü.yaml", `${"x".repeat(65)}.yaml`])(
    "%j is no workflow name",
    async (name) => {
      const files = await list(await createWorkspace({ [name]: "" }));
      expect(files).toMatchObject([{ problem: expect.stringContaining("no workflow name") }]);
    },
  );

  test("a link inside the directory is followed, one that leads out or nowhere is unusable", async () => {
    const directory = await createWorkspace({ "flows/real.lobster": "", "outside.lobster": "" });
    const flows = path.join(directory, "flows");
    await symlink("real.lobster", path.join(flows, "alias.lobster"));
    await symlink("../outside.lobster", path.join(flows, "escape.lobster"));
    await symlink("nothing", path.join(flows, "dangling.lobster"));
    const byName = new Map((await list(flows)).map((file) => [file.name, file]));
    expect(byName.get("alias")?.filePath).toBe(path.join(await realpath(flows), "real.lobster"));
    expect(byName.get("alias")?.problem).toBeUndefined();
    expect(byName.get("escape")?.problem).toContain("leads out of the workflows directory");
    expect(byName.get("dangling")?.problem).toContain("link to nothing");
  });

  test("a folder whose name begins like the directory is still outside", async () => {
    const directory = await createWorkspace({ "flows-private/x.lobster": "" });
    const flows = path.join(directory, "flows");
    await mkdir(flows);
    await symlink("../flows-private/x.lobster", path.join(flows, "x.lobster"));
    expect(await list(flows)).toMatchObject([{ problem: expect.stringContaining("leads out") }]);
  });

  test("a directory that is not there or is a file is said to be unreadable", async () => {
    const directory = await createWorkspace();
    await writeFile(path.join(directory, "file"), "");
    expect(await listWorkflowFiles(path.join(directory, "none"))).toEqual({
      kind: "unreadable",
      reason: "does not exist",
    });
    expect(await listWorkflowFiles(path.join(directory, "file"))).toMatchObject({ kind: "unreadable" });
  });
});

describe("isWorkflowName", () => {
  test.each(["deploy-guard", "a", "v1.2", "_x", "A9"])("%s is one", (name) => {
    expect(isWorkflowName(name)).toBe(true);
  });

  test.each(["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", ".hidden", "a..b", "a\n", "x".repeat(65)])(
    "%j is none",
    (name) => {
      expect(isWorkflowName(name)).toBe(false);
    },
  );
});
