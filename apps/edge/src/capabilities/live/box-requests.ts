import { highWaterBytes } from '../../platform/transport/player-transport.ts';
import type { PlayerSender } from '../play/player-sender.ts';
import type { BoxFeeds } from './box-feeds.ts';
import type { LiveBoxes } from './live-worker-messages.ts';

const againMs = 100;
/** More tracks than anybody can look at; the protocol carries no more. */
const maxTracks = 100;

/** Answers a `boxes` request until `signal` is aborted. A viewer whose connection is full gets only the newest. */
export async function serveBoxes(
  feeds: BoxFeeds,
  ask: { cameraId: string; requestId: number },
  { sender, signal }: { sender: PlayerSender; signal: AbortSignal },
): Promise<void> {
  let late: LiveBoxes | null = null;
  /** That nothing is there is said once. */
  let isEmpty = false;
  let timer: NodeJS.Timeout | null = null;
  const send = (boxes: LiveBoxes): void => {
    if (signal.aborted || (isEmpty && boxes.tracks.length === 0)) return;
    late = sender.backlogBytes() > highWaterBytes ? boxes : null;
    if (late !== null) {
      timer ??= setTimeout(sendLate, againMs);
      return;
    }
    isEmpty = boxes.tracks.length === 0;
    sender.reply({ type: 'boxes', requestId: ask.requestId, atUtcMs: boxes.atUtcMs, holdMs: boxes.holdMs, tracks: boxes.tracks.slice(0, maxTracks) });
  };
  const sendLate = (): void => {
    timer = null;
    if (late !== null) send(late);
  };
  const leave = feeds.watch(ask.cameraId, send);
  await new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
  leave();
  if (timer) clearTimeout(timer);
}
