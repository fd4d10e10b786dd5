"use strict";

/**
 * Runs a bundled program with the machine code of an earlier process of it, where there is one: a third of the time of a short
 * process is compiling. The first one that ends by itself leaves its code behind. Argument: the program.
 */
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire, wrap } = require("node:module");
const path = require("node:path");
const { Script } = require("node:vm");

const file = process.argv[2];
const codeFile = `${file}.code`;
const cachedData = existsSync(codeFile) ? readFileSync(codeFile) : undefined;
const script = new Script(wrap(readFileSync(file, "utf8")), { filename: file, cachedData });
if (cachedData === undefined) {
  process.on("exit", () => {
    // Under its name it is whole, whoever reads it just now.
    writeFileSync(`${codeFile}.${process.pid}`, script.createCachedData());
    renameSync(`${codeFile}.${process.pid}`, codeFile);
  });
}
const program = { exports: {} };
script
  .runInThisContext()
  .call(program.exports, program.exports, createRequire(file), program, file, path.dirname(file));
