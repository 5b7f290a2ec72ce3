import { splitAnnexB } from '@sightline/media/nal/annex-b';
import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { nalRole } from '@sightline/media/nal/nal-types';
import { parseRtspUrl } from '@sightline/media/rtsp/control-url';
import type { SourceEndReason, SourceEvents, VideoCodec } from '@sightline/media/units/access-unit';
import type { SourceDriver, SourceOptions, SourceSession } from '../source-driver.ts';
import { createUnitPipeline, type UnitPipeline } from '../unit-pipeline.ts';
import type { FromCompatWorker } from './compat-messages.ts';
import { type CompatProcess, MAX_STREAMS, startCompatProcess } from './compat-process.ts';

/**
 * The compatibility driver: FFmpeg's RTSP demuxer in processes of its own, for cameras that our client cannot read. null when
 * the optional package is not installed.
 */
export function createNodeAvDriver(): SourceDriver | null {
  try {
    import.meta.resolve('node-av/lib');
  } catch {
    return null;
  }
  const processes = new Set<CompatProcess>();
  let ids = 0;
  const claim = (): CompatProcess => {
    const free = [...processes].find((one) => one.load() < MAX_STREAMS);
    if (free !== undefined) return free;
    const made = startCompatProcess(() => processes.delete(made));
    processes.add(made);
    return made;
  };
  return { name: 'node-av', open: (options, events) => openSession({ options, events, claim, id: ++ids }) };
}

interface SessionParts {
  options: SourceOptions;
  events: SourceEvents;
  claim: () => CompatProcess;
  id: number;
}

function openSession({ options, events, claim, id }: SessionParts): SourceSession {
  let pipeline: UnitPipeline | null = null;
  let codec: VideoCodec = 'h264';
  let rate = 0;
  let bytes = 0;
  let ended = false;
  let process: CompatProcess | null = null;
  let gone: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    gone = resolve;
  });
  const end = (reason: SourceEndReason, detail: string): void => {
    if (ended) return;
    pipeline?.flush();
    ended = true;
    clearTimeout(timer);
    process?.stop(id);
    if (process === null) gone();
    events.end(reason, detail);
  };
  const hear = (message: FromCompatWorker): void => {
    if (message.type === 'ended') {
      end(message.reason, message.detail);
      gone();
      return;
    }
    if (ended) return;
    if (message.type === 'opened') {
      clearTimeout(timer);
      codec = message.codec;
      rate = message.audio?.codec === 'aac' ? 0 : (message.audio?.channels ?? 1);
      pipeline = createUnitPipeline({ codec, audio: message.audio, startReordering: options.startReordering, config: events.config, unit: events.unit, fail: end });
      for (const nal of splitAnnexB(message.extra)) pipeline.parameterSet(nal);
      return;
    }
    bytes += message.data.length;
    if (pipeline === null) return;
    if (message.type === 'video') pushPicture(pipeline, codec, message);
    else pipeline.audio({ ...message, samples: rate === 0 ? AAC_SAMPLES : Math.floor(message.data.length / rate) });
  };
  const timer = setTimeout(() => end('camera_timeout', `no answer within ${options.setupTimeoutMs} ms`), options.setupTimeoutMs);
  const url = addressOf(options);
  queueMicrotask(() => {
    if (url === null) end('camera_not_rtsp', 'the address is not an rtsp or rtsps URL');
    if (ended || url === null) return;
    process = claim();
    process.open({ type: 'open', id, url, transport: options.transport, setupTimeoutMs: options.setupTimeoutMs }, hear);
  });
  return {
    async stop() {
      end('stopped', 'stopped');
      await closed;
    },
    bytesReceived: () => bytes,
    packetsLost: () => 0,
    lastPictureMs: () => pipeline?.lastPictureMs() ?? null,
  };
}

const AAC_SAMPLES = 1024;

function pushPicture(pipeline: UnitPipeline, codec: VideoCodec, message: Extract<FromCompatWorker, { type: 'video' }>): void {
  const kept: Uint8Array[] = [];
  let key = false;
  for (const nal of splitAnnexB(message.data)) {
    const role = nalRole(codec, nal);
    if (role === 'other' || pipeline.parameterSet(nal)) continue;
    key ||= role === 'key';
    kept.push(nal);
  }
  if (kept.length === 0) return;
  pipeline.picture({ data: joinLengthPrefixed(kept), key, pts90k: message.pts90k, gap: false, arrivalMs: message.arrivalMs });
}

// FFmpeg takes credentials in the URL only; it is told to nobody else.
function addressOf({ url, username, password }: SourceOptions): string | null {
  const parsed = parseRtspUrl(url);
  if (parsed === null || username === null) return parsed?.href ?? null;
  const user = `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@`;
  return parsed.href.replace('://', `://${user}`);
}
