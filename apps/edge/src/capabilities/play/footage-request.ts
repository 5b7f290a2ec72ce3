import { fragmentEndMs } from '@sightline/media/fragment-index/find-fragment';
import { maskingFailure } from '../privacy/masking-failure.ts';
import { ConvertedRuns } from './converted-runs.ts';
import type { FootageServing } from './footage-sending.ts';
import { sendFragment, sendHead } from './footage-sending.ts';
import type { FootageRun } from '../footage/footage-walk.ts';
import { walkFootage } from '../footage/footage-walk.ts';
import type { FootageSource } from '../footage/footage-source.ts';
import { runFormat } from '../footage/run-format.ts';
import { runFragments } from '../footage/run-fragments.ts';

/** Answers a `footage` request until done, cancelled or closed. */
export async function serveFootage(source: FootageSource, streamId: string, serving: FootageServing): Promise<void> {
  const { request, sender, signal } = serving;
  const converted = new ConvertedRuns(serving);
  let reachedUtcMs: number | null = null;
  try {
    for await (const step of walkFootage(source, {
      streamId,
      fromUtcMs: request.fromUtcMs,
      toUtcMs: request.toUtcMs,
    })) {
      if (signal.aborted) return;
      if (step.type === 'gap') {
        sender.reply({
          type: 'gap',
          requestId: request.requestId,
          fromUtcMs: step.fromUtcMs,
          toUtcMs: step.toUtcMs,
          cause: step.cause,
        });
        continue;
      }
      if (!(await send(step, serving, converted))) return;
      reachedUtcMs = Math.round(fragmentEndMs(step.records.at(-1)!));
    }
  } finally {
    converted.close();
  }
  sender.reply({ type: 'done', requestId: request.requestId, reachedUtcMs });
}

async function send(run: FootageRun, serving: FootageServing, converted: ConvertedRuns): Promise<boolean> {
  if (serving.privacy !== null) {
    return converted.send(run).catch((error: unknown) => {
      throw maskingFailure(error);
    });
  }
  // Every browser plays H.264; only the rest is worth the work.
  const isConverted = serving.request.transcode && run.reader.segment.videoCodec !== 'h264';
  return isConverted ? converted.send(run) : sendRun(run, serving);
}

async function sendRun(run: FootageRun, serving: FootageServing): Promise<boolean> {
  const { keyframesOnly } = serving.request;
  const first = run.records[0]!;
  const { mimeType, init, fragment } = await runFormat(run.reader, { isSilent: keyframesOnly });
  if (
    !(await sendHead(serving, { mimeType, init, zeroUtcMs: first.wallMs - first.dts / 90, startUtcMs: first.wallMs }))
  )
    return false;
  for await (const { record, bytes } of runFragments(run, keyframesOnly)) {
    const sent = keyframesOnly ? bytes : fragment(bytes);
    if (!(await sendFragment(serving, { record, bytes: sent }))) return false;
  }
  return true;
}
