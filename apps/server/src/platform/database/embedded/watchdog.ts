import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { ProgramAccount } from './program-account.ts';

/**
 * A small shell between us and a PostgreSQL program, in a session of its own. It holds the read end of a pipe
 * from us; end of file means that we are gone, however that came about, and it then interrupts the program,
 * which for the server is a fast shutdown. The program does not inherit the pipe, and the reader ends with
 * the program, so that it can never signal a process number that has been given to somebody else.
 */
const script = `
"$@" 3<&- </dev/null >/dev/null &
program=$!
echo "$program"
trap 'kill -INT $program' TERM INT HUP
( trap - TERM INT HUP; while read -r line <&3; do :; done; kill -INT $program ) >/dev/null 2>&1 &
reader=$!
exec 3<&-
while kill -0 $program 2>/dev/null; do wait $program; code=$?; done
kill $reader 2>/dev/null
wait $reader 2>/dev/null
exit $code
`;

/** How a watched program ended; `complaint` holds its last lines on stderr. */
export type WatchedExit = { code: number | null; signal: NodeJS.Signals | null; complaint: string };

export type WatchedProgram = {
  watchdogPid: number;
  /** Process number of the program, as reported by its parent. */
  programPid: Promise<number>;
  /** Resolves when the program and its watchdog are gone; a watchdog killed alone resolves it too. */
  exited: Promise<WatchedExit>;
  /** Interrupts the program. */
  close(): void;
};

type WatchOptions = {
  program: string;
  args: string[];
  account: ProgramAccount | undefined;
  log: (line: string) => void;
};

export function watchProgram(options: WatchOptions): WatchedProgram {
  const owner = options.account ? { uid: options.account.uid, gid: options.account.gid } : {};
  // None of our variables: PGDATA, PGOPTIONS or a locale must not change what the program does.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const child = spawn('/bin/sh', ['-c', script, 'sightline-watchdog', options.program, ...options.args], {
    ...owner,
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
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
    programPid: readReportedPid(child),
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
      // A watchdog killed alone leaves its reader, which interrupts the program as soon as the pipe ends.
      pipe.destroy();
      // What the program wrote last may still be in the pipe when the exit is reported.
      setImmediate(() => resolve({ code, signal, complaint: lastLines.join('\n') }));
    };
    child.once('exit', finish);
    child.once('error', (error) => {
      lastLines.push(String(error));
      finish(null, null);
    });
  });
}
