// Puts the modules of each command into a few files, so that a command starts in about half the time: most of a start is
// looking for hundreds of small files. The library (`dist/src`) stays as it is; packages stay in node_modules.
//   tsc -p tsconfig.build.json && node scripts/bundle-commands.mjs
import path from "node:path";
import { build } from "vite";

const root = path.resolve(import.meta.dirname, "..");
const COMMANDS = {
  "lobster-chat": "dist/src/main.js",
  lobster: "dist/src/cli/lobster.js",
  "openclaw.invoke": "dist/src/cli/openclaw-invoke.js",
  "clawd.invoke": "dist/src/cli/clawd-invoke.js",
};

await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: true,
    target: "node20",
    minify: false,
    outDir: "dist/bin",
    emptyOutDir: true,
    copyPublicDir: false,
    rollupOptions: {
      input: COMMANDS,
      output: { entryFileNames: "[name].js", chunkFileNames: "parts/[name]-[hash].js" },
    },
  },
});
