import type { AccessUnit } from '@sightline/media/units/access-unit';
import { readFrameCounter } from '@sightline/testing/cameras/frame-counter';
import { testMedia, type TestMediaKind } from '@sightline/testing/cameras/test-media';
import { beforeEach, describe, expect, it } from 'vitest';
import { readClip, type ClipUnits } from '../../../testing/play/test-footage.ts';
import { createAnalysisPace, type AnalysisPace } from './analysis-pace.ts';
import { loadDecoding } from '../decode/load-decoding.ts';
import { PictureFlow } from './picture-flow.ts';

const { decoding } = await loadDecoding();
const groupLength = 30;

/** A clip that plays for ever, with what a flow made of it. */
class Player {
  readonly pace: AnalysisPace = createAnalysisPace();
  readonly seen: number[] = [];
  readonly quietMs: number[] = [];
  dropped = 0;
  overruns = 0;
  moves = false;
  mayCatchUp = true;
  isEmpty = false;
  readonly flow: PictureFlow;
  readonly #clip: ClipUnits;
  #next = 0;

  constructor(clip: ClipUnits) {
    this.#clip = clip;
    this.flow = new PictureFlow({
      decoding: decoding!,
      pace: this.pace,
      wallOf: (ticks90k) => ticks90k / 90,
      onPicture: (picture) => {
        const { data, width, height, stride } = picture.luma();
        const counter = readFrameCounter(data, { width, height }, stride);
        this.seen.push(
          counter === null
            ? -1
            : counter +
                Math.floor((picture.pts90k + 3000) / (this.#clip.video.length * 6000)) * this.#clip.video.length,
        );
        return this.moves;
      },
      onQuiet: (atUtcMs) => this.quietMs.push(atUtcMs),
      onDropped: (pictures) => (this.dropped += pictures),
      onOverrun: () => this.overruns++,
      mayCatchUp: () => this.mayCatchUp,
      isEmpty: () => this.isEmpty,
    });
    this.flow.configure(clip.config);
  }

  /** Feeds so many units; `change` may spoil them. Decodes after each, unless told otherwise. */
  feed(
    count: number,
    options: { change?: (unit: AccessUnit, index: number) => AccessUnit; isStalled?: boolean } = {},
  ): void {
    for (let index = 0; index < count; index++, this.#next++) {
      const { video } = this.#clip;
      const base = video[this.#next % video.length]!;
      const shift = Math.floor(this.#next / video.length) * video.length * 6000;
      const unit = { ...base, pts90k: base.pts90k + shift, dts90k: base.dts90k + shift };
      this.flow.add(options.change?.(unit, index) ?? unit);
      if (!options.isStalled) this.decode();
    }
  }

  decode(): void {
    while (this.flow.step()) continue;
  }

  /** Everything since `from`, which is forgotten then. */
  take(): number[] {
    return this.seen.splice(0);
  }
}

/** A picture that weighs more than usual: filler that decoders skip. */
function heavier(unit: AccessUnit): AccessUnit {
  const filler = new Uint8Array(9_004).fill(0xff);
  new DataView(filler.buffer).setUint32(0, 9_000);
  filler[4] = 12;
  return { ...unit, data: Uint8Array.from([...unit.data, ...filler]) };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe.skipIf(decoding === null)('the flow of pictures', () => {
  let player: Player;
  const open = async (kind: TestMediaKind): Promise<void> =>
    void (player = new Player(await readClip(await testMedia(kind))));
  beforeEach(() => open('h264-sub'));

  it('survives random bytes, and goes on with the next keyframe', () => {
    player.moves = true;
    player.feed(groupLength);
    expect(player.take()).toEqual(range(0, 30));
    player.feed(groupLength, {
      change: (unit) => ({
        ...unit,
        data: Uint8Array.from(unit.data, (byte, index) => (index < 40 ? byte : (byte * 31 + index) & 255)),
      }),
    });
    player.take();
    player.feed(groupLength);
    expect(player.take()).toEqual(expect.arrayContaining(range(61, 90)));
  });

  it('leaves out what builds on a lost picture', () => {
    player.moves = true;
    player.feed(groupLength);
    player.take();
    player.feed(2 * groupLength, { change: (unit, index) => (index === 10 ? { ...unit, gap: true } : unit) });
    expect(player.take()).toEqual([...range(30, 40), ...range(60, 90)]);
    expect([player.dropped, player.overruns]).toEqual([20, 0]);
  });

  it('jumps to the newest keyframe when it is too far behind', () => {
    player.moves = true;
    player.feed(205, { isStalled: true });
    player.decode();
    expect(player.take()).toEqual(range(180, 205));
    expect([player.dropped, player.overruns]).toEqual([180, 1]);
    player.feed(groupLength, { isStalled: true });
    player.decode();
    expect(player.take()).toEqual(range(205, 235));
  });

  it('decodes keyframes only as soon as the sizes tell that nothing moves, and catches up when they tell that something does', () => {
    player.feed(6 * groupLength);
    player.take();
    player.feed(4 * groupLength);
    expect(player.take()).toEqual([180, 210, 240, 270]);
    expect(player.quietMs.length).toBeGreaterThan(100);
    player.feed(20, { change: (unit, index) => (index >= 12 ? heavier(unit) : unit) });
    expect(player.take()).toEqual(range(300, 320));
    expect(player.dropped).toBe(0);
  });

  it('decodes every third keyframe while nothing is there, and still loses nothing of what begins after one that was left out', () => {
    player.isEmpty = true;
    player.feed(6 * groupLength);
    player.take();
    player.feed(6 * groupLength);
    const keyframes = player.take();
    expect(keyframes).toEqual([keyframes[0], keyframes[0]! + 3 * groupLength]);
    player.feed(20, { change: (unit, index) => (index >= 12 ? heavier(unit) : unit) });
    const caughtUp = player.take();
    expect(caughtUp).toEqual(range(caughtUp[0]!, caughtUp[0]! + 20));
    expect(player.dropped).toBe(0);
  });

  it('decodes a group now and then although nothing is suspected, to learn whether something was missed', () => {
    player.feed(6 * groupLength);
    player.take();
    // The clip begins anew every six groups, which is a suspicion.
    player.pace.wake = () => undefined;
    player.feed(26 * groupLength);
    const seen = new Set(player.take());
    const whole = range(6, 32).filter((group) =>
      range(group * groupLength, (group + 1) * groupLength).every((counter) => seen.has(counter)),
    );
    expect(whole).toHaveLength(2);
    expect(whole[1]! - whole[0]!).toBe(12);
    expect(seen.size).toBeLessThan(5 * groupLength);
  });

  it('waits for the detector while it catches up', () => {
    player.feed(6 * groupLength);
    player.feed(25);
    player.take();
    player.mayCatchUp = false;
    player.feed(5, { change: heavier });
    expect(player.take()).toEqual([]);
    expect(player.flow.seenUntilUtcMs()).toBeLessThan(205 * 67);
    player.mayCatchUp = true;
    player.decode();
    expect(player.take().at(-1)).toBe(209);
  });

  it.each(['h264-bframes', 'hevc'] as const)(
    'loses nothing of %s: keyframes come at once, and the group follows whole',
    async (kind) => {
      await open(kind);
      player.feed(6 * groupLength + 1);
      player.take();
      player.feed(3 * groupLength);
      const idle = player.take();
      expect(idle).toEqual(expect.arrayContaining([210, 240, 270]));
      expect(idle.length).toBeLessThan(2 * groupLength);
      player.pace.wake((9 * groupLength * 1000) / 15);
      player.feed(20);
      player.feed(10, { change: heavier });
      player.feed(10);
      const caughtUp = new Set(player.take());
      for (const counter of range(272, 304)) expect(caughtUp, `picture ${String(counter)}`).toContain(counter);
    },
  );

  it('begins anew with another format', async () => {
    player.moves = true;
    player.feed(40);
    const other = await readClip(await testMedia('hevc'));
    player.take();
    player.flow.configure(other.config);
    for (const unit of other.video.slice(0, 20)) {
      player.flow.add(unit);
      player.decode();
    }
    expect(player.take()).toEqual(range(0, 20));
    player.flow.close();
    expect(player.flow.step()).toBe(false);
  });
});
