/**
 * Runs a command in its own process group and kills the group when the parent is gone: stdin closes with the parent, however it died.
 * Wrangler alone would leave workerd running, which holds the port.
 */
import { spawn } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });

function endGroup(signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}

let ending = false;
function end() {
  if (ending) return;
  ending = true;
  endGroup("SIGTERM");
  setTimeout(() => {
    endGroup("SIGKILL");
    process.exit(0);
  }, 3000).unref();
}

process.stdin.resume();
process.stdin.on("end", end);
process.stdin.on("close", end);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
child.on("error", (error) => {
  console.error(`${command}: ${error.message}`);
  process.exit(127);
});
child.on("exit", (code) => {
  endGroup("SIGKILL");
  process.exit(code ?? 1);
});
