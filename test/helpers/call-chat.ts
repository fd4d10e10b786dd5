import { PassThrough, Readable } from "node:stream";
import { dispatch } from "../../src/main/dispatch.ts";
import type { World } from "../../src/main/world.ts";

/** Runs `lobster-chat` in this process, with streams of its own. */
export async function callChat(words: readonly string[], stdin = "") {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [collect(stdout), collect(stderr)];
  const world: World = {
    arguments: words,
    stdin: Readable.from([stdin]) as unknown as World["stdin"],
    stdout: stdout as unknown as World["stdout"],
    stderr,
    wantsNoColours: true,
    onInterrupt: () => () => undefined,
  };
  const code = await dispatch(world);
  stdout.end();
  stderr.end();
  return { code, stdout: await out, stderr: await err };
}

async function collect(stream: PassThrough): Promise<string> {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) text += String(chunk);
  return text;
}
