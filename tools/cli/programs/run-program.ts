import { spawn, type ChildProcess } from 'node:child_process';
import { checkout } from '../checkout.ts';
import { exitCodes } from '../exit-codes.ts';

export type ProgramRun = {
  /** Added to our own environment. */
  env?: Record<string, string>;
  cwd?: string;
  /** `show` passes the program's output on; `collect` keeps it. */
  output: 'show' | 'collect';
  /** Killed after this long; it then counts as failed. */
  limitMs?: number;
};

export type ProgramResult = { code: number; output: string };

/** Runs a program to its end. One that cannot be started counts as failed, with the reason in `output`. */
export function runProgram(program: string, args: string[], run: ProgramRun): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const stdio = run.output === 'show' ? 'inherit' : 'pipe';
    const child = spawn(program, args, {
      cwd: run.cwd ?? checkout,
      env: { ...process.env, ...run.env },
      stdio: ['ignore', stdio, stdio],
      timeout: run.limitMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    const stopForwarding = forwardSignals(child);
    child.on('error', (error) => {
      stopForwarding();
      resolve({ code: 1, output: error.message });
    });
    child.on('close', (code) => {
      stopForwarding();
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Whoever stops us stops what we run: it gets the signal, and we end when it has ended. */
function forwardSignals(child: ChildProcess): () => void {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal: NodeJS.Signals): void => {
    child.once('close', () => process.exit(exitCodes.failed));
    child.kill(signal);
  };
  for (const signal of signals) process.once(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
