import { differs, ended, failed, markDifferences, type CorpusCase } from "../corpus-case.ts";

/** `state.get`, `state.set` and `diff.last` (stages-and-cli §9). */
export const STATE: readonly CorpusCase[] = markDifferences(
  [
    { name: "a value that was never set", pipeline: "state.get nothing" },
    { name: "one item is stored as it is", items: [{ a: 1 }], pipeline: "state.set k | exec true | state.get k" },
    { name: "several items are stored as a list", items: [1, 2], pipeline: "state.set k | exec true | state.get k" },
    { name: "no items are stored as an empty list", items: [], pipeline: "state.set k | exec true | state.get k" },
    { name: "what was stored goes on as one item", items: [1, 2], pipeline: "state.set k | map --wrap stored" },
    { name: "a single list is stored as that list", items: [[1, 2]], pipeline: "state.set k | state.get k" },
    { name: "null is a value", items: [null], pipeline: "state.set k | state.get k" },
    {
      name: "a later value replaces an earlier one",
      items: [{ a: 1 }],
      pipeline: "state.set k | map a=2 | state.set k | state.get k",
    },
    { name: "set without a key", items: [1], pipeline: "state.set" },
    { name: "get without a key", pipeline: "state.get" },
    { name: "a blank key", items: [1], pipeline: "state.set ' '" },
    { name: "a key that holds nothing but marks", items: [1], pipeline: "state.set '!!!' | state.get '!!!'" },
    { name: "a key beyond ASCII", items: [1], pipeline: "state.set 名前 | state.get 名前" },
    { name: "keys that fold together", items: ["x"], pipeline: "state.set 'A b' | state.get a/b" },
    { name: "a long key", items: [1], pipeline: `state.set ${"k".repeat(300)} | state.get ${"k".repeat(300)}` },
    {
      name: "a value that the other package stored",
      files: { "state/demo_key.json": '{\n  "a": 1\n}\n' },
      pipeline: "state.get 'Demo KEY'",
    },
    { name: "a stored file that is not JSON", files: { "state/k.json": "{ nope" }, pipeline: "state.get k" },
    { name: "an unwrapped missing field", items: [{}], pipeline: "map --unwrap missing | state.set k | state.get k" },
    {
      name: "the key of an approval",
      items: [{ stateKey: "pipeline_resume_x" }],
      pipeline: "state.set approval_deadbeef",
    },
    { name: "the key of a checkpoint", pipeline: "state.get pipeline_resume_x" },
    { name: "further words", items: [1], pipeline: "state.set k more" },
    { name: "diff.last of a first value", items: [{ a: 1 }], pipeline: "diff.last --key d" },
    {
      name: "diff.last of the same value",
      items: [{ a: 1, b: 2 }],
      pipeline: "diff.last --key d | exec --json cat items.json | diff.last --key d",
    },
    {
      name: "diff.last of another value",
      items: [{ a: 1 }],
      pipeline: "diff.last --key d | exec --json echo '{\"a\":2}' | diff.last --key d",
    },
    {
      name: "diff.last does not mind the order of members",
      pipeline: 'exec --json echo \'{"a":1,"b":2}\' | diff.last d | exec --json echo \'{"b":2,"a":1}\' | diff.last d',
    },
    { name: "diff.last of several items", items: [1, 2], pipeline: "diff.last d" },
    { name: "diff.last of nothing", items: [], pipeline: "diff.last d" },
    { name: "diff.last without a key", items: [1], pipeline: "diff.last" },
    {
      name: "diff.last over a file that is not JSON",
      items: [1],
      files: { "state/d.json": "{ nope" },
      pipeline: "diff.last --key d",
    },
    {
      name: "diff.last over a value that state.set stored",
      items: [1],
      pipeline: "state.set d | map --wrap v | diff.last d",
    },
    { name: "diff.last with an empty key", items: [1], pipeline: "diff.last --key ''" },
  ],
  {
    "a key that holds nothing but marks": differs("F15", "every key that is not blank has its own place", ended(1)),
    "a key beyond ASCII": differs("F15", "every key that is not blank has its own place", ended(1)),
    "keys that fold together": differs("F15", "two keys never share a value", ended(null)),
    "a long key": differs("F15", "a long key has its own place too", ended(1)),
    "a stored file that is not JSON": differs(
      "F20",
      "the message names the key and the file",
      failed(
        "the stored document k cannot be read: it is not JSON (<dir>/state/k.json, 6 bytes); restore that file or remove it",
      ),
    ),
    "an unwrapped missing field": differs("F14", "what is missing is stored as null", ended(null)),
    "the key of an approval": differs(
      "F4",
      "stages reach no documents of the runtime",
      failed("state key 'approval_deadbeef' is reserved for Lobster's own documents; use another name"),
    ),
    "the key of a checkpoint": differs(
      "F4",
      "stages reach no documents of the runtime",
      failed("state key 'pipeline_resume_x' is reserved for Lobster's own documents; use another name"),
    ),
    "further words": differs(
      "F8",
      "no word is dropped silently",
      failed("state.set takes at most 1 positional word (got 'more'); quote text that has spaces"),
    ),
  },
);
