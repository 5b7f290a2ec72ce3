import { bytesEqual } from '../bytes/bytes.ts';
import type { VideoCodec, VideoConfig } from '../units/access-unit.ts';
import { parseH264Sps } from './h264-sps.ts';
import { parseH265Sps } from './h265-sps.ts';
import { nalRole } from './nal-types.ts';

const maxSetsPerKind = 8;
const maxSetBytes = 4096;

/** Collects parameter sets of one stream: seeded from the SDP, replaced by what arrives in-band. */
export interface ParameterSets {
  /** Takes a NAL unit; answers true when it was a parameter set (and so must not be stored with the picture). */
  take(nal: Uint8Array): boolean;
  /** The configuration when it became complete or changed since the last call; else null. Call it at keyframes only. */
  changed(): VideoConfig | null;
  /** How many pictures the SPS allows to be held back; null when unknown. */
  maxReorder(): number | null;
  /** Marks the stream as (not) reordering, seen from its timestamps. The next `changed()` reports it. */
  setReorders(reorders: boolean): void;
}

type Kind = 'sps' | 'pps' | 'vps';

/** Makes the collector for a codec. Oversized or too many sets are ignored: they can only come from a broken peer. */
export function createParameterSets(codec: VideoCodec): ParameterSets {
  const sets: Record<Kind, Uint8Array[]> = { sps: [], pps: [], vps: [] };
  let dirty = false;
  let observedReorders: boolean | null = null;
  let maxReorder: number | null = null;
  const store = (kind: Kind, nal: Uint8Array): void => {
    const list = sets[kind];
    if (nal.length > maxSetBytes || list.some((known) => bytesEqual(known, nal))) return;
    const same = list.findIndex((known) => setId(codec, kind, known) === setId(codec, kind, nal));
    if (same >= 0) list[same] = nal.slice();
    else if (list.length < maxSetsPerKind) list.push(nal.slice());
    else return;
    if (kind === 'sps') maxReorder = parseSps(codec, nal)?.maxReorder ?? null;
    dirty = true;
  };
  return {
    take(nal) {
      const role = nalRole(codec, nal);
      if (role !== 'sps' && role !== 'pps' && role !== 'vps') return false;
      store(role, nal);
      return true;
    },
    changed() {
      if (!dirty) return null;
      const config = buildConfig(codec, sets, observedReorders ?? (maxReorder ?? 0) > 0);
      if (config !== null) dirty = false;
      return config;
    },
    maxReorder: () => maxReorder,
    setReorders(reorders) {
      if (observedReorders === reorders) return;
      const before = observedReorders ?? (maxReorder ?? 0) > 0;
      observedReorders = reorders;
      if (before !== reorders) dirty = true;
    },
  };
}

function parseSps(codec: VideoCodec, nal: Uint8Array): ReturnType<typeof parseH264Sps> {
  return codec === 'h264' ? parseH264Sps(nal) : parseH265Sps(nal);
}

// Sets are told apart by their own id; the first bits after the header tell it well enough for H.264 (a ue(v) near the start).
function setId(codec: VideoCodec, kind: Kind, nal: Uint8Array): number {
  const at = codec === 'h264' ? (kind === 'sps' ? 4 : 1) : kind === 'vps' ? 2 : kind === 'pps' ? 2 : -1;
  if (at < 0 || at >= nal.length) return 0;
  if (codec === 'h265' && kind === 'vps') return nal[at]! >> 4;
  const bits = nal[at]!;
  const zeros = Math.clz32(bits) - 24;
  return zeros > 3 ? 0 : (bits >> (7 - 2 * zeros)) - 1;
}

function buildConfig(codec: VideoCodec, sets: Record<Kind, Uint8Array[]>, reorders: boolean): VideoConfig | null {
  if (sets.sps.length === 0 || sets.pps.length === 0 || (codec === 'h265' && sets.vps.length === 0)) return null;
  const info = parseSps(codec, sets.sps[0]!);
  if (info === null) return null;
  return {
    codec,
    sps: [...sets.sps],
    pps: [...sets.pps],
    vps: [...sets.vps],
    width: info.width,
    height: info.height,
    codecString: info.codecString,
    nominalFps: info.fps,
    reorders,
  };
}
