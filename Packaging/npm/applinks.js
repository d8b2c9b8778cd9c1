#!/usr/bin/env node
// Runs the binary of the package for this machine, which npm installed beside this one.
"use strict";
const { spawnSync } = require("node:child_process");

const name = `@applinks/${process.platform}-${process.arch}`;
let command;
try {
  command = require.resolve(`${name}/bin/applinks`);
} catch {
  console.error(
    `applinks: the package ${name} is not installed. There is one for x86-64 Linux with glibc. ` +
      "If this is such a machine, install again without --omit=optional.",
  );
  process.exit(2);
}
const run = spawnSync(command, process.argv.slice(2), { stdio: "inherit" });
if (run.error) {
  console.error(`applinks: ${command} cannot be started: ${run.error.message}`);
  process.exit(2);
}
if (run.signal) {
  process.kill(process.pid, run.signal);
} else {
  process.exit(run.status);
}
