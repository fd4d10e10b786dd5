#!/usr/bin/env node
// The `lobster` command. Each subcommand loads only what it needs, so that `version` is as quick as node itself.
import { dispatch } from "./dispatch.ts";
import { processWorld } from "./world.ts";

// A reader that has seen enough (`lobster … | head`) is no error (fault F19).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

process.exitCode = await dispatch(process.argv.slice(2), processWorld());
