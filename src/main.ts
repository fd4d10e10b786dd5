#!/usr/bin/env node
// The `lobster-chat` command: everything below is composed from here, and only here the process itself is touched.
import { dispatch } from "./main/dispatch.ts";

// A reader that has seen enough (`lobster-chat … | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

process.exitCode = await dispatch({
  arguments: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  wantsNoColours: (process.env["NO_COLOR"] ?? "") !== "",
  onInterrupt: (listener) => {
    for (const signal of SIGNALS) process.on(signal, listener);
    return () => {
      for (const signal of SIGNALS) process.off(signal, listener);
    };
  },
});
