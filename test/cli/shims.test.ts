import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { callCli } from "../helpers/in-process-cli.ts";
import { makeFolder } from "../helpers/temp-folder.ts";

it.each(["openclaw.invoke", "clawd.invoke"])("%s hands any text on as one word", async (stage) => {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      response.setHeader("content-type", "application/json").end('{"ok":true,"result":{"done":true}}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = { text: `it's "quoted" | \\ $HOME \`x\`\nnext` };
  const words = ["--url", url, "--tool", "message", "--action", "send", "--args-json", JSON.stringify(args)];
  const ended = await callCli(["run", "--", stage, ...words], { cwd: makeFolder() });
  expect(ended).toMatchObject({ code: 0, stdout: '[\n  {\n    "done": true\n  }\n]\n' });
  expect(bodies).toEqual([{ tool: "message", action: "send", args }]);
});
