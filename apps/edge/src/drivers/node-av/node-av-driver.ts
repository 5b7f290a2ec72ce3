import { splitAnnexB } from '@sightline/media/nal/annex-b';
import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { nalRole } from '@sightline/media/nal/nal-types';
import { parseRtspUrl } from '@sightline/media/rtsp/control-url';
import type { SourceEndReason, SourceEvents, VideoCodec } from '@sightline/media/units/access-unit';
import type { SourceDriver, SourceOptions, SourceSession } from '../source-driver.ts';
import { createUnitPipeline, type UnitPipeline } from '../unit-pipeline.ts';
import type { FromCompatWorker } from './compat-messages.ts';
import { type CompatProcess, maxStreams, startCompatProcess } from './compat-process.ts';
import { knock } from './knock.ts';

/**
 * The compatibility driver: FFmpeg's RTSP demuxer in processes of its own, for cameras that our client cannot read. null when
 * the optional package is not installed. `worker`: the program of such a process.
 */
export function createNodeAvDriver(worker: URL): SourceDriver | null {
  try {
    import.meta.resolve('node-av/lib');
  } catch {
    return null;
  }
  const processes = new Set<CompatProcess>();
  let ids = 0;
  const claim = (): CompatProcess => {
    const free = [...processes].find((one) => one.load() < maxStreams);
    if (free !== undefined) return free;
    const made = startCompatProcess(worker, () => processes.delete(made));
    processes.add(made);
    return made;
  };
  return {
    name: 'node-av',
    open: (options, events) => new CompatSession({ options, events, claim, id: ++ids }),
  };
}

interface SessionDeps {
  options: SourceOptions;
  events: SourceEvents;
  claim: () => CompatProcess;
  id: number;
}

class CompatSession implements SourceSession {
  readonly #deps: SessionDeps;
  readonly #closed = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  #pipeline: UnitPipeline | null = null;
  #codec: VideoCodec = 'h264';
  #channels = 1;
  #aac = false;
  #bytes = 0;
  #ended = false;
  #process: CompatProcess | null = null;
  #transport: SourceOptions['transport'];

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#transport = deps.options.transport;
    const { setupTimeoutMs } = deps.options;
    this.#timer = setTimeout(
      () => this.#end('camera_timeout', `no answer within ${setupTimeoutMs} ms`),
      setupTimeoutMs,
    );
    queueMicrotask(() => this.#begin());
  }

  async stop(): Promise<void> {
    this.#end('stopped', 'stopped');
    await this.#closed.promise;
  }

  bytesReceived(): number {
    return this.#bytes;
  }

  // FFmpeg does not tell.
  packetsLost(): number {
    return 0;
  }

  lastPictureMs(): number | null {
    return this.#pipeline?.lastPictureMs() ?? null;
  }

  // FFmpeg has no way to ask over the connection that it reads: whether the machine is there shows at its door.
  ask(): Promise<void> {
    const url = parseRtspUrl(this.#deps.options.url);
    return url === null ? Promise.resolve() : knock(url);
  }

  // FFmpeg does not tell.
  answerMs(): number {
    return 0;
  }

  transport(): SourceOptions['transport'] {
    return this.#transport;
  }

  #begin(): void {
    if (this.#ended) return;
    const { options, claim, id } = this.#deps;
    const { url, username, password, transport, setupTimeoutMs } = options;
    this.#process = claim();
    this.#process.open({ type: 'open', id, url, username, password, transport, setupTimeoutMs }, (message) =>
      this.#hear(message),
    );
  }

  #hear(message: FromCompatWorker): void {
    if (message.type === 'ended') {
      this.#end(message.reason, message.detail);
      this.#closed.resolve();
      return;
    }
    if (this.#ended) return;
    if (message.type === 'opened') {
      this.#opened(message);
      return;
    }
    this.#bytes += message.data.length;
    if (this.#pipeline === null) return;
    if (message.type === 'video') pushPicture(this.#pipeline, this.#codec, message);
    else
      this.#pipeline.audio({
        ...message,
        samples: this.#aac ? aacSamples : Math.floor(message.data.length / this.#channels),
      });
  }

  #opened({ codec, audio, extra, transport }: Extract<FromCompatWorker, { type: 'opened' }>): void {
    const { options, events } = this.#deps;
    clearTimeout(this.#timer);
    this.#codec = codec;
    this.#transport = transport;
    this.#aac = audio?.codec === 'aac';
    this.#channels = audio?.channels ?? 1;
    this.#pipeline = createUnitPipeline({
      codec,
      audio,
      startReordering: options.startReordering,
      config: events.config,
      unit: events.unit,
      fail: (reason, detail) => this.#end(reason, detail),
    });
    for (const nal of splitAnnexB(extra)) this.#pipeline.parameterSet(nal);
  }

  #end(reason: SourceEndReason, detail: string): void {
    if (this.#ended) return;
    this.#pipeline?.flush();
    this.#ended = true;
    clearTimeout(this.#timer);
    if (this.#process === null) this.#closed.resolve();
    else this.#process.stop(this.#deps.id);
    this.#deps.events.end(reason, detail);
  }
}

const aacSamples = 1024;

function pushPicture(
  pipeline: UnitPipeline,
  codec: VideoCodec,
  message: Extract<FromCompatWorker, { type: 'video' }>,
): void {
  const kept: Uint8Array[] = [];
  let key = false;
  let hasPicture = false;
  for (const nal of splitAnnexB(message.data)) {
    const role = nalRole(codec, nal);
    if (role === 'padding' || pipeline.parameterSet(nal)) continue;
    key ||= role === 'key';
    hasPicture ||= role === 'key' || role === 'picture';
    kept.push(nal);
  }
  if (kept.length === 0) return;
  const data = joinLengthPrefixed(kept);
  if (!hasPicture) pipeline.beside(data);
  else pipeline.picture({ data, key, pts90k: message.pts90k, gap: false, arrivalMs: message.arrivalMs });
}
