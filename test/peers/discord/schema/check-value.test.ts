import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkValue } from "./check-value.ts";
import { isFormat } from "./is-format.ts";

/** Requests as bots send them; the property tests damage them. */
const REQUESTS: Readonly<Record<string, readonly unknown[]>> = {
  MessageCreateRequest: [
    {
      content: "Deploy?",
      nonce: "run-1",
      enforce_nonce: true,
      allowed_mentions: { parse: [] },
      embeds: [
        { title: "Gate", fields: [{ name: "a", value: "b", inline: true }], color: 255, url: "https://example.org" },
      ],
      components: [
        {
          type: 1,
          components: [
            { type: 2, style: 3, label: "Approve", custom_id: "v1:a" },
            { type: 2, style: 5, label: "Log", url: "https://example.org/log" },
          ],
        },
        { type: 1, components: [{ type: 3, custom_id: "s", options: [{ label: "A", value: "a", default: true }] }] },
      ],
      attachments: [{ id: "0", filename: "a.json" }],
      message_reference: { message_id: "123" },
    },
    {
      flags: 32_768,
      components: [
        {
          type: 17,
          accent_color: 255,
          components: [
            { type: 10, content: "text" },
            { type: 14, spacing: 2 },
            { type: 9, components: [{ type: 10, content: "x" }], accessory: { type: 2, style: 1, custom_id: "b" } },
            { type: 13, file: { url: "attachment://a.json" } },
          ],
        },
      ],
    },
  ],
  ApplicationCommandUpdateRequest: [
    {
      name: "run",
      description: "Starts a workflow",
      contexts: [0, 1],
      options: [
        { type: 3, name: "workflow", description: "Which", required: true, autocomplete: true },
        { type: 4, name: "n", description: "How many", choices: [{ name: "one", value: 1 }] },
        { type: 11, name: "file", description: "A file" },
      ],
    },
  ],
  InteractionCallbackRequest: [
    { type: 5, data: { flags: 64 } },
    { type: 8, data: { choices: [{ name: "a", value: "a" }] } },
    {
      type: 9,
      data: {
        custom_id: "m",
        title: "Why?",
        components: [{ type: 18, label: "Reason", component: { type: 4, custom_id: "r", style: 2, max_length: 10 } }],
      },
    },
  ],
};

const DAMAGES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  99,
  2 ** 40,
  "",
  "x",
  "x".repeat(5000),
  [],
  [[]],
  {},
  [null],
  { type: 2 },
];

describe("checking against the official description", () => {
  it("takes what bots send, and knows every member of it", () => {
    for (const [name, requests] of Object.entries(REQUESTS)) {
      for (const request of requests) {
        expect(checkValue(name, request, { lenient: true })).toEqual({ problems: [], unknown: [] });
      }
    }
  });

  it("takes and refuses the same as ajv does, however a request is damaged", () => {
    const ajv = createAjv();
    const names = fc.constantFrom(...Object.keys(REQUESTS));
    const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...DAMAGES, undefined)), { maxLength: 3 });
    fc.assert(
      fc.property(names, fc.nat(), damage, (name, which, damages) => {
        const requests = REQUESTS[name] ?? [];
        const request: unknown = structuredClone(requests[which % requests.length]);
        for (const [place, value] of damages) damagePlace(request, place, value);
        const isFine = checkValue(name, request, { lenient: false }).problems.length === 0;
        expect({ request, isFine }).toEqual({ request, isFine: validate(ajv, name, request) });
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ["a text that is too long", { content: "x".repeat(4001) }, ["content"], "BASE_TYPE_MAX_LENGTH"],
    ["a number for a text", { content: 5 }, ["content"], "STRING_TYPE_CONVERT"],
    ["a list of something else", { embeds: ["x"] }, ["embeds", 0], "MODEL_TYPE_CONVERT"],
    ["an unknown component", { components: [{ type: 99 }] }, ["components", 0, "type"], "UNION_TYPE_CHOICES"],
    ["a component without a type", { components: [{}] }, ["components", 0, "type"], "BASE_TYPE_REQUIRED"],
    ["an address that is none", { embeds: [{ url: "nowhere" }] }, ["embeds", 0, "url"], "URL_TYPE_INVALID_URL"],
    ["an address of another scheme", { embeds: [{ url: "ftp://x" }] }, ["embeds", 0, "url"], "URL_TYPE_INVALID_SCHEME"],
    [
      "an id that is none",
      { message_reference: { message_id: "x" } },
      ["message_reference", "message_id"],
      "NUMBER_TYPE_COERCE",
    ],
    ["a poll, which the peer does not know", { poll: {} }, ["poll"], "PEER_UNSUPPORTED"],
    [
      "a kind of mention twice",
      { allowed_mentions: { parse: ["users", "users"] } },
      ["allowed_mentions", "parse", 1],
      "SET_TYPE_ALREADY_CONTAINS_VALUE",
    ],
  ])("says in Discord's words what is wrong with %s", (_, body, path, code) => {
    const { problems } = checkValue("MessageCreateRequest", body, { lenient: true });
    expect(problems).toMatchObject([{ path, code }]);
  });

  it("reads numbers from digits and small ids from numbers only where it is lenient", () => {
    const request = { attachments: [{ id: 0 }], flags: "4" };
    expect(checkValue("MessageCreateRequest", request, { lenient: true }).problems).toEqual([]);
    expect(checkValue("MessageCreateRequest", request, { lenient: false }).problems).toHaveLength(2);
  });

  it("tells members that say something and that nobody knows", () => {
    const request = { content: "x", embeds: [{ title: "x", colour: 5 }], tts: false, bogus: null };
    expect(checkValue("MessageCreateRequest", request, { lenient: true }).unknown).toEqual([["embeds", 0, "colour"]]);
  });
});

function createAjv(): Ajv2020 {
  const schema: unknown = JSON.parse(readFileSync(new URL("schema.json", import.meta.url), "utf8"));
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  for (const format of ["uri", "date-time"]) ajv.addFormat(format, (text: string) => isFormat(format, text));
  for (const format of ["snowflake", "nonce", "int32", "int64", "double"]) ajv.addFormat(format, true);
  if (typeof schema !== "object" || schema === null) throw new Error("schema.json holds an object");
  return ajv.addSchema({ ...schema, $id: "discord" });
}

/** Compiled once for each name: that is what takes the time. */
function validate(ajv: Ajv2020, name: string, request: unknown): boolean {
  const compiled = ajv.getSchema(`discord#/$defs/${name}`);
  if (compiled === undefined) throw new Error(`There is no ${name}`);
  return compiled(request) === true;
}

/** Replaces, or with undefined removes, one of the places of a request. */
function damagePlace(request: unknown, place: number, value: unknown): void {
  const places = listPlaces(request);
  const chosen = places[place % places.length];
  if (chosen === undefined) return;
  const [owner, key] = chosen;
  if (value === undefined && !Array.isArray(owner)) Reflect.deleteProperty(owner, key);
  else Reflect.set(owner, key, structuredClone(value ?? null));
}

function listPlaces(value: unknown): readonly (readonly [object, string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[value, key] as const, ...listPlaces(inner)]);
}
