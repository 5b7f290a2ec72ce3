import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { CommandHandlers } from '../link/command-handlers.ts';
import type { Membership } from '../link/membership.ts';
import type { Log } from '../log/log.ts';
import type { AnyCapability, CapabilityList } from './capability-list.ts';
import {
  type Close,
  type ClosingStage,
  closingOrder,
  type HowItEnds,
  type RunningCapability,
} from './edge-capability.ts';

type Started = RunningCapability<object, EdgeCommandName>;

/** Capabilities as they run. */
export class RunningCapabilities<Core extends object, Has> {
  readonly #list: CapabilityList<Core, Has, EdgeCommandName>;
  readonly #log: Log;
  readonly #closing = closingOrder.map((stage) => ({ stage, closes: [] as Close[] }));
  readonly #started: Started[] = [];
  #has: object;
  #ending: HowItEnds | null = null;

  /** The list must answer every command of the contract. */
  constructor(list: CapabilityList<Core, Has, EdgeCommandName>, core: Core, log: Log) {
    this.#list = list;
    this.#has = core;
    this.#log = log;
  }

  /** Starts those that record whether or not there is a server. Fails with what the first of them failed with, and starts none behind it. */
  startAtOnce(): Promise<void> {
    return this.#start('atOnce');
  }

  /** Starts those that serve, and answers what all of them together give. Fails like `startAtOnce`. */
  async startWithServer(): Promise<Has> {
    await this.#start('withServer');
    return this.#has as Has;
  }

  /** What those give that have begun; those with a server may not have. */
  get has(): Partial<Has> {
    return this.#has as Partial<Has>;
  }

  async #start(when: NonNullable<AnyCapability['begins']>): Promise<void> {
    for (const capability of this.#list.items)
      if ((capability.begins ?? 'atOnce') === when && this.#ending === null) await this.#startOne(capability);
  }

  async #startOne({ verb, closes = 'work', start }: AnyCapability): Promise<void> {
    try {
      const running = (await start(this.#has as never, (close) => this.#keep(closes, close))) as Started;
      this.#started.push(running);
      this.#has = { ...this.#has, ...running.gives };
    } catch (error) {
      this.#log.error({ capability: verb, detail: String(error) }, 'a part of this core could not be started');
      throw error;
    }
  }

  #keep(closes: ClosingStage, close: Close): void {
    // What begins while the core ends goes with it.
    if (this.#ending !== null) void close(this.#ending);
    else this.#closing.find(({ stage }) => stage === closes)!.closes.push(close);
  }

  /** Ends in the declared order, also what could not be started to the end; each stage side by side, and the next one whatever it said. */
  async stop(how: HowItEnds): Promise<void> {
    this.#ending = how;
    const failures: unknown[] = [];
    for (const { closes } of this.#closing) {
      const ended = await Promise.allSettled(closes.splice(0).map(async (close) => close(how)));
      failures.push(...ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Tells all of them that what is wanted may have changed. */
  configure(): void {
    for (const { configure } of this.#started) configure?.();
  }

  /** What this core can do, as its server is told. */
  abilities(): string[] {
    const now = this.#started.flatMap(({ abilities }) => abilities?.() ?? []);
    return [...new Set([...this.#list.declared.abilities, ...now])];
  }

  /** Who answers what. Throws when two answer the same. */
  handlers(): CommandHandlers {
    const all: Partial<CommandHandlers> = {};
    for (const { handlers = {} } of this.#started) {
      const twice = Object.keys(handlers).find((name) => Object.hasOwn(all, name));
      if (twice !== undefined) throw new Error(`two capabilities answer ${twice}`);
      Object.assign(all, handlers);
    }
    return all as CommandHandlers;
  }

  async joins(membership: Membership): Promise<void> {
    for (const { joins } of this.#started) await joins?.(membership);
  }

  notifyAll(): void {
    for (const { notifyAll } of this.#started) notifyAll?.();
  }

  hearTime(serverUtcMs: number): void {
    for (const { hearTime } of this.#started) hearTime?.(serverUtcMs);
  }

  refused(code: ErrorCode): void {
    for (const { refused } of this.#started) refused?.(code);
  }
}
