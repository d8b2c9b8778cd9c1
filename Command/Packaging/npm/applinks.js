#!/usr/bin/env node
// Runs the binary of the package for this machine, which npm installed beside this one.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { isatty } = require("node:tty");

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
// Without these the command would go on after this process has ended, and its exit status would be lost. They are there before it starts,
// and are called when it has been started.
process.on("SIGTERM", () => run.kill("SIGTERM"));
process.on("SIGINT", () => {
  // A terminal sends Control-C to both, and a second signal ends the command at once.
  if (![0, 1, 2].some((descriptor) => isatty(descriptor))) run.kill("SIGINT");
});
const run = spawn(command, process.argv.slice(2), { stdio: "inherit" });
run.on("error", (error) => {
  console.error(`applinks: ${command} cannot be started: ${error.message}`);
  process.exit(2);
});
run.on("exit", (status, signal) => {
  if (!signal) process.exit(status);
  // Node ignores some signals; what remains then is the status by which a shell shows them.
  process.exitCode = 128 + constants.signals[signal];
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
