import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { programEnvironment } from './cluster-init.ts';
import type { ProgramAccount } from './program-account.ts';

/**
 * A small shell between us and PostgreSQL, in a session of its own. It holds the read end of a pipe from
 * us; end of file means that we are gone, however that came about, and it then asks PostgreSQL for a fast
 * shutdown. PostgreSQL does not inherit the pipe, and the reader ends with PostgreSQL, so that it can
 * never signal a process number that has been given to somebody else.
 */
const script = `
"$@" 3<&- </dev/null >/dev/null &
postgres=$!
echo "$postgres"
trap 'kill -INT $postgres' TERM INT HUP
( trap - TERM INT HUP; while read -r line <&3; do :; done; kill -INT $postgres ) >/dev/null 2>&1 &
reader=$!
exec 3<&-
while kill -0 $postgres 2>/dev/null; do wait $postgres; code=$?; done
kill $reader 2>/dev/null
exit $code
`;

export type WatchedExit = { code: number | null; signal: NodeJS.Signals | null; complaint: string };

export type WatchedPostgres = {
  watchdogPid: number;
  /** Process number of the postmaster, as reported by its parent. */
  postmasterPid: Promise<number>;
  /** Resolves when both PostgreSQL and its watchdog are gone; a watchdog killed alone resolves it too. */
  exited: Promise<WatchedExit>;
  /** Asks for a fast shutdown. */
  close(): void;
};

type WatchOptions = { program: string; args: string[]; account: ProgramAccount | undefined; log: (line: string) => void };

export function watchPostgres(options: WatchOptions): WatchedPostgres {
  const owner = options.account ? { uid: options.account.uid, gid: options.account.gid } : {};
  const child = spawn('/bin/sh', ['-c', script, 'sightline-watchdog', options.program, ...options.args], {
    ...owner, cwd: '/', env: programEnvironment(), detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const pipe = child.stdio[3] as Writable;
  pipe.on('error', () => pipe.destroy());
  const lastLines: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
    options.log(line);
  });
  return {
    watchdogPid: child.pid ?? 0,
    postmasterPid: readReportedPid(child),
    exited: waitForExit(child, pipe, lastLines),
    close: () => pipe.end(),
  };
}

function readReportedPid(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).once('line', (line) => resolve(Number.parseInt(line, 10)));
  });
}

function waitForExit(child: ChildProcess, pipe: Writable, lastLines: string[]): Promise<WatchedExit> {
  return new Promise((resolve) => {
    const finish = (code: number | null, signal: NodeJS.Signals | null): void => {
      // A watchdog killed alone leaves its reader, which stops PostgreSQL as soon as the pipe ends.
      pipe.destroy();
      // What PostgreSQL wrote last may still be in the pipe when the exit is reported.
      setImmediate(() => resolve({ code, signal, complaint: lastLines.join('\n') }));
    };
    child.once('exit', finish);
    child.once('error', (error) => {
      lastLines.push(String(error));
      finish(null, null);
    });
  });
}
