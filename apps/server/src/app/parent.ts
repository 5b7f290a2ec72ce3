import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';

/** Whoever started this program: a supervisor over IPC, or a person at a terminal. */
export class Parent {
  readonly #stop: (exitCode: number) => void;
  readonly #startedAt = performance.now();
  #isStopping = false;

  constructor(stop: (exitCode: number) => void) {
    this.#stop = stop;
    process.once('SIGTERM', () => this.#end(0));
    process.once('SIGINT', () => this.#end(0));
    // A server without its supervisor would be an orphan.
    onParentGone(() => this.#end(0));
  }

  step(name: string): void {
    const elapsedMs = Math.round(performance.now() - this.#startedAt);
    this.#notify({ type: 'step', name, elapsedMs }, `${(elapsedMs / 1000).toFixed(2)} s  ${name}`);
  }

  ready(url: string): void {
    this.#notify({ type: 'ready', url }, `Sightline is ready at ${url}`);
  }

  fail(failure: { code: ErrorCode; message: string }): void {
    this.#notify({ type: 'failed', ...failure }, `Sightline cannot run: ${failure.message} (${failure.code})`);
    this.#end(1);
  }

  #end(exitCode: number): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#stop(exitCode);
  }

  #notify(message: object, line: string): void {
    if (process.connected) process.send?.(message);
    else process.stdout.write(`${line}\n`);
  }
}
