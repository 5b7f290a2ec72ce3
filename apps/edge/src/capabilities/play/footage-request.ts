import { binaryKind } from '@sightline/contracts/live/player-binary';
import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { fragmentEndMs } from '@sightline/media/fragment-index/find-fragment';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { fragmentWithoutAudio, initWithoutAudio } from './audio-track-hiding.ts';
import type { CreditWindow } from './credit-window.ts';
import type { FootageRun } from './footage-walk.ts';
import { walkFootage } from './footage-walk.ts';
import type { FootageSource } from './footage-source.ts';
import { keyframeFragment } from './keyframe-fragment.ts';
import { mimeTypeOf } from './mime-type.ts';
import type { PlayerSender } from './player-sender.ts';

type FootageAsk = PlayerRequest & { type: 'footage' };

interface Serving {
  request: FootageAsk;
  sender: PlayerSender;
  credit: CreditWindow;
  signal: AbortSignal;
}

/** Answers a `footage` request until done, cancelled or closed. */
export async function serveFootage(source: FootageSource, streamId: string, serving: Serving): Promise<void> {
  const { request, sender, signal } = serving;
  let reachedUtcMs: number | null = null;
  for await (const step of walkFootage(source, { streamId, fromUtcMs: request.fromUtcMs, toUtcMs: request.toUtcMs })) {
    if (signal.aborted) return;
    if (step.type === 'gap') {
      sender.reply({ type: 'gap', requestId: request.requestId, fromUtcMs: step.fromUtcMs, toUtcMs: step.toUtcMs, cause: step.cause });
      continue;
    }
    if (!(await sendRun(step, serving))) return;
    reachedUtcMs = Math.round(fragmentEndMs(step.records.at(-1)!));
  }
  sender.reply({ type: 'done', requestId: request.requestId, reachedUtcMs });
}

async function sendRun(run: FootageRun, serving: Serving): Promise<boolean> {
  const { request, sender, credit, signal } = serving;
  const { segment } = run.reader;
  const first = run.records[0]!;
  // Sound that browsers cannot play would make them refuse the picture too; fast playback needs no sound.
  const hideAudio = segment.audioCodec !== null && (segment.audioCodec !== 'aac' || request.keyframesOnly);
  const init = await run.reader.init();
  sender.reply({
    type: 'segment',
    requestId: request.requestId,
    mimeType: mimeTypeOf(segment.codecString, hideAudio ? null : segment.audioCodec),
    zeroUtcMs: first.wallMs - first.dts / 90,
    startUtcMs: Math.round(first.wallMs),
  });
  const head = { kind: binaryKind.init, startsWithKey: false, requestId: request.requestId, wallMs: 0 };
  if (!(await sender.item(head, hideAudio ? initWithoutAudio(init) : init, signal))) return false;
  for await (const { record, bytes } of request.keyframesOnly ? keyframes(run) : fragments(run, hideAudio)) {
    if (!(await credit.take(bytes.length, signal))) return false;
    const item = { kind: binaryKind.fragment, startsWithKey: record.startsWithKey, requestId: request.requestId, wallMs: record.wallMs };
    if (!(await sender.item(item, bytes, signal))) return false;
  }
  return true;
}

async function* fragments(run: FootageRun, hideAudio: boolean): AsyncGenerator<{ record: FragmentRecord; bytes: Uint8Array }> {
  for (const record of run.records) {
    const bytes = await run.reader.read(record);
    yield { record, bytes: hideAudio ? fragmentWithoutAudio(bytes) : bytes };
  }
}

async function* keyframes(run: FootageRun): AsyncGenerator<{ record: FragmentRecord; bytes: Uint8Array }> {
  const keys = run.records.filter((record) => record.startsWithKey);
  const last = run.records.at(-1)!;
  for (const [index, record] of keys.entries()) {
    const bytes = await keyframeFragment(run.reader, record, keys[index + 1]?.dts ?? last.dts + last.duration);
    if (bytes !== null) yield { record, bytes };
  }
}
