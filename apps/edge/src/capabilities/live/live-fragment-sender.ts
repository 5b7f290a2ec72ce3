import { binaryKind } from '@sightline/contracts/live/player-binary';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import type { AccessUnit, MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { highWaterBytes, lowWaterBytes } from '../../platform/transport/player-transport.ts';
import { browserSound } from '../footage/browser-sound.ts';
import { mimeTypeOf } from '../footage/mime-type.ts';
import type { PlayerSender } from '../play/player-sender.ts';
import { LiveFragmentBuilder } from './live-fragment-builder.ts';

/** A step of the decode times beyond this begins a new time line. */
const maxStepTicks = 10 * 90_000;
const ticksPerMs = 90;

/** When a picture of tick 0 would have come, UTC ms. */
const zeroOf = ({ arrivalMs, dts90k }: AccessUnit): number => arrivalMs - dts90k / ticksPerMs;

export interface SlowViewer {
  /** Called when pictures begin or end to be left out because the viewer does not take them. */
  slow: (isSlow: boolean) => void;
}

/**
 * Sends live units as fMP4 to a viewer that may be slow: when too much waits, everything up to a later keyframe is left
 * out, so that no more than the high-water mark and one picture is ever kept for it.
 */
export class LiveFragmentSender {
  readonly #sender: PlayerSender;
  readonly #requestId: number;
  readonly #events: SlowViewer;
  #config: StreamConfig | null = null;
  #builder: LiveFragmentBuilder | null = null;
  #lastDts = 0;
  #isSkipping = false;

  constructor(sender: PlayerSender, requestId: number, events: SlowViewer) {
    this.#sender = sender;
    this.#requestId = requestId;
    this.#events = events;
  }

  setConfig(config: StreamConfig): void {
    this.#config = config;
    this.#builder = null;
  }

  burst(units: readonly MediaUnit[]): void {
    // Of pictures that came one after another the quickest says best when they were there.
    const zeros = units.flatMap((unit) => (unit.kind === 'video' ? [zeroOf(unit)] : []));
    const zeroMs = zeros.length === 0 ? null : Math.min(...zeros);
    for (const unit of units) this.send(unit, zeroMs);
  }

  send(unit: MediaUnit, zeroMs: number | null = null): void {
    if (unit.kind === 'audio') this.#builder?.addAudio(unit);
    else if (!this.#skips(unit)) this.#sendPicture(unit, zeroMs ?? zeroOf(unit));
  }

  #skips(unit: AccessUnit): boolean {
    const backlog = this.#sender.backlogBytes();
    const wasSkipping = this.#isSkipping;
    if (backlog > highWaterBytes) this.#isSkipping = true;
    else if (this.#isSkipping && unit.key && backlog <= lowWaterBytes) this.#isSkipping = false;
    if (this.#isSkipping !== wasSkipping) this.#events.slow(this.#isSkipping);
    return this.#isSkipping;
  }

  #sendPicture(unit: AccessUnit, zeroMs: number): void {
    const isBroken =
      this.#builder !== null && (unit.dts90k <= this.#lastDts || unit.dts90k - this.#lastDts > maxStepTicks);
    if (isBroken) this.#builder = null;
    if (this.#builder === null) {
      if (!unit.key || this.#config === null) return;
      this.#begin(unit, zeroMs, this.#config);
    }
    this.#lastDts = unit.dts90k;
    const head = {
      kind: binaryKind.fragment,
      startsWithKey: unit.key,
      requestId: this.#requestId,
      wallMs: unit.arrivalMs,
    };
    this.#sender.itemNow(head, this.#builder!.build(unit));
  }

  #begin(unit: AccessUnit, zeroMs: number, config: StreamConfig): void {
    this.#builder = new LiveFragmentBuilder({
      base90k: unit.dts90k,
      nominalFps: config.video.nominalFps,
      audio: config.audio,
    });
    const audio = browserSound(config.audio);
    this.#sender.reply({
      type: 'segment',
      requestId: this.#requestId,
      mimeType: mimeTypeOf(config.video.codecString, audio),
      zeroUtcMs: zeroMs + unit.dts90k / ticksPerMs,
      startUtcMs: Math.round(unit.arrivalMs),
    });
    const head = { kind: binaryKind.init, startsWithKey: false, requestId: this.#requestId, wallMs: 0 };
    this.#sender.itemNow(head, buildInitSegment({ video: config.video, audio }));
  }
}
