import { describe, expect, it } from "vitest";
import { setScene } from "./scene.ts";
import type { Asked, Scene } from "./scene.ts";

const COMMAND = { name: "run", description: "Starts a workflow", options: [] };

const option = (name: string, more: object = {}): object => ({ type: 3, name, description: "x", ...more });
const put = (scene: Scene, commands: readonly object[], guildId?: string): Promise<Asked> => {
  const scope = guildId === undefined ? "" : `/guilds/${guildId}`;
  return scene.ask("PUT", `/applications/${scene.peer.application.id}${scope}/commands`, commands);
};

describe("commands", () => {
  it.each([
    ["a name with capitals", [{ ...COMMAND, name: "Run" }], "APPLICATION_COMMAND_INVALID_NAME"],
    ["a name with a space", [{ ...COMMAND, name: "run it" }], "APPLICATION_COMMAND_INVALID_NAME"],
    ["a name over 32", [{ ...COMMAND, name: "x".repeat(33) }], "BASE_TYPE_BAD_LENGTH"],
    ["no description", [{ name: "run" }], "BASE_TYPE_REQUIRED"],
    ["a description over 100", [{ ...COMMAND, description: "x".repeat(101) }], "BASE_TYPE_MAX_LENGTH"],
    [
      "26 options",
      [{ ...COMMAND, options: Array.from({ length: 26 }, (_, i) => option(`o${i}`)) }],
      "BASE_TYPE_MAX_LENGTH",
    ],
    [
      "a required option after another",
      [{ ...COMMAND, options: [option("a"), option("b", { required: true })] }],
      "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ],
    [
      "an option twice",
      [{ ...COMMAND, options: [option("a"), option("a")] }],
      "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ],
    [
      "choices that complete",
      [{ ...COMMAND, options: [option("a", { autocomplete: true, choices: [{ name: "x", value: "x" }] })] }],
      "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
    ],
    ["a command twice", [COMMAND, COMMAND], "APPLICATION_COMMANDS_DUPLICATE_NAME"],
    [
      "8001 characters",
      [
        {
          ...COMMAND,
          options: [
            option("a", {
              choices: Array.from({ length: 25 }, (_, i) => ({
                name: `${i}`.padEnd(100, "x"),
                value: "x".repeat(100),
              })),
            }),
            ...Array.from({ length: 24 }, (_, i) =>
              option(`o${i}`, { choices: [{ name: "x".repeat(60), value: "x".repeat(80) }] }),
            ),
          ],
        },
      ],
      "APPLICATION_COMMAND_TOO_LARGE",
    ],
  ])("are refused with %s", async (_, commands, code) => {
    await using scene = await setScene();
    const answer = await put(scene, commands);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(JSON.stringify(answer.body)).toContain(code);
    expect(scene.peer.commands()).toEqual([]);
  });

  it("keep their id when they are registered again, and their version when nothing changed", async () => {
    await using scene = await setScene();
    const [first] = (await put(scene, [COMMAND])).body as unknown as readonly { id: string; version: string }[];
    expect((await put(scene, [COMMAND])).body).toMatchObject([first ?? {}]);
    const [changed] = (await put(scene, [{ ...COMMAND, description: "Other" }])).body as unknown as readonly {
      id: string;
      version: string;
    }[];
    expect(changed?.id).toBe(first?.id);
    expect(changed?.version).not.toBe(first?.version);
  });

  it("of a guild stand beside the global ones and come first there", async () => {
    await using scene = await setScene();
    await put(scene, [COMMAND]);
    await put(scene, [{ ...COMMAND, description: "Here" }], scene.guild.id);
    expect(scene.peer.commands(scene.guild)).toMatchObject([{ description: "Here", guild_id: scene.guild.id }]);
    expect(scene.peer.commands()).toMatchObject([{ description: COMMAND.description }]);
    const direct = scene.peer.directChannel(scene.ann);
    expect(scene.peer.command(scene.ann, direct, "run").state()).toBe("waiting");
  });

  it("are typed as a client lets people type them", async () => {
    await using scene = await setScene();
    const { peer, ann, channel } = scene;
    await put(scene, [
      { ...COMMAND, options: [option("workflow", { required: true, choices: [{ name: "Deploy", value: "deploy" }] })] },
    ]);
    expect(() => peer.command(ann, channel, "stop")).toThrow("no command /stop");
    expect(() => peer.command(ann, channel, "run")).toThrow("needs workflow");
    expect(() => peer.command(ann, channel, "run", { workflow: "x" })).toThrow("does not offer");
    expect(() => peer.command(ann, channel, "run", { workflow: "deploy", other: 1 })).toThrow("no option other");
    expect(() => peer.autocomplete(ann, channel, "run", { workflow: "d" }, "workflow")).toThrow("completes nothing");
  });

  it("are offered only where, and to whom, they are kept to", async () => {
    await using scene = await setScene();
    const { peer, ann, channel } = scene;
    await put(scene, [
      { ...COMMAND, name: "here", contexts: [0] },
      { ...COMMAND, name: "lead", default_member_permissions: "32" },
    ]);
    expect(() => peer.command(ann, peer.directChannel(ann), "here")).toThrow("no command /here");
    expect(peer.command(ann, channel, "here").state()).toBe("waiting");
    expect(() => peer.command(ann, channel, "lead")).toThrow("no command /lead");
    peer.giveRole(ann, peer.addRole(scene.guild, { permissions: ["ADMINISTRATOR"] }));
    expect(peer.command(ann, channel, "lead").state()).toBe("waiting");
  });

  it("complete with at most 25 choices of the option's type", async () => {
    await using scene = await setScene();
    const { peer, ann, channel } = scene;
    await put(scene, [{ ...COMMAND, options: [option("workflow", { autocomplete: true })] }]);
    const typed = peer.autocomplete(ann, channel, "run", { workflow: "d" }, "workflow");
    const many = Array.from({ length: 26 }, (_, i) => ({ name: `${i}`, value: `${i}` }));
    const answer = (body: object): Promise<Asked> =>
      scene.ask("POST", `/interactions/${typed.id}/${typed.token}/callback`, body, { authorization: undefined });
    expect(await answer({ type: 8, data: { choices: many } })).toMatchObject({ status: 400 });
    const number = await answer({ type: 8, data: { choices: [{ name: "1", value: 1 }] } });
    expect(number).toMatchObject({ status: 400 });
    expect(await answer({ type: 4, data: { content: "x" } })).toMatchObject({ status: 400 });
    await answer({ type: 8, data: { choices: many.slice(0, 25) } });
    expect(await typed.choices()).toHaveLength(25);
  });
});
