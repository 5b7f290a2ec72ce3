import type { SpeakerCodec } from '../../drivers/speaker-driver.ts';

/** What a camera is sent at a time: 20 ms at 8 kHz. */
export const frameBytes = 160;
export const frameMs = 20;

/** The byte of silence. */
const silence: Record<SpeakerCodec, number> = { pcmu: 0xff, pcma: 0xd5 };
/** Packets that must wait before the first is played, so that the next may come a little late. */
const startPackets = 2;
/** More than this waiting (300 ms) is cut down to the newest few: a voice must not fall behind its speaker. */
const maxPackets = 15;
const keptPackets = 4;
/** Longer holes are not played as silence: whoever spoke was gone, or counts anew. */
const longestHole = 10;

/**
 * Evens a voice out that comes over a network: packets in the order in which they were spoken, silence for what is lost or
 * late, and always exactly one frame when one is asked for.
 */
export class VoiceQueue {
  readonly #silent: number;
  #waiting: { sequence: number; sound: Uint8Array }[] = [];
  #rest: Uint8Array = new Uint8Array(0);
  /** Counts on beyond 16 bits; null before the first packet. */
  #next: number | null = null;
  #newest = 0;
  #isPlaying = false;

  constructor(codec: SpeakerCodec) {
    this.#silent = silence[codec];
  }

  /** Takes the sound of one packet with its 16-bit number. What is too late, or came before, is dropped. */
  push(sequence16: number, sound: Uint8Array): void {
    const sequence = this.#next === null ? sequence16 : this.#newest + (((sequence16 - this.#newest) << 16) >> 16);
    if (this.#next === null) this.#next = sequence;
    if (sequence < this.#next || this.#waiting.some((packet) => packet.sequence === sequence)) return;
    this.#newest = this.#waiting.length === 0 ? sequence : Math.max(this.#newest, sequence);
    this.#waiting.push({ sequence, sound: sound.slice() });
    this.#waiting.sort((a, b) => a.sequence - b.sequence);
    if (this.#waiting.length <= maxPackets) return;
    this.#waiting.splice(0, this.#waiting.length - keptPackets);
    this.#next = this.#waiting[0]!.sequence;
  }

  /** One frame, and how much of it was spoken, in ms. */
  take(): { frame: Uint8Array; spokenMs: number } {
    const frame = new Uint8Array(frameBytes).fill(this.#silent);
    this.#isPlaying ||= this.#waiting.length >= startPackets;
    let filled = 0;
    let spoken = 0;
    while (this.#isPlaying && filled < frameBytes) {
      if (this.#rest.length === 0 && !this.#advance()) break;
      // A hole: silence for as long as one packet.
      if (this.#rest.length === 0) {
        filled = frameBytes;
        break;
      }
      const part = this.#rest.subarray(0, frameBytes - filled);
      frame.set(part, filled);
      this.#rest = this.#rest.slice(part.length);
      filled += part.length;
      spoken += part.length;
    }
    return { frame, spokenMs: (spoken * frameMs) / frameBytes };
  }

  /** Goes on to the next packet, or over a missing one; false when nothing waits, and then it waits for a few again. */
  #advance(): boolean {
    const [first] = this.#waiting;
    if (first === undefined || this.#next === null) {
      this.#isPlaying = false;
      return false;
    }
    if (first.sequence - this.#next > longestHole) this.#next = first.sequence;
    if (first.sequence === this.#next) this.#rest = this.#waiting.shift()!.sound;
    this.#next += 1;
    return true;
  }
}
