import { isHiddenBox } from '@sightline/domain/events/hidden-tracks';
import { highWaterBytes } from '../../../platform/transport/player-transport.ts';
import type { PlayerSender } from '../../play/player-sender.ts';
import type { CameraPrivacy } from '../../privacy/camera-privacy.ts';
import type { BoxFeeds } from './box-feeds.ts';
import type { LiveBoxes } from '../../recognise/live-boxes.ts';

const againMs = 100;
/** More tracks than anybody can look at; the protocol carries no more. */
const maxTracks = 100;

/** Answers a `boxes` request until `signal` is aborted. A viewer whose connection is full gets only the newest. */
export async function serveBoxes(
  feeds: BoxFeeds,
  ask: { cameraId: string; requestId: number; privacy: () => CameraPrivacy | null },
  { sender, signal }: { sender: PlayerSender; signal: AbortSignal },
): Promise<void> {
  let late: LiveBoxes | null = null;
  /** That nothing is there is said once. */
  let isEmpty = false;
  let timer: NodeJS.Timeout | null = null;
  const send = (all: LiveBoxes): void => {
    const boxes = { ...all, tracks: shownTracks(all, ask.privacy()) };
    if (signal.aborted || (isEmpty && boxes.tracks.length === 0)) return;
    late = sender.backlogBytes() > highWaterBytes ? boxes : null;
    if (late !== null) {
      timer ??= setTimeout(sendLate, againMs);
      return;
    }
    isEmpty = boxes.tracks.length === 0;
    sender.reply({
      type: 'boxes',
      requestId: ask.requestId,
      atUtcMs: boxes.atUtcMs,
      holdMs: boxes.holdMs,
      tracks: boxes.tracks.slice(0, maxTracks),
    });
  };
  const sendLate = (): void => {
    timer = null;
    if (late !== null) send(late);
  };
  const leave = feeds.watch(ask.cameraId, send);
  await new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  leave();
  if (timer) clearTimeout(timer);
}

/** What stands where nothing is shown has no box either: it would tell that somebody is there. Of what is hidden wherever it is, nothing is read out. */
function shownTracks({ tracks }: LiveBoxes, privacy: CameraPrivacy | null): LiveBoxes['tracks'] {
  if (privacy === null) return tracks;
  const shown = tracks.filter(({ box }) => !isHiddenBox(privacy.areas, box));
  return shown.map((track) => (privacy.objects.includes(track.class) ? { ...track, plate: null } : track));
}
