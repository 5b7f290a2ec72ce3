import { EventEmitter } from 'node:events';
import type { VirtualTime } from './virtual-time.ts';

export interface NetworkFaults {
  /** Shares of messages that are lost alone, come twice, or come after the next one. */
  drop: number;
  repeat: number;
  swap: number;
  /** Share of messages that take long. */
  stall: number;
}

/** What may be lost or overtaken on a link that lives: what is told to a core is one stream and arrives as one. */
const loseable = /^\{"type":"(records|ack|applied|heartbeat|heartbeatAck)"/;
const overtakeable = /^\{"type":"(records|ack|heartbeat|heartbeatAck)"/;

/** One end of a connection; as much of a WebSocket as both sides of the link use. */
export class VirtualSocket extends EventEmitter {
  static readonly OPEN = 1;
  readonly OPEN = 1;
  readyState = 0;
  isPaused = false;
  onSend: (text: string) => void = () => undefined;
  /** This end closes: `isAbrupt` without waiting for the other. */
  onEnd: (isAbrupt: boolean) => void = () => undefined;
  #held: string[] = [];

  send(text: string): void {
    if (this.readyState === 1) this.onSend(text);
  }

  close(): void {
    if (this.readyState >= 2) return;
    this.readyState = 2;
    this.onEnd(false);
  }

  terminate(): void {
    if (this.readyState === 3) return;
    this.readyState = 2;
    this.onEnd(true);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    for (const text of this.#held.splice(0)) this.take(text);
  }

  take(text: string): void {
    if (this.readyState === 3) return;
    if (this.isPaused) this.#held.push(text);
    else this.emit('message', Buffer.from(text), false);
  }

  ended(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close', 1006);
  }
}

interface Pipe {
  edge: VirtualSocket;
  server: VirtualSocket;
  /** Nothing arrives any more, and neither end hears of it. */
  isDead: boolean;
  /** By direction: nothing arrives before this. */
  freeAtMs: { up: number; down: number };
}

/** Connections between one core and its server. In one direction of one connection things arrive in their order unless a fault says otherwise. */
export class VirtualNetwork {
  isUp = true;
  faults: NetworkFaults = { drop: 0, repeat: 0, swap: 0, stall: 0 };
  accept: (socket: VirtualSocket) => void = () => undefined;
  readonly #time: VirtualTime;
  readonly #random: () => number;
  #pipes: Pipe[] = [];

  constructor(time: VirtualTime, random: () => number) {
    this.#time = time;
    this.#random = random;
  }

  /** A core dials. */
  dial(edge: VirtualSocket): void {
    if (!this.isUp) {
      // Refused at once, or nobody answers until the core gives up.
      const fail = (): void => {
        if (edge.readyState === 3) return;
        edge.emit('error', new Error('unreachable'));
        edge.ended();
      };
      edge.onEnd = fail;
      this.#time.at(this.#random() < 0.5 ? 20 : 10_000, fail);
      return;
    }
    const pipe: Pipe = { edge, server: new VirtualSocket(), isDead: false, freeAtMs: { up: 0, down: 0 } };
    this.#pipes.push(pipe);
    edge.onSend = (text) => this.#carry(pipe, 'up', text);
    pipe.server.onSend = (text) => this.#carry(pipe, 'down', text);
    edge.onEnd = (isAbrupt) => this.#end(pipe, 'up', isAbrupt);
    pipe.server.onEnd = (isAbrupt) => this.#end(pipe, 'down', isAbrupt);
    this.#time.at(this.#delayMs(), () => {
      if (edge.readyState !== 0) return;
      edge.readyState = 1;
      pipe.server.readyState = 1;
      this.accept(pipe.server);
    });
  }

  /** Something in between forgets all connections: both ends hear of it, and what was on its way is gone. */
  cut(): void {
    for (const pipe of this.#pipes.splice(0)) {
      pipe.isDead = true;
      this.#time.at(this.#delayMs(), () => pipe.edge.ended());
      this.#time.at(this.#delayMs(), () => pipe.server.ended());
    }
  }

  /** All connections are dead from now on, and nobody says so; what was on its way may still arrive much later. */
  freeze(): void {
    for (const pipe of this.#pipes.splice(0)) pipe.isDead = true;
  }

  /** The machine of the core lost its power, or its process alone was killed. */
  killEdge(hasPower: boolean): void {
    if (!hasPower) return this.freeze();
    for (const pipe of this.#pipes.splice(0)) this.#end(pipe, 'up', true);
  }

  /** The process of the server was killed. */
  killServer(): void {
    for (const pipe of this.#pipes.splice(0)) this.#end(pipe, 'down', true);
  }

  #delayMs(): number {
    return this.#random() < this.faults.stall ? this.#random() ** 2 * 20_000 : 1 + this.#random() * 60;
  }

  #carry(pipe: Pipe, way: 'up' | 'down', text: string): void {
    if (pipe.isDead || (loseable.test(text) && this.#random() < this.faults.drop)) return;
    const to = way === 'up' ? pipe.server : pipe.edge;
    const atMs = Math.max(this.#time.nowMs + this.#delayMs(), pipe.freeAtMs[way]);
    const isOvertaken = overtakeable.test(text) && this.#random() < this.faults.swap;
    if (!isOvertaken) pipe.freeAtMs[way] = atMs;
    this.#arrive(() => to.take(text), isOvertaken ? atMs + 200 * this.#random() : atMs);
    if (overtakeable.test(text) && this.#random() < this.faults.repeat)
      this.#arrive(() => to.take(text), atMs + this.#random() * 500);
  }

  /** What is on its way while nothing gets through is sent again by the machines themselves. */
  #arrive(run: () => void, atMs: number): void {
    this.#time.at(Math.max(0, atMs - this.#time.nowMs), () => {
      if (this.isUp) run();
      else this.#arrive(run, this.#time.nowMs + 1_000);
    });
  }

  #end(pipe: Pipe, way: 'up' | 'down', isAbrupt: boolean): void {
    const [own, other] = way === 'up' ? [pipe.edge, pipe.server] : [pipe.server, pipe.edge];
    // Politely, an end waits for the other, and still hears what is on its way.
    this.#time.at(isAbrupt ? 0 : 3_000, () => own.ended());
    if (pipe.isDead) return;
    const atMs = Math.max(this.#time.nowMs + this.#delayMs(), pipe.freeAtMs[way]);
    this.#arrive(() => other.ended(), atMs);
  }
}
