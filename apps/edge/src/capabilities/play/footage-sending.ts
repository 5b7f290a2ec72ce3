import { binaryKind } from '@sightline/contracts/live/player-binary';
import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { type CameraPrivacy, maskedHow } from '../privacy/camera-privacy.ts';
import type { CreditWindow } from './credit-window.ts';
import type { OpenConverter } from '../footage/footage-converter.ts';
import type { PlayerSender } from './player-sender.ts';
import type { RunFragment } from '../footage/run-fragments.ts';

/** One `footage` request being answered. */
export interface FootageServing {
  request: PlayerRequest & { type: 'footage' };
  sender: PlayerSender;
  credit: CreditWindow;
  signal: AbortSignal;
  openConverter: OpenConverter;
  /** What its reader may not see; null when that is nothing. */
  privacy: CameraPrivacy | null;
}

/** Where a run begins, as its reader is told. */
export interface RunHead {
  mimeType: string;
  init: Uint8Array;
  zeroUtcMs: number;
  startUtcMs: number;
}

/** Says what kind of fragments follows; answers false when the request is over. */
export function sendHead({ request, sender, signal, privacy }: FootageServing, head: RunHead): Promise<boolean> {
  const { mimeType, init, zeroUtcMs, startUtcMs } = head;
  sender.reply({
    type: 'segment',
    requestId: request.requestId,
    mimeType,
    zeroUtcMs,
    startUtcMs: Math.round(startUtcMs),
    ...(privacy === null ? {} : { masked: maskedHow(privacy, 'recorded') }),
  });
  return sender.item(
    { kind: binaryKind.init, startsWithKey: false, requestId: request.requestId, wallMs: 0 },
    init,
    signal,
  );
}

/** Sends a fragment as soon as its reader has room; answers false when the request is over. */
export async function sendFragment(
  { request, sender, credit, signal }: FootageServing,
  { record, bytes }: RunFragment,
): Promise<boolean> {
  if (!(await credit.take(bytes.length, signal))) return false;
  return sender.item(
    {
      kind: binaryKind.fragment,
      startsWithKey: record.startsWithKey,
      requestId: request.requestId,
      wallMs: record.wallMs,
    },
    bytes,
    signal,
  );
}
