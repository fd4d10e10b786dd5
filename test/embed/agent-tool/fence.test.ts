import { symlinkSync } from "node:fs";
import { join, sep } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWorkflow, resolveDirectory } from "../../../src/embed/agent-tool/fence.ts";
import { makeFolder } from "../../helpers/temp-folder.ts";

/** A folder with links that stay and links that lead out, to a folder with a workflow of its own. */
function makeMaze() {
  const outside = makeFolder({ "w.lobster": "{}", "sub/w.lobster": "{}" });
  const base = makeFolder({ "w.lobster": "{}", "sub/w.lobster": "{}", "sub/deep/w.lobster": "{}" });
  symlinkSync(outside, join(base, "out"));
  symlinkSync(join(base, "sub"), join(base, "in"));
  symlinkSync("../..", join(base, "sub", "up"));
  return { base, outside, fence: { base, workflowRoots: [] } };
}

const segments = fc.array(fc.constantFrom("..", ".", "sub", "deep", "in", "out", "up", "nosuch", "w.lobster"), {
  minLength: 1,
  maxLength: 6,
});

describe("the fence", () => {
  it("lets no directory and no workflow out, whatever the way there", async () => {
    const { base, fence } = makeMaze();
    await fc.assert(
      fc.asyncProperty(segments, async (way) => {
        const given = way.join("/");
        const directory = await resolveDirectory(fence, given).catch(() => base);
        const workflow = await findWorkflow(fence, `${given}/w.lobster`, base).catch(() => undefined);
        for (const path of [directory, workflow ?? base])
          expect(path === base || path.startsWith(base + sep)).toBe(true);
      }),
    );
  });

  it("tells nothing of what is outside: there and not there read the same", async () => {
    const { base, fence } = makeMaze();
    const refusal = "workflow path must stay within the gateway working directory";
    for (const path of ["out/w.lobster", "out/nosuch.lobster", "out/no/such.lobster", "/etc/nosuch.json"]) {
      await expect(findWorkflow(fence, path, base)).rejects.toThrow(refusal);
    }
  });

  it.each([
    ["exec cat w.lobster", "text with spaces that is no file"],
    ["w.lobster | head", "text with a stage behind it"],
    ["w", "text without an ending"],
  ])("takes %j for a pipeline: %s", async (text) => {
    const { base, fence } = makeMaze();
    expect(await findWorkflow(fence, text, base)).toBeUndefined();
  });

  it("takes a folder for no workflow", async () => {
    const base = makeFolder({ "folder.json/x": "" });
    await expect(findWorkflow({ base, workflowRoots: [] }, "folder.json", base)).rejects.toThrow(
      "Workflow path is not a file: folder.json",
    );
  });

  it("lets workflows of further roots in, and passes over roots that are not there", async () => {
    const { base, outside } = makeMaze();
    const fence = { base, workflowRoots: [join(base, "nosuch"), outside] };
    expect(await findWorkflow(fence, "out/w.lobster", base)).toBe(join(outside, "w.lobster"));
    await expect(resolveDirectory(fence, "out")).rejects.toThrow("cwd must stay within");
  });
});
