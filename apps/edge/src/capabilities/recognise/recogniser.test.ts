import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FaceEmbedder, FaceDetector, TextReader } from '../models/inference.ts';
import { motionOf, openScene, paint, startUtcMs, walker } from '../../../testing/recognise/test-scene.ts';
import type { Figure } from '../../../testing/recognise/test-scene.ts';

const red = [200, 30, 40] as const;
const person = { class: 'person' as const, size: [0.06, 0.25] as [number, number] };
const walk = (ms: number): Figure[] =>
  walker(ms, { ...person, fromMs: 0, toMs: 8000, from: [0.1, 0.5], to: [0.9, 0.5], colour: red });

describe('revisions', () => {
  test('open once, close once, rise by one, and keep when it started', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 12_000, everyMs: 200 }, walk);
    expect(scene.revisions.map(({ revision }) => revision)).toEqual(scene.revisions.map((_, index) => index + 1));
    expect(scene.revisions.map(({ phase }) => phase).filter((phase) => phase !== 'updated')).toEqual([
      'opened',
      'closed',
    ]);
    expect(new Set(scene.revisions.map(({ startedAtUtcMs }) => startedAtUtcMs))).toEqual(new Set([startUtcMs]));
    expect(scene.revisions.at(-1)).toMatchObject({
      endedAtUtcMs: startUtcMs + 8000,
      lastSeenUtcMs: startUtcMs + 8000,
      dwellMs: 8000,
    });
  });

  test('come at most about once a second, and not without news', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 7800, everyMs: 200 }, walk);
    expect(scene.revisions.length).toBeGreaterThanOrEqual(2);
    expect(scene.revisions.length).toBeLessThanOrEqual(6);
  });

  test('say at once who entered a zone, with its severity', async () => {
    const points = [
      { x: 0.5, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0.5, y: 1 },
    ];
    const zone = { id: '00000000-0000-7000-8000-00000000aaaa', name: 'Yard', severity: 'critical' as const, points };
    const scene = openScene({ definedZones: [zone] });
    await scene.play({ fromMs: 0, toMs: 5800, everyMs: 200 }, walk);
    const told = scene.revisions.find((revision) => revision.severity === 'critical');
    expect(told?.lastSeenUtcMs).toBeLessThan(startUtcMs + 4000 + 1400);
    expect(Math.abs((told?.zones[0]?.enteredAtUtcMs ?? 0) - startUtcMs - 4000)).toBeLessThanOrEqual(250);
  });

  test('are of what is asked for only', async () => {
    const scene = openScene({ objectsToScan: ['vehicle'] });
    await scene.play({ fromMs: 0, toMs: 9000, everyMs: 200 }, walk);
    expect(scene.revisions).toEqual([]);
  });

  test('close what is open when the camera is taken away', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
    expect(scene.recogniser.openCount()).toBe(1);
    expect(scene.recogniser.tracks()[0]).toMatchObject({
      class: 'person',
      eventId: scene.revisions[0]?.eventId,
      isStationary: false,
    });
    scene.recogniser.close(startUtcMs + 4100);
    expect(scene.revisions.at(-1)).toMatchObject({ phase: 'closed', endedAtUtcMs: startUtcMs + 4000 });
    expect(scene.recogniser.openCount()).toBe(0);
  });

  test('close what moved when no pictures come any more', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
    expect(scene.recogniser.wantsInferences()).toBe(true);
    scene.recogniser.tick(startUtcMs + 9000);
    expect(scene.recogniser.openCount()).toBe(1);
    scene.recogniser.tick(startUtcMs + 15_000);
    expect(scene.revisions.at(-1)).toMatchObject({ phase: 'closed', endedAtUtcMs: startUtcMs + 4000 });
    expect(scene.recogniser.wantsInferences()).toBe(false);
  });
});

test('a model that fails costs attributes, never the opening or the end of an event', async () => {
  const fail = (): Promise<never> => Promise.reject(new Error('the model gave up'));
  const scene = openScene({}, { faceDetector: { modelId: 'faces@1', detect: fail } });
  for (let ms = 0; ms <= 14_000; ms += 200) {
    const figures = walker(ms, {
      ...person,
      size: [0.4, 0.8],
      fromMs: 0,
      toMs: 10_000,
      from: [0.1, 0.5],
      to: [0.9, 0.5],
      colour: red,
    });
    await scene.look(ms, figures).catch((error: unknown) => expect(String(error)).toContain('gave up'));
  }
  expect(scene.events()).toHaveLength(1);
  expect(scene.events()[0]?.phase).toBe('closed');
});

test('nothing is left open when everything is ended while a look is under way', async () => {
  let release = (): void => undefined;
  const faceDetector: FaceDetector = {
    modelId: 'faces@1',
    detect: () => new Promise((resolve) => (release = () => resolve([]))),
  };
  const scene = openScene({}, { faceDetector });
  for (let ms = 0; ms <= 6000; ms += 200) {
    const looked = scene.look(
      ms,
      walker(ms, {
        ...person,
        size: [0.4, 0.8],
        fromMs: 0,
        toMs: 10_000,
        from: [0.1, 0.5],
        to: [0.9, 0.5],
        colour: red,
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    if (ms === 3000) scene.recogniser.close(startUtcMs + ms);
    release();
    await looked;
  }
  scene.recogniser.close(startUtcMs + 6200);
  expect(scene.events().length).toBeGreaterThan(0);
  expect(scene.events().every((event) => event.phase === 'closed')).toBe(true);
});

test('at most five pictures are sent per event, the first with its opening', async () => {
  const scene = openScene();
  await scene.play({ fromMs: 0, toMs: 20_000, everyMs: 200 }, (ms) =>
    walker(ms, {
      ...person,
      size: [0.04 + ms / 80_000, 0.15 + ms / 40_000],
      fromMs: 0,
      toMs: 16_000,
      from: [0.2, 0.4],
      to: [0.8, 0.5],
      colour: red,
    }),
  );
  expect(scene.events()).toHaveLength(1);
  expect(scene.pictures.length).toBeGreaterThanOrEqual(2);
  expect(scene.pictures.length).toBeLessThanOrEqual(5);
  expect(
    scene.pictures.every(
      (picture) =>
        picture.kind === 'object' && picture.image.data.length === picture.image.width * picture.image.height * 3,
    ),
  ).toBe(true);
});

test('faces are compared when they are large enough, a bounded number of times, and the best make the vector', async () => {
  let embedded = 0;
  const faceDetector: FaceDetector = {
    modelId: 'faces@1',
    detect: (_image, within) =>
      Promise.resolve([
        {
          box: {
            x: within.x + within.width * 0.3,
            y: within.y,
            width: within.width * 0.4,
            height: within.height * 0.15,
          },
          score: 0.9,
        },
      ]),
  };
  const faceEmbedder: FaceEmbedder = {
    modelId: 'embedder@1',
    dimensions: 4,
    threshold: 0.5,
    embed: () => {
      embedded += 1;
      return Promise.resolve({ vector: Float32Array.from([1, 0, 0, 0]), age: 33.4, gender: 'female' });
    },
  };
  const near = openScene({}, { faceDetector, faceEmbedder });
  await near.play({ fromMs: 0, toMs: 12_000, everyMs: 200 }, (ms) =>
    walker(ms, {
      ...person,
      size: [0.4, 0.8],
      fromMs: 0,
      toMs: 10_000,
      from: [0.25, 0.5],
      to: [0.75, 0.5],
      colour: red,
    }),
  );
  expect(near.events()[0]?.face).toMatchObject({ widthPx: 51, age: 33, gender: 'female' });
  expect(near.events()[0]?.vectors.map(({ kind, modelId }) => [kind, modelId])).toEqual([
    ['appearance', 'appearance-hsv@1'],
    ['face', 'embedder@1'],
  ]);
  expect(embedded).toBeLessThanOrEqual(10);
  expect(near.pictures.some((picture) => picture.kind === 'face')).toBe(true);

  embedded = 0;
  const far = openScene({}, { faceDetector, faceEmbedder });
  await far.play({ fromMs: 0, toMs: 9000, everyMs: 200 }, walk);
  const off = openScene({ comparesFaces: false }, { faceDetector, faceEmbedder });
  await off.play({ fromMs: 0, toMs: 5000, everyMs: 200 }, (ms) =>
    walker(ms, {
      ...person,
      size: [0.4, 0.8],
      fromMs: 0,
      toMs: 10_000,
      from: [0.25, 0.5],
      to: [0.75, 0.5],
      colour: red,
    }),
  );
  expect(embedded).toBe(0);
});

test('plates are read a few times and told when a late reading is clear', async () => {
  let reads = 0;
  let shown: Figure[] = [];
  const textReader: TextReader = {
    modelId: 'text@1',
    read: () => {
      reads += 1;
      const { x, y, width, height } = shown[0]!.box;
      const box = { x: x + width * 0.4, y: y + height * 0.7, width: width * 0.2, height: height * 0.12 };
      return Promise.resolve([{ text: reads < 8 ? 'AB 123' : 'AB 1234', score: reads < 8 ? 0.65 : 0.97, box }]);
    },
  };
  const scene = openScene({}, { textReader });
  await scene.play({ fromMs: 0, toMs: 16_000, everyMs: 200 }, (ms) => {
    shown = walker(ms, {
      class: 'vehicle',
      label: 'car',
      size: [0.45, 0.4],
      fromMs: 0,
      toMs: 9000,
      from: [0.15, 0.6],
      to: [0.85, 0.6],
      colour: red,
    });
    return shown;
  });
  expect(scene.events()[0]?.plate).toMatchObject({ text: 'AB1234' });
  expect(reads).toBeLessThanOrEqual(20);
  expect(scene.revisions.findIndex((revision) => revision.plate !== null)).toBeGreaterThan(0);
  expect(scene.pictures.some((picture) => picture.kind === 'plate')).toBe(true);
});

test('says nothing without a model, and no number is ever broken whatever the detector says', async () => {
  const idle = openScene({}, { detector: null });
  await idle.play({ fromMs: 0, toMs: 3000, everyMs: 200 }, walk);
  expect(idle.revisions).toEqual([]);

  const wild = fc.double({ min: -2, max: 3 });
  const figures = fc.array(fc.record({ x: wild, y: wild, width: wild, height: wild, score: wild }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ stepMs: fc.integer({ min: 0, max: 4000 }), figures }), { minLength: 3, maxLength: 15 }),
      async (looks) => {
        const steady: Figure[] = [];
        let given: { box: Figure['box']; score: number }[] = [];
        const detector = {
          modelId: 'wild@1',
          msPerInference: 1,
          detect: () =>
            Promise.resolve([
              ...given.map((one) => ({ ...one, class: 'person' as const, label: 'person' })),
              ...steady.map(({ box }) => ({ box, score: 0.9, class: 'person' as const, label: 'person' })),
            ]),
        };
        const scene = openScene({}, { detector });
        let ms = 0;
        for (const { stepMs, figures: boxes } of looks) {
          ms += stepMs;
          given = boxes.map(({ score, ...box }) => ({ box, score }));
          steady.splice(0, 1, ...walk(ms % 8000));
          // Reports that do not fit the contract throw.
          await scene.recogniser.look({
            image: paint(steady),
            atUtcMs: startUtcMs + ms,
            motion: motionOf(steady.map(({ box }) => box)),
          });
          for (const { box, velocity } of scene.recogniser.tracks())
            expect(Number.isFinite(box.x + box.y + box.width + box.height + velocity.x + velocity.y)).toBe(true);
        }
        scene.recogniser.close(startUtcMs + ms);
      },
    ),
    { numRuns: 60 },
  );
});
