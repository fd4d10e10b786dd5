import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEvent, eventIdOf } from "../../../adapters/discord/decode.ts";

const BOT = { id: "100000000000000001", application: "100000000000000002" };
const CHANNEL = "200000000000000001";
const USER = { id: "300000000000000001", username: "anna", discriminator: "0" };

/** An interaction as the gateway tells it; anything may be set otherwise, `undefined` leaves out. */
function interaction(type: number, data: unknown, changes: Readonly<Record<string, unknown>> = {}): unknown {
  const whole = {
    id: "400000000000000001",
    application_id: BOT.application,
    token: "secret",
    type,
    channel_id: CHANNEL,
    channel: { id: CHANNEL, type: 0 },
    guild_id: "500000000000000001",
    member: { user: USER, nick: "admin", roles: ["1"], permissions: "8" },
    locale: "de",
    data,
    ...changes,
  };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

const press = (changes?: Readonly<Record<string, unknown>>, data?: unknown): unknown =>
  interaction(3, data ?? { component_type: 2, custom_id: "1:approve:0123456789abcdef" }, {
    message: { id: "600000000000000001" },
    ...changes,
  });

const BASE = {
  eventId: "400000000000000001",
  token: "secret",
  sender: { account: USER.id, locale: "de" },
  conversation: { platform: "discord", id: CHANNEL },
  channelId: CHANNEL,
  guild: "500000000000000001",
};

describe("an interaction", () => {
  it("with a command has the values of its options by name", () => {
    const data = {
      name: "Run",
      type: 1,
      options: [
        { name: "args", type: 3, value: "a=b" },
        { name: "workflow", type: 3, value: "deploy" },
      ],
    };
    expect(decodeEvent(interaction(2, data), BOT)).toEqual({
      ...BASE,
      kind: "command",
      name: "run",
      options: { workflow: "deploy", args: "a=b" },
    });
  });

  it("with a file has its address, its size and its name", () => {
    const data = {
      name: "answer",
      options: [{ name: "file", type: 11, value: "700000000000000001" }],
      resolved: { attachments: { "700000000000000001": { url: "https://cdn/x", filename: "a.json", size: 3 } } },
    };
    expect(decodeEvent(interaction(2, data), BOT)).toMatchObject({
      options: {},
      attachment: { address: "https://cdn/x", name: "a.json", bytes: 3 },
    });
  });

  it("with a button has its payload and its message", () => {
    expect(decodeEvent(press(), BOT)).toEqual({
      ...BASE,
      kind: "press",
      payload: "1:approve:0123456789abcdef",
      opensForm: false,
      message: { conversation: BASE.conversation, id: "600000000000000001" },
    });
  });

  it("with a button that opens a form says so", () => {
    const data = { component_type: 2, custom_id: "form|1:qopen:0123456789abcdef" };
    expect(decodeEvent(press({}, data), BOT)).toMatchObject({ payload: "1:qopen:0123456789abcdef", opensForm: true });
  });

  it("with a select has its payload, what was chosen and its message", () => {
    const data = { component_type: 3, custom_id: "1:qchoose:0123456789abcdef:1", values: ["4", "0"] };
    expect(decodeEvent(press({}, data), BOT)).toEqual({
      ...BASE,
      kind: "choice",
      payload: "1:qchoose:0123456789abcdef:1",
      values: ["4", "0"],
      message: { conversation: BASE.conversation, id: "600000000000000001" },
    });
  });

  it.each([
    [undefined, []],
    ["0", []],
    [{ 0: "0" }, []],
    [
      [0, null, ["0"], { value: "0" }, "1"],
      ["", "", "", "", "1"],
    ],
  ])("with a select keeps what is no text from counting as a value (%j)", (values, read) => {
    const data = { component_type: 3, custom_id: "1:qchoose:0123456789abcdef:1", values };
    expect(decodeEvent(press({}, data), BOT)).toMatchObject({ kind: "choice", values: read });
  });

  it("with neither button nor select is a press with nothing in it, which is answered as no longer valid", () => {
    const data = { component_type: 5, custom_id: "1:approve:0123456789abcdef", values: ["x"] };
    expect(decodeEvent(press({}, data), BOT)).toMatchObject({ kind: "press", payload: "" });
  });

  it("with a form has what was written, below labels and in rows", () => {
    const data = {
      custom_id: "1:denyform:0123456789abcdef",
      components: [
        { type: 18, component: { type: 4, custom_id: "reason", value: "no" } },
        { type: 1, components: [{ type: 4, custom_id: "__proto__", value: "x" }] },
      ],
    };
    const decoded = decodeEvent(interaction(5, data), BOT);
    expect(decoded).toMatchObject({ kind: "form", payload: "1:denyform:0123456789abcdef" });
    expect(Object.entries(decoded?.kind === "form" ? decoded.values : {})).toEqual([
      ["reason", "no"],
      ["__proto__", "x"],
    ]);
  });

  it("while somebody types names the option and what stands there", () => {
    const options = [
      { name: "args", type: 3, value: "x" },
      { name: "workflow", type: 3, value: "dep", focused: true },
    ];
    expect(decodeEvent(interaction(4, { name: "run", options }), BOT)).toMatchObject({
      kind: "typing",
      name: "run",
      option: "workflow",
      typed: "dep",
    });
  });

  it("in direct messages has its user beside it", () => {
    const changes = { guild_id: undefined, member: undefined, user: USER };
    const decoded = decodeEvent(press(changes), BOT);
    expect(decoded).toMatchObject({ sender: { account: USER.id } });
    expect(decoded).not.toHaveProperty("guild");
  });

  it("in a thread that the bot opened belongs to the channel of the thread; in any other thread, to the thread", () => {
    const thread = (owner: string) => ({ id: "1", parent_id: CHANNEL, owner_id: owner, thread_metadata: {}, type: 11 });
    const here = "800000000000000001";
    expect(decodeEvent(press({ channel_id: here, channel: thread(BOT.id) }), BOT)).toMatchObject({
      conversation: { id: CHANNEL },
      channelId: here,
      message: { conversation: { id: CHANNEL }, id: `${here}-600000000000000001` },
    });
    expect(decodeEvent(press({ channel_id: here, channel: thread(USER.id) }), BOT)).toMatchObject({
      conversation: { id: here },
      message: { id: "600000000000000001" },
    });
  });
});

describe("who acts", () => {
  it.each<[string, unknown, Readonly<Record<string, unknown>>]>([
    ["a user, by number and never by name or role", USER, { account: USER.id, locale: "de" }],
    ["a bot", { ...USER, bot: true }, { nobody: "bot" }],
    ["a webhook", { ...USER, bot: true, discriminator: "0000" }, { nobody: "webhook" }],
    ["an account of Discord's own", { ...USER, system: true }, { nobody: "system" }],
    ["somebody who deleted their account", { ...USER, id: "456226577798135808" }, { nobody: "deleted" }],
    ["an account with a name for a number", { ...USER, id: "anna" }, { nobody: "unknown" }],
    ["an account with a number for a text", { ...USER, id: 300_000 }, { nobody: "unknown" }],
    ["nobody at all", undefined, { nobody: "unknown" }],
  ])("is %s", (_what, user, sender) => {
    expect(decodeEvent(press({ member: { user } }), BOT)?.sender).toEqual(sender);
  });
});

describe("what is none of our business", () => {
  it.each<[string, unknown]>([
    ["an interaction of another application", press({ application_id: "900000000000000001" })],
    ["one without a token", press({ token: undefined })],
    ["one without a channel", press({ channel_id: undefined, channel: undefined })],
    ["one without a number", press({ id: "x" })],
    ["one of an unknown type", interaction(9, {})],
    ["a command on a message", interaction(2, { name: "run", type: 3 })],
    ["a command without a name", interaction(2, {})],
    ["typing without a field", interaction(4, { name: "run", options: [] })],
    ["nothing", undefined],
    ["a text", "x"],
  ])("is %s", (_what, event) => {
    expect(decodeEvent(event, BOT)).toBeUndefined();
  });

  it("has no number either", () => {
    expect([eventIdOf({ id: "1" }), eventIdOf({ id: 400_000 }), eventIdOf(null)]).toEqual(Array(3).fill(undefined));
  });
});

describe("whatever else the gateway brings", () => {
  const TYPES = fc.constantFrom(1, 2, 3, 4, 5);

  it("is nothing, and never an error", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (event) => {
        expect(decodeEvent(event, BOT)).toBeUndefined();
        expect(() => eventIdOf(event)).not.toThrow();
      }),
    );
  });

  it("is never an error, whatever stands where in an interaction, and somebody's only with their own number", () => {
    const anything = fc.record(
      Object.fromEntries(
        ["id", "token", "data", "channel", "member", "user", "message", "guild_id", "locale"].map((name) => [
          name,
          fc.jsonValue(),
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(TYPES, fc.jsonValue(), anything, (type, data, changes) => {
        const decoded = decodeEvent(interaction(type, data, changes), BOT);
        const account = decoded?.sender.account;
        expect(account === undefined || account === USER.id || JSON.stringify(changes).includes(account)).toBe(true);
      }),
    );
  });

  it("is never an error in the data of a command or a form", () => {
    fc.assert(
      fc.property(TYPES, fc.jsonValue(), fc.jsonValue(), (type, one, other) => {
        const data = { name: "run", type: 1, custom_id: "1:x", component_type: 2, options: [one], components: [other] };
        decodeEvent(interaction(type, data), BOT);
        decodeEvent(interaction(type, { ...data, options: one, components: other, resolved: one }), BOT);
      }),
    );
  });
});
