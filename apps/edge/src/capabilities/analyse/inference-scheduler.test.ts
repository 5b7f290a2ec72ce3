import { describe, expect, it } from 'vitest';
import { InferenceScheduler } from './inference-scheduler.ts';

interface Camera {
  id: string;
  /** Pictures offered per second. */
  fps: number;
  /** What one look costs. */
  costMs: number;
  fromMs?: number;
  toMs?: number;
}

/** A worker whose time is told by the test: looks take exactly what they cost, on a processor that others may slow down. */
class Rig {
  nowMs = 0;
  processorMs = 0;
  readonly scheduler: InferenceScheduler;
  readonly given = new Map<string, number>();
  readonly ages: number[] = [];
  running = 0;
  maxAtOnce = 0;
  dropped = 0;
  readonly #alarms: { atMs: number; action: () => void }[] = [];

  constructor(budgetShare: number, slowdown = 1) {
    this.#slowdown = slowdown;
    this.scheduler = new InferenceScheduler({
      nowMs: () => this.nowMs,
      processorMs: () => this.processorMs,
      after: (delayMs, action) => this.#after(delayMs, action),
      budgetShare,
    });
  }

  readonly #slowdown: number;

  offer(camera: Camera): void {
    const offeredMs = this.nowMs;
    this.scheduler.offer(camera.id, {
      run: () => {
        this.maxAtOnce = Math.max(this.maxAtOnce, ++this.running);
        this.ages.push(this.nowMs - offeredMs);
        return new Promise((resolve) => {
          this.#after(camera.costMs * this.#slowdown, () => {
            this.processorMs += camera.costMs;
            this.given.set(camera.id, (this.given.get(camera.id) ?? 0) + 1);
            this.running--;
            resolve();
          });
        });
      },
      drop: () => void this.dropped++,
    });
  }

  /** Runs the cameras for so long; asks for the shares each second as the session does. */
  async run(cameras: readonly Camera[], forMs: number): Promise<void> {
    const endMs = this.nowMs + forMs;
    const due = new Map(cameras.map((camera, index) => [camera.id, this.nowMs + (camera.fromMs ?? 0) + index]));
    for (; this.nowMs < endMs; this.nowMs++) {
      for (const camera of cameras) {
        if (this.nowMs < due.get(camera.id)! || this.nowMs > (camera.toMs ?? Infinity)) continue;
        due.set(camera.id, this.nowMs + 1000 / camera.fps);
        this.offer(camera);
      }
      if (this.nowMs % 1000 === 0) for (const camera of cameras) this.scheduler.share(camera.id);
      for (const alarm of this.#alarms.filter((one) => one.atMs <= this.nowMs)) {
        this.#alarms.splice(this.#alarms.indexOf(alarm), 1);
        alarm.action();
      }
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    }
  }

  #after(delayMs: number, action: () => void): () => void {
    const alarm = { atMs: this.nowMs + delayMs, action };
    this.#alarms.push(alarm);
    return () => void this.#alarms.splice(this.#alarms.indexOf(alarm), 1);
  }
}

const camera = (id: string, rest: Partial<Camera> = {}): Camera => ({ id, fps: 5, costMs: 11, ...rest });
const many = (count: number, rest: Partial<Camera> = {}): Camera[] =>
  Array.from({ length: count }, (_, index) => camera(`camera-${String(index)}`, rest));

describe('the scheduler of the detector', () => {
  it('never runs two looks at once, and keeps at most one waiting per camera', async () => {
    const rig = new Rig(1);
    await rig.run(many(40, { costMs: 30 }), 10_000);
    expect(rig.maxAtOnce).toBe(1);
    expect(rig.dropped).toBeGreaterThan(1_000);
    expect(Math.max(...rig.ages)).toBeLessThanOrEqual(201);
  });

  it.each([
    ['32 busy cameras', many(32), 54],
    ['8 cameras with tiles', many(8, { costMs: 70 }), 8.5],
    [
      'cameras of different appetite',
      [...many(16, { fps: 5 }), ...many(16, { fps: 2 }).map((one) => ({ ...one, id: `${one.id}-slow` }))],
      54,
    ],
  ])('keeps within its budget with %s, and uses it up', async (_, cameras, looksPerSecond) => {
    const rig = new Rig(0.6);
    await rig.run(cameras, 30_000);
    const given = [...rig.given.values()].reduce((sum, one) => sum + one, 0) / 30;
    expect(given).toBeGreaterThan(looksPerSecond * 0.95);
    expect(given).toBeLessThan(looksPerSecond * 1.08);
    expect(rig.scheduler.usedShare()).toBeCloseTo(0.6, 1);
  });

  it('gives 32 equally busy cameras the same, and says that they are overloaded', async () => {
    const rig = new Rig(0.6);
    const cameras = many(32);
    await rig.run(cameras, 30_000);
    const given = cameras.map((one) => rig.given.get(one.id)!);
    expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(2);
    for (const one of cameras) {
      const share = rig.scheduler.share(one.id);
      expect(share.isOverloaded).toBe(true);
      expect(share.share).toBeCloseTo(1 / 32, 2);
      expect(share.wantedFps).toBeCloseTo(5, 0);
      expect(share.givenFps).toBeCloseTo(1.7, 0);
      expect(share.droppedFps).toBeCloseTo(3.3, 0);
    }
  });

  it('lets no busy camera starve a quiet one', async () => {
    const rig = new Rig(0.6);
    const quiet = camera('quiet', { fps: 1 });
    await rig.run([...many(20, { costMs: 40 }), quiet], 30_000);
    expect(rig.given.get('quiet')).toBeGreaterThanOrEqual(28);
    expect(rig.scheduler.share('quiet').isOverloaded).toBe(false);
  });

  it('shares time and not looks: who is expensive gets fewer', async () => {
    const rig = new Rig(0.5);
    await rig.run([camera('plain', { costMs: 10, fps: 50 }), camera('tiles', { costMs: 100, fps: 50 })], 40_000);
    const ratio = rig.given.get('plain')! / rig.given.get('tiles')!;
    expect(ratio).toBeGreaterThan(8.5);
    expect(ratio).toBeLessThan(11.5);
    expect(rig.scheduler.share('plain').share).toBeCloseTo(0.5, 1);
  });

  it('owes nothing to a camera that was quiet for long', async () => {
    const rig = new Rig(0.5);
    const waking = camera('waking', { fps: 50, fromMs: 60_000, costMs: 20 });
    await rig.run([camera('steady', { fps: 50, costMs: 20 }), waking], 62_000);
    const before = rig.given.get('steady')!;
    await rig.run([camera('steady', { fps: 50, costMs: 20 }), { ...waking, fromMs: 0 }], 10_000);
    expect(rig.given.get('steady')! - before).toBeGreaterThan(100);
  });

  it('counts what the looks used and not what others kept them waiting', async () => {
    const rig = new Rig(0.3, 3);
    await rig.run([camera('one', { fps: 5, costMs: 20 })], 20_000);
    expect(rig.given.get('one')).toBeGreaterThan(95);
    expect(rig.scheduler.usedShare()).toBeCloseTo(0.1, 1);
  });

  it('forgets an overload when it is over, and a camera that is gone', async () => {
    const rig = new Rig(0.6);
    const cameras = many(32);
    await rig.run(cameras, 25_000);
    await rig.run(cameras.slice(0, 2), 15_000);
    expect(rig.scheduler.share('camera-0').isOverloaded).toBe(false);
    rig.offer(camera('camera-1'));
    rig.offer(camera('camera-0'));
    rig.offer(camera('camera-0'));
    const before = rig.dropped;
    rig.scheduler.stop();
    expect(rig.dropped).toBeGreaterThan(before);
    expect(rig.scheduler.isEngaged('camera-0')).toBe(false);
  });

  it('says how long a camera has been waiting', async () => {
    const rig = new Rig(0.6);
    rig.offer(camera('first', { costMs: 50 }));
    rig.offer(camera('second'));
    await rig.run([], 30);
    expect(rig.scheduler.share('second').queueAgeMs).toBe(30);
    rig.offer(camera('second'));
    expect(rig.scheduler.share('second').queueAgeMs).toBe(30);
    await rig.run([], 100);
    expect(rig.scheduler.share('second').queueAgeMs).toBe(0);
  });
});
