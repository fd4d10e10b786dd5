import { clearLine, createInterface, cursorTo, type Interface } from "node:readline";

/** The lines that come in and the lines that go out. While somebody types, what goes out stands above what they type. */
export interface Screen {
  readonly lines: AsyncIterable<string>;
  print(lines: readonly string[]): void;
  /** Who speaks: the prompt of an interactive terminal. */
  setPrompt(name: string): void;
  prompt(): void;
  /** Takes no more lines. */
  close(): void;
  /** Resolves when everything printed has left this process. */
  flush(): Promise<void>;
}

/** What a screen is made of. */
export interface ScreenParts {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly isInteractive: boolean;
  /** Ctrl-C, which an interactive terminal gives to whoever reads its keys. */
  readonly onInterrupt: () => void;
}

/** Opens the screen. */
export function createScreen({ input, output, isInteractive, onInterrupt }: ScreenParts): Screen {
  const reader: Interface = createInterface(isInteractive ? { input, output, terminal: true } : { input });
  // Taken at once: lines that come before anybody iterates would be lost.
  const lines = reader[Symbol.asyncIterator]();
  let isOpen = true;
  let speaker: string | undefined;
  reader.on("SIGINT", onInterrupt);
  reader.on("close", () => {
    isOpen = false;
  });
  const prompt = (keepTyped: boolean): void => {
    if (isInteractive && isOpen && speaker !== undefined) reader.prompt(keepTyped);
  };
  return {
    lines: { [Symbol.asyncIterator]: () => lines },
    print: (printed) => {
      if (isInteractive) {
        clearLine(output, 0);
        cursorTo(output, 0);
      }
      output.write(`${printed.join("\n")}\n`);
      prompt(true);
    },
    setPrompt: (name) => {
      speaker = name;
      reader.setPrompt(`${name}> `);
      prompt(false);
    },
    prompt: () => prompt(false),
    close: () => reader.close(),
    flush: () => new Promise((resolve) => output.write("", () => resolve())),
  };
}
