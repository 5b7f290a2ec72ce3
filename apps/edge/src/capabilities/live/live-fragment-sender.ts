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

export interface FragmentViewer {
  /** Arrival of a picture of tick 0 of the units' time line, had nothing held it up, UTC ms; null while nothing is known. */
  zeroUtcMs: () => number | null;
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
  readonly #viewer: FragmentViewer;
  #config: StreamConfig | null = null;
  #builder: LiveFragmentBuilder | null = null;
  #lastDts = 0;
  #isSkipping = false;

  constructor(sender: PlayerSender, requestId: number, viewer: FragmentViewer) {
    this.#sender = sender;
    this.#requestId = requestId;
    this.#viewer = viewer;
  }

  setConfig(config: StreamConfig): void {
    this.#config = config;
    this.#builder = null;
  }

  send(unit: MediaUnit): void {
    if (unit.kind === 'audio') this.#builder?.addAudio(unit);
    else if (!this.#skips(unit)) this.#sendPicture(unit);
  }

  #skips(unit: AccessUnit): boolean {
    const backlog = this.#sender.backlogBytes();
    const wasSkipping = this.#isSkipping;
    if (backlog > highWaterBytes) this.#isSkipping = true;
    else if (this.#isSkipping && unit.key && backlog <= lowWaterBytes) this.#isSkipping = false;
    if (this.#isSkipping !== wasSkipping) this.#viewer.slow(this.#isSkipping);
    return this.#isSkipping;
  }

  #sendPicture(unit: AccessUnit): void {
    const isBroken =
      this.#builder !== null && (unit.dts90k <= this.#lastDts || unit.dts90k - this.#lastDts > maxStepTicks);
    if (isBroken) this.#builder = null;
    if (this.#builder === null) {
      if (!unit.key || this.#config === null) return;
      this.#begin(unit, this.#config);
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

  #begin(unit: AccessUnit, config: StreamConfig): void {
    const zeroMs = this.#viewer.zeroUtcMs() ?? unit.arrivalMs - unit.pts90k / ticksPerMs;
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
