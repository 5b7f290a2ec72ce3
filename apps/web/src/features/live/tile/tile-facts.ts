import type { Camera } from '@sightline/contracts/cameras/camera';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { CutOff } from '../../../platform/realtime/connection-store.ts';
import type { PlayerSnapshot } from '../engine/player-snapshot.ts';

/** What a tile needs to know of its camera; comes later than the first picture. */
export type TileCamera = Pick<
  Camera,
  'name' | 'locationName' | 'timeZone' | 'status' | 'streams' | 'posterUrl' | 'recordingMode' | 'can'
>;

const codecNames: Record<string, string> = {
  h264: 'H.264',
  avc1: 'H.264',
  h265: 'H.265',
  hvc1: 'H.265',
  hev1: 'H.265',
};

/** `avc1.640028` and `h264` both read H.264. */
export const codecName = (codec: string): string => codecNames[codec.split('.')[0]?.toLowerCase() ?? ''] ?? codec;

/** `H.264 · 1920×1080` of what is shown live, or null while it is not known. */
export function pictureFormat({ showing }: PlayerSnapshot): string | null {
  return showing ? `${codecName(showing.codec)} · ${showing.width}×${showing.height}` : null;
}

/** Who is cut off when there is no picture. */
export type PictureCut = CutOff | 'core' | 'camera';

const ofCore = new Set<ErrorCode>(['core_offline', 'core_timeout']);

/**
 * Who is cut off, so that nobody goes to a camera that is well: this device, the server, the core or the camera; null while nothing is
 * missing, or nothing more is known than that it takes long. `cutOff`: what is known of the line to the server.
 */
export function cutOf(
  { mode, live, path, footage }: PlayerSnapshot,
  camera: Pick<TileCamera, 'status'> | undefined,
  cutOff: CutOff | null,
): PictureCut | null {
  const isMissing =
    mode === 'live'
      ? live.phase === 'connecting' || live.phase === 'stalled' || live.phase === 'offline'
      : footage.phase === 'seeking';
  if (!isMissing) return null;
  if (cutOff === 'browser') return 'browser';
  // What the core itself says, on a line of its own, is so whether or not the server is there.
  const isByCore = path !== 'none' && path !== 'mse';
  if (cutOff === 'server' && !isByCore) return 'server';
  if (mode !== 'live' || live.phase !== 'offline') return null;
  const cause = live.cause ?? camera?.status.cause ?? null;
  if (cause === 'unavailable') return 'server';
  return cause !== null && ofCore.has(cause) ? 'core' : 'camera';
}

/** Whether there is sound to hear. A track carries G.711 when it was agreed on; fragments, which take its place for AAC, carry everything. */
export function canHear(snapshot: PlayerSnapshot, camera: TileCamera | undefined): boolean {
  // What is hidden comes converted, which is without sound while it is live.
  if (snapshot.mode === 'live' && snapshot.masked !== 'none') return false;
  const isTrack = snapshot.mode === 'live' && snapshot.path !== 'mse';
  if (isTrack && snapshot.hasAudio) return true;
  const shown = snapshot.mode === 'live' ? (snapshot.showing?.stream ?? 'main') : snapshot.stream;
  const audio = camera?.streams.find((stream) => stream.kind === shown)?.format?.audioCodec ?? null;
  return isTrack ? audio === 'aac' : audio !== null;
}

/** Whether nothing is hidden just now; undefined where there is nothing to choose. */
export function originalsChoice(
  { live, masked, mayAskOriginals, showsOriginals }: PlayerSnapshot,
  camera: Pick<TileCamera, 'can'> | undefined,
): boolean | undefined {
  if (showsOriginals) return true;
  // A core that cannot hide shows nothing else.
  if (live.phase === 'offline' && live.cause === 'privacy_core_too_old' && camera?.can.originals === true) return false;
  return masked !== 'none' && mayAskOriginals ? false : undefined;
}

/** Rates as people write them: ¼, ½, 2. */
export const rateText = (rate: number): string => `${rate === 0.25 ? '¼' : rate === 0.5 ? '½' : rate}×`;
