/**
 * Runs a command in a process group of its own and ends the whole group when the one who started it is gone: its standard input closes
 * with the parent, however the parent died. Wrangler alone would leave workerd behind, which keeps the port.
 */
import { spawn } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], detached: true });

function endGroup(signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
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
