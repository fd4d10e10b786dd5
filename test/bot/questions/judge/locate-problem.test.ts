import { describe, expect, it } from "vitest";
import { locateProblem, nameTrail, planQuestion } from "../../../../src/bot/questions/index.ts";
import { context } from "../ajv-validator.ts";

const plan = planQuestion({
  type: "object",
  title: "Deploy",
  properties: {
    hosts: {
      type: "array",
      title: "Hosts",
      items: { type: "object", properties: { name: { type: "string", title: "Name" } } },
    },
    "a/b~c": { type: "string", title: "Odd" },
    data: { title: "Data" },
    tags: { type: "array", title: "Tags", items: { type: "string", title: "Tag" } },
  },
});

describe("the place of a problem", () => {
  it.each([
    ["", "", "Deploy", ""],
    ["/", "", "Deploy", ""],
    ["/hosts", "/hosts", "Hosts", ""],
    ["/hosts/0", "/hosts/0", "Hosts 1", ""],
    ["/hosts/2/name", "/hosts/2/name", "Hosts 3 › Name", ""],
    ["/hosts/2/other/x", "/hosts/2", "Hosts 3", "/other/x"],
    ["/hosts/x", "/hosts", "Hosts", "/x"],
    ["/a~1b~0c", "/a~1b~0c", "Odd", ""],
    ["/data/deep/0", "/data", "Data", "/deep/0"],
    ["/tags/1", "/tags/1", "Tags › Tag 2", ""],
    ["/nowhere", "", "Deploy", "/nowhere"],
    ["/constructor", "", "Deploy", "/constructor"],
    ["garbage", "", "Deploy", ""],
  ])("%j is at %j, called %s", (pointer, found, name, rest) => {
    const place = locateProblem(plan, pointer);
    expect(place).toMatchObject({ pointer: found, rest });
    expect(nameTrail(place.trail, context.wording)).toBe(name);
  });

  it("is a member without a name where there is one", () => {
    const odd = planQuestion({ type: "object", properties: { "": { type: "string", title: "Nameless" } } });
    expect(locateProblem(odd, "/").trail.at(-1)?.field.title).toBe("Nameless");
  });
});
