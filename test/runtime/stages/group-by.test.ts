import { expect, test } from "vitest";
import { itemsOf, run } from "../pipeline/test-host.ts";

test("groups stand in the order in which they first appear", async () => {
  const items = [
    { k: "b", n: 1 },
    { k: "a", n: 2 },
    { k: "b", n: 3 },
  ];
  expect(await itemsOf("groupBy --key k", items)).toEqual([
    {
      key: "b",
      items: [
        { k: "b", n: 1 },
        { k: "b", n: 3 },
      ],
      count: 2,
    },
    { key: "a", items: [{ k: "a", n: 2 }], count: 1 },
  ]);
});

test("1 and '1' are two groups, a missing key is one without a key", async () => {
  expect(await itemsOf("groupBy --key k.x", [{ k: { x: 1 } }, { k: { x: "1" } }, {}, 5])).toEqual([
    { key: 1, items: [{ k: { x: 1 } }], count: 1 },
    { key: "1", items: [{ k: { x: "1" } }], count: 1 },
    { items: [{}, 5], count: 2 },
  ]);
});

test.each([
  ["groupBy", "groupBy requires --key"],
  ["groupBy --key ' '", "groupBy requires --key"],
  ["groupBy --key", "groupBy --key needs a value"],
  ["groupBy k", "groupBy takes no positional words (got 'k')"],
])("%s is refused", async (pipeline, message) => {
  await expect(run(pipeline)).rejects.toThrow(message);
});
