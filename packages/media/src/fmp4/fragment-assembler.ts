import type { FragmentRecord } from '../fragment-index/fragment-record.ts';
import type { AccessUnit, AudioUnit } from '../units/access-unit.ts';
import type { FileConfig } from '../nal/file-config.ts';
import { type AudioSample, buildFragmentHead, type VideoSample } from './fragment-writer.ts';
import { videoTimescale } from './track-boxes.ts';

/** A finished fragment: `parts` are to be written one after another (first the head, then the samples as they came). */
export interface AssembledFragment {
  parts: Uint8Array[];
  /** Index record; `offset` is for the writer of the file to set. */
  record: FragmentRecord;
}

export interface FragmentAssemblerOptions {
  config: FileConfig;
  /** Wall clock (UTC ms) of tick 0 of the units' time line. */
  epochMs: number;
  /** Longest fragment, 90 kHz. One picture per fragment when 0. */
  maxDuration: number;
}

/** Turns the units of one segment into fragments. */
export interface FragmentAssembler {
  /** Takes a picture with a later `dts90k` than the one before; the first one must be a keyframe. */
  video(unit: AccessUnit): AssembledFragment[];
  audio(unit: AudioUnit): void;
  /** Ends the segment. `nextDts90k`: when the next segment continues without a gap, where it begins; else null. */
  finish(nextDts90k: number | null): AssembledFragment[];
}

const maxQueuedAudio = 1000;
// A picture is not stretched over a longer hole than this (or 10 frame times): the rest of the hole is a gap.
const maxHold = 2 * videoTimescale;

interface State {
  base: number | null;
  held: AccessUnit | null;
  frameTime: number;
  sequence: number;
  video: VideoSample[];
  gap: boolean;
  nextHasGap: boolean;
  audio: AudioUnit[];
  /** End of the audio written so far, in the audio timescale. */
  audioEnd: number;
}

/**
 * Makes the assembler of one segment. Cuts at every keyframe and when a fragment reaches `maxDuration`. A picture's duration is
 * known when the next one comes, so one picture is always held back.
 */
export function createFragmentAssembler(options: FragmentAssemblerOptions): FragmentAssembler {
  const fps = options.config.video.nominalFps ?? 15;
  const state: State = {
    base: null,
    held: null,
    frameTime: Math.round(videoTimescale / fps),
    sequence: 0,
    video: [],
    gap: false,
    nextHasGap: false,
    audio: [],
    audioEnd: 0,
  };
  return {
    video(unit) {
      state.base ??= unit.dts90k;
      const out: AssembledFragment[] = [];
      const torn = settleHeld(state, unit.dts90k);
      const length = state.video.length === 0 ? 0 : durationOf(state.video);
      if (state.video.length > 0 && (unit.key || torn || length + state.frameTime / 2 >= options.maxDuration))
        out.push(cut(state, options));
      if (torn) state.nextHasGap = true;
      state.held = unit;
      return out;
    },
    audio(unit) {
      if (state.audio.length < maxQueuedAudio) state.audio.push(unit);
    },
    finish(nextDts90k) {
      if (state.held === null) return [];
      settleHeld(state, nextDts90k ?? state.held.dts90k + state.frameTime);
      return [cut(state, options)];
    },
  };
}

// Gives the held picture its duration; answers true when the hole behind it is too long to be bridged.
function settleHeld(state: State, nextDts: number): boolean {
  const { held } = state;
  if (held === null) return false;
  state.held = null;
  const step = nextDts - held.dts90k;
  const torn = step > Math.max(maxHold, state.frameTime * 10);
  const duration = torn ? state.frameTime : Math.max(1, step);
  if (!torn && step > 0 && step < videoTimescale * 2) state.frameTime = step;
  if (state.video.length === 0) {
    state.gap = state.nextHasGap;
    state.nextHasGap = false;
  }
  state.gap ||= held.gap;
  state.video.push({
    data: held.data,
    key: held.key,
    dts: held.dts90k - state.base!,
    compositionOffset: held.pts90k - held.dts90k,
    duration,
  });
  return torn;
}

function durationOf(video: VideoSample[]): number {
  const last = video.at(-1)!;
  return last.dts + last.duration - video[0]!.dts;
}

function cut(state: State, options: FragmentAssemblerOptions): AssembledFragment {
  const video = state.video;
  const first = video[0]!;
  const duration = durationOf(video);
  const { audio, audioTime } = takeAudio(state, { config: options.config, end: first.dts + duration });
  const wallMs = options.epochMs + (state.base! + first.dts) / 90;
  const head = buildFragmentHead({ sequence: ++state.sequence, wallMs, video, audio, audioTime });
  const parts = [head];
  let bytes = head.length;
  for (const sample of [...video, ...audio]) {
    parts.push(sample.data);
    bytes += sample.data.length;
  }
  const record: FragmentRecord = {
    offset: 0,
    bytes,
    samples: video.length,
    wallMs,
    dts: first.dts,
    duration,
    startsWithKey: first.key,
    gap: state.gap,
    hasAudio: audio.length > 0,
    hasMotion: false,
    motionLevel: 0,
  };
  state.video = [];
  state.gap = false;
  return { parts, record };
}

// Audio that began before the fragment's end goes into it. Small wobbles of the clock are smoothed: samples follow each other
// directly unless the distance exceeds 100 ms, so that players do not click.
function takeAudio(
  state: State,
  fragment: { config: FileConfig; end: number },
): { audio: AudioSample[]; audioTime: number } {
  const rate = fragment.config.audio?.sampleRate;
  const audio: AudioSample[] = [];
  let audioTime = state.audioEnd;
  if (rate === undefined) return { audio, audioTime };
  let taken = 0;
  for (const unit of state.audio) {
    const relative = unit.pts90k - state.base!;
    if (relative >= fragment.end) break;
    const time = Math.round((relative * rate) / videoTimescale);
    const drift = time - state.audioEnd;
    const jumps = Math.abs(drift) > rate / 10;
    if (jumps && drift > 0 && audio.length > 0) break;
    taken++;
    if (time < 0 || (jumps && drift < 0)) continue;
    if (audio.length === 0) audioTime = jumps || state.audioEnd === 0 ? time : state.audioEnd;
    if (audio.length === 0) state.audioEnd = audioTime;
    audio.push({ data: unit.data, duration: unit.samples });
    state.audioEnd += unit.samples;
  }
  state.audio.splice(0, taken);
  return { audio, audioTime };
}
