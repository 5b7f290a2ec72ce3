import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { errorCode } from '@sightline/contracts/shared/errors';
import type { SubscribeUnits, UnitEvents } from '../live/live-feed.ts';
import type { FromTranscode, TranscodeStart } from './transcode-messages.ts';

const entry = new URL('./transcode-process.ts', import.meta.url);
const restartMs = 1_000;
const maxHeight = 720;
/** Each costs about a tenth of a core; more at once would starve the rest of the machine. */
const maxAtOnce = 8;

/**
 * Converts streams that browsers cannot show to H.264, each in a process of its own that lives as long as its
 * subscription. Viewers share a subscription through their feed.
 */
export class Transcoders {
  private readonly socketPath: () => string;
  private readonly running = new Set<Transcoder>();

  constructor(socketPath: () => string) {
    this.socketPath = socketPath;
  }

  units(streamId: string): SubscribeUnits {
    return (events) => {
      if (this.running.size >= maxAtOnce) {
        events.status({ isOnline: false, cause: 'live_not_possible' });
        return () => undefined;
      }
      const transcoder = new Transcoder({ type: 'start', busSocketPath: this.socketPath(), streamId, maxHeight }, events);
      this.running.add(transcoder);
      return () => {
        transcoder.stop();
        this.running.delete(transcoder);
      };
    };
  }

  get count(): number {
    return this.running.size;
  }

  stop(): void {
    for (const transcoder of this.running) transcoder.stop();
    this.running.clear();
  }
}

class Transcoder {
  private readonly start: TranscodeStart;
  private readonly events: UnitEvents;
  private child: ChildProcess | null = null;
  private restart: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(start: TranscodeStart, events: UnitEvents) {
    this.start = start;
    this.events = events;
    this.launch();
  }

  stop(): void {
    this.isStopped = true;
    if (this.restart) clearTimeout(this.restart);
    this.child?.kill('SIGKILL');
  }

  private launch(): void {
    const child = fork(entry, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced', execArgv: [] });
    this.child = child;
    let isAbsent = false;
    child.on('message', (message) => {
      const received = message as FromTranscode;
      if (this.isStopped) return;
      if (received.type === 'config') this.events.config(received.config);
      else if (received.type === 'unit') this.events.unit(received.unit);
      else if (received.type === 'status') this.events.status({ isOnline: received.isOnline, cause: errorCode.safeParse(received.cause).data ?? null });
      else {
        isAbsent = true;
        this.events.status({ isOnline: false, cause: 'transcode_unavailable' });
      }
    });
    // `exit` or `close` follows; without a listener a failed start would end this process.
    child.on('error', () => child.kill('SIGKILL'));
    child.on('close', () => {
      if (this.isStopped || isAbsent) return;
      this.events.status({ isOnline: false, cause: 'live_not_possible' });
      this.restart = setTimeout(() => this.launch(), restartMs);
    });
    child.send(this.start, () => undefined);
  }
}
