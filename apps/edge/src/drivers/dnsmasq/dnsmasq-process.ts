import { AppError } from '@sightline/contracts/shared/errors';
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Backoff } from '../../platform/backoff.ts';
import type { Log } from '../../platform/log/log.ts';
import { readChildLines } from '../../platform/processes/child-lines.ts';
import type { DhcpServer } from '../dhcp-server.ts';

export interface DnsmasqOptions {
  /** Program, or places where it may be; the first that answers is used. */
  programs?: readonly string[];
  /** File that remembers the process, so that one that outlived its core is found. */
  pidFile: string;
  log: Log;
}

const usual = ['dnsmasq', '/usr/sbin/dnsmasq', '/usr/local/sbin/dnsmasq'];
const startLimitMs = 5_000;
const stopLimitMs = 3_000;
const settledMs = 60_000;
const wordsKept = 500;
/** What dnsmasq says once it serves. */
const servingWords = /DHCP, (IP range|static leases only)/;

const answers = (program: string): Promise<boolean> =>
  new Promise((resolve) =>
    execFile(program, ['--version'], { timeout: 3_000 }, (error, out) =>
      resolve(error === null && /dnsmasq/i.test(out)),
    ),
  );

/** Runs dnsmasq in the foreground, starts it again when it ends by itself, and ends one that a core before left behind. */
export class DnsmasqProcess implements DhcpServer {
  readonly #options: DnsmasqOptions;
  readonly #backoff = new Backoff({ firstMs: 1_000, limitMs: 60_000 });
  #program: string | null = null;
  #child: ChildProcess | null = null;
  #restartTimer: NodeJS.Timeout | null = null;
  #lastWords = '';
  #endedBy: string | null = null;
  #isServing = false;

  constructor(options: DnsmasqOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isServing;
  }

  get failure(): string | null {
    return this.#endedBy;
  }

  async isInstalled(): Promise<boolean> {
    if (this.#program !== null && (await answers(this.#program))) return true;
    this.#program = null;
    for (const program of this.#options.programs ?? usual) {
      if (!(await answers(program))) continue;
      this.#program = program;
      return true;
    }
    return false;
  }

  async start(configPath: string): Promise<void> {
    await this.stop();
    if (!(await this.isInstalled())) throw new AppError('dhcp_not_installed');
    this.#endLeftBehind(configPath);
    await this.#launch(configPath);
  }

  reload(): void {
    this.#child?.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    if (this.#restartTimer) clearTimeout(this.#restartTimer);
    this.#restartTimer = null;
    this.#endedBy = null;
    const child = this.#child;
    this.#child = null;
    this.#isServing = false;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(force);
    rmSync(this.#options.pidFile, { force: true });
  }

  #launch(configPath: string): Promise<void> {
    const child = spawn(
      this.#program ?? 'dnsmasq',
      ['--keep-in-foreground', `--conf-file=${configPath}`, '--pid-file='],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child = child;
    this.#lastWords = '';
    if (child.pid !== undefined) writeFileSync(this.#options.pidFile, String(child.pid));
    const startedAtMs = performance.now();
    return new Promise((resolve, reject) => {
      const serving = (): void => {
        if (child !== this.#child) return;
        this.#isServing = true;
        resolve();
      };
      // An older one may say nothing; who lives this long serves.
      const quiet = setTimeout(serving, startLimitMs);
      for (const stream of [child.stdout, child.stderr])
        readChildLines(stream, (line) => {
          this.#lastWords = `${this.#lastWords}\n${line}`.slice(-wordsKept).trim();
          if (servingWords.test(line)) serving();
        });
      const ended = (how: string): void => {
        clearTimeout(quiet);
        const isOwn = child === this.#child;
        const wasServing = this.#isServing;
        if (isOwn) {
          this.#child = null;
          this.#isServing = false;
          this.#endedBy = this.#lastWords || how;
        }
        if (isOwn && wasServing) this.#again(configPath, performance.now() - startedAtMs);
        reject(new AppError('dhcp_failed', { detail: this.#lastWords || how }));
      };
      child.once('error', (error) => ended(String(error)));
      // Its last words come before `close`.
      child.once('close', (code, signal) => ended(signal ? `ended by ${signal}` : `exit code ${String(code)}`));
    });
  }

  #again(configPath: string, livedMs: number): void {
    if (livedMs > settledMs) this.#backoff.reset();
    this.#options.log.warn({ detail: this.#endedBy }, 'dnsmasq ended, starting it again');
    this.#restartTimer = setTimeout(() => {
      this.#launch(configPath).then(
        () => {
          this.#endedBy = null;
        },
        () => this.#again(configPath, 0),
      );
    }, this.#backoff.next());
  }

  /** A core that was killed could not end its dnsmasq, which would hold the port. */
  #endLeftBehind(configPath: string): void {
    const { pidFile, log } = this.#options;
    if (!existsSync(pidFile)) return;
    const pid = Number(readFileSync(pidFile, 'utf8'));
    rmSync(pidFile, { force: true });
    const commandLine = `/proc/${String(pid)}/cmdline`;
    if (
      !Number.isInteger(pid) ||
      pid <= 1 ||
      !existsSync(commandLine) ||
      !readFileSync(commandLine, 'utf8').includes(`--conf-file=${configPath}`)
    )
      return;
    process.kill(pid, 'SIGTERM');
    log.warn({ pid }, 'a dnsmasq of before was ended');
  }
}
