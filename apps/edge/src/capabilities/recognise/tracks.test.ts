import { describe, expect, test } from 'vitest';
import { openScene, startUtcMs, walker } from '../../../testing/recognise/test-scene.ts';
import type { Figure } from '../../../testing/recognise/test-scene.ts';

const red = [200, 30, 40] as const;
const blue = [30, 50, 170] as const;
const person = { class: 'person' as const, size: [0.06, 0.25] as [number, number] };
const car = { class: 'vehicle' as const, size: [0.2, 0.15] as [number, number], label: 'car' };

describe('what is no event', () => {
  test('a thing that stands where it stood since the start, however clearly it is seen', async () => {
    const scene = openScene();
    const van: Figure = {
      class: 'vehicle',
      box: { x: 0.7, y: 0.1, width: 0.15, height: 0.15 },
      colour: [230, 230, 230],
    };
    await scene.play({ fromMs: 0, toMs: 30_000, everyMs: 200 }, (ms) => [
      { ...van, isStill: true, box: { ...van.box, x: 0.7 + 0.004 * Math.sin(ms) } },
    ]);
    expect(scene.revisions).toEqual([]);
  });

  test('a tripod that the detector takes for somebody while people pass it', async () => {
    const scene = openScene();
    const tripod: Figure = {
      class: 'person',
      box: { x: 0.6, y: 0.5, width: 0.05, height: 0.25 },
      colour: [20, 20, 20],
      score: 0.5,
      isStill: true,
    };
    await scene.play({ fromMs: 0, toMs: 9000, everyMs: 200 }, (ms) => [
      { ...tripod, isUnseen: Math.floor(ms / 200) % 3 === 0 },
      ...walker(ms, { ...person, fromMs: 1000, toMs: 8000, from: [0.2, 0.55], to: [0.95, 0.55], colour: red }),
    ]);
    expect(scene.events().map((event) => event.colours[0]?.colour)).toEqual(['red']);
  });

  test('a blip of one or two pictures', async () => {
    const scene = openScene();
    const blip: Figure = {
      class: 'person',
      box: { x: 0.4, y: 0.4, width: 0.06, height: 0.2 },
      colour: red,
      score: 0.6,
    };
    await scene.play({ fromMs: 0, toMs: 6000, everyMs: 200 }, (ms) =>
      ms === 1000 || ms === 1200 || ms === 4000 ? [{ ...blip, box: { ...blip.box, x: 0.4 + ms / 100_000 } }] : [],
    );
    expect(scene.revisions).toEqual([]);
  });

  test('everything that seems to appear while the whole picture changes', async () => {
    const scene = openScene();
    const parked: Figure = { class: 'vehicle', box: { x: 0.3, y: 0.3, width: 0.15, height: 0.12 }, colour: red };
    await scene.play({ fromMs: 0, toMs: 2000, everyMs: 200 }, () => []);
    for (let ms = 2200; ms < 8000; ms += 200)
      await scene.look(ms, [parked], { isGlobal: ms < 2800, background: [30, 30, 30], isStill: true });
    expect(scene.revisions).toEqual([]);
  });

  test('something too small without tiles, which is followed with them', async () => {
    const walk = (ms: number): Figure[] =>
      walker(ms, {
        class: 'person',
        size: [0.02, 0.06],
        fromMs: 0,
        toMs: 6000,
        from: [0.1, 0.2],
        to: [0.6, 0.2],
        colour: blue,
      });
    const scenes = [openScene(), openScene({ hasTiles: true })];
    for (const scene of scenes) await scene.play({ fromMs: 0, toMs: 7000, everyMs: 200 }, walk);
    expect(scenes.map((scene) => scene.events().length)).toEqual([0, 1]);
  });
});

describe('few looks a second', () => {
  const stirring =
    (colour: readonly [number, number, number], kind: Figure['class']) =>
    (ms: number): Figure[] => [
      { class: kind, box: { x: 0.4 + 0.01 * Math.sin(ms), y: 0.3, width: 0.2, height: 0.6 }, colour, score: 0.8 },
    ];

  test('are enough to believe in somebody who moves where he is for a second, and not in a car', async () => {
    const [somebody, vehicle] = [openScene(), openScene()];
    await somebody.play({ fromMs: 0, toMs: 1200, everyMs: 600 }, stirring(red, 'person'));
    await vehicle.play({ fromMs: 0, toMs: 1200, everyMs: 600 }, stirring(red, 'vehicle'));
    expect([somebody.events().length, vehicle.events().length]).toEqual([1, 0]);
  });

  test('are not enough for a blip of half a second', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 500, everyMs: 250 }, stirring(red, 'person'));
    expect(scene.events()).toEqual([]);
  });

  test('are asked for while everything that moves is followed and slow, and no longer when something moves elsewhere', async () => {
    const scene = openScene();
    const walk = (ms: number): Figure[] =>
      walker(ms, { ...person, fromMs: 0, toMs: 20_000, from: [0.2, 0.5], to: [0.8, 0.5], colour: red });
    await scene.play({ fromMs: 0, toMs: 4000, everyMs: 200 }, walk);
    expect(scene.recogniser.isSettled()).toBe(true);
    const unseen: Figure = {
      class: 'person',
      box: { x: 0.7, y: 0.1, width: 0.25, height: 0.5 },
      colour: blue,
      isUnseen: true,
    };
    await scene.look(4200, [...walk(4200), unseen]);
    expect(scene.recogniser.isSettled()).toBe(false);
  });
});

describe('one event per thing', () => {
  test('a car that is visible for a second and a half, at two to five pictures a second', async () => {
    for (const everyMs of [200, 333, 450]) {
      const scene = openScene();
      await scene.play({ fromMs: 0, toMs: 5000, everyMs }, (ms) =>
        walker(ms, { ...car, fromMs: 1000, toMs: 2500, from: [0.1, 0.6], to: [0.95, 0.6], colour: red }),
      );
      const [event] = scene.events();
      expect(scene.events()).toHaveLength(1);
      expect(event).toMatchObject({
        phase: 'closed',
        class: 'vehicle',
        subtype: 'car',
        heading: 90,
        modelId: 'painted@1',
      });
      expect(event?.startedAtUtcMs).toBeLessThan(startUtcMs + 1000 + everyMs);
      expect(Math.abs((event?.endedAtUtcMs ?? 0) - startUtcMs - 2500)).toBeLessThan(everyMs + 1);
    }
  });

  test('two people who cross keep who they are', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 9000, everyMs: 200 }, (ms) => [
      ...walker(ms, { ...person, fromMs: 0, toMs: 8000, from: [0.1, 0.5], to: [0.9, 0.52], colour: red }),
      ...walker(ms, { ...person, fromMs: 0, toMs: 8000, from: [0.9, 0.52], to: [0.1, 0.5], colour: blue }),
    ]);
    const events = scene.events();
    expect(
      events
        .map(
          (event) =>
            `${event.colours[0]?.colour} to the ${event.heading !== null && event.heading < 180 ? 'right' : 'left'}`,
        )
        .toSorted(),
    ).toEqual(['blue to the left', 'red to the right']);
  });

  test('somebody who is hidden for two seconds goes on as the same', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 9000, everyMs: 200 }, (ms) =>
      walker(ms, { ...person, fromMs: 0, toMs: 8000, from: [0.1, 0.5], to: [0.9, 0.5], colour: red }).map((figure) => ({
        ...figure,
        isUnseen: ms > 3500 && ms < 5500,
      })),
    );
    expect(scene.events()).toHaveLength(1);
    expect(scene.events()[0]?.dwellMs).toBeGreaterThan(7500);
  });

  test('somebody who stops, stands for half a minute and goes on', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 45_000, everyMs: 250 }, (ms) => {
      const walked = Math.min(ms, 4000) + Math.max(0, ms - 36_000);
      return walker(walked, { ...person, fromMs: 0, toMs: 8000, from: [0.1, 0.5], to: [0.9, 0.5], colour: blue });
    });
    expect(scene.events()).toHaveLength(1);
    expect(scene.events()[0]).toMatchObject({ phase: 'closed', isStationary: false });
    expect(scene.events()[0]?.dwellMs).toBeGreaterThan(38_000);
    expect(scene.revisions.some((revision) => revision.isStationary)).toBe(true);
  });

  test('pictures at very uneven distances', async () => {
    const scene = openScene();
    let ms = 0;
    for (const step of [200, 1500, 200, 200, 2000, 300, 1000, 200, 1800, 200, 400, 900, 200]) {
      ms += step;
      await scene.look(
        ms,
        walker(ms, { ...person, fromMs: 0, toMs: 10_000, from: [0.1, 0.5], to: [0.9, 0.5], colour: red }),
      );
    }
    expect(scene.events()).toHaveLength(1);
  });
});

test('who leaves over the edge was there until the last of him is gone, not for as long as he was waited for', async () => {
  const scene = openScene();
  await scene.play({ fromMs: 0, toMs: 9000, everyMs: 200 }, (ms) =>
    walker(ms, {
      ...person,
      size: [0.2, 0.7],
      fromMs: 0,
      toMs: 5000,
      from: [0.2, 0.5],
      to: [1.09, 0.5],
      colour: red,
    }).map((figure) => ({
      ...figure,
      isUnseen: ms > 4200,
    })),
  );
  expect(scene.events()).toHaveLength(1);
  expect(scene.events()[0]?.endedAtUtcMs).toBeGreaterThan(startUtcMs + 4500);
  expect(scene.events()[0]?.endedAtUtcMs).toBeLessThan(startUtcMs + 5500);
});

describe('parked cars', () => {
  const park = (ms: number): Figure[] => {
    const driven = Math.min(ms, 3000);
    return walker(driven, { ...car, fromMs: 0, toMs: 6000, from: [0.1, 0.6], to: [0.9, 0.6], colour: [240, 240, 240] });
  };

  test('one that arrives is one event that says so, and none a minute', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 240_000, everyMs: 500 }, park);
    expect(scene.events()).toHaveLength(1);
    expect(scene.events()[0]).toMatchObject({ phase: 'closed', isStationary: true });
    expect(scene.recogniser.wantsInferences()).toBe(false);
  });

  test('it is remembered through people who hide it, another light, and a pause of the pictures', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 80_000, everyMs: 400 }, park);
    const [parked] = park(80_000);
    const passing = (ms: number): Figure[] =>
      walker(ms, { ...person, fromMs: 80_000, toMs: 86_000, from: [0.2, 0.6], to: [0.9, 0.6], colour: red });
    await scene.play({ fromMs: 80_400, toMs: 90_000, everyMs: 400 }, (ms) => [
      { ...parked, isStill: true, isUnseen: ms > 82_000 && ms < 84_000 },
      ...passing(ms),
    ]);
    await scene.look(90_400, [{ ...parked, colour: [150, 150, 150] }], { isGlobal: true, background: [40, 40, 40] });
    for (let ms = 90_800; ms < 95_000; ms += 400)
      await scene.look(ms, [{ ...parked, colour: [150, 150, 150] }], { background: [40, 40, 40], isStill: true });
    await scene.play({ fromMs: 200_000, toMs: 205_000, everyMs: 500 }, () => [parked]);
    expect(scene.events().filter((event) => event.class === 'vehicle')).toHaveLength(1);
  });

  test('when it leaves, that is an event of its own', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 80_000, everyMs: 400 }, park);
    await scene.play({ fromMs: 80_400, toMs: 86_000, everyMs: 200 }, (ms) =>
      walker(ms, { ...car, fromMs: 80_000, toMs: 83_000, from: [0.5, 0.6], to: [0.95, 0.6], colour: [240, 240, 240] }),
    );
    const events = scene.events();
    expect(events.map((event) => event.isStationary)).toEqual([true, false]);
    expect(events[1]?.startedAtUtcMs).toBeGreaterThan(startUtcMs + 79_900);
  });
});

test('where one car was parked for long and left, the next one is an event from its arrival until it leaves', async () => {
  const scene = openScene();
  const stop = (ms: number, at: { fromMs: number; goesMs: number; colour: Figure['colour'] }): Figure[] => {
    const driven = ms < at.goesMs ? Math.min(ms - at.fromMs, 3000) : ms - at.goesMs + 3000;
    return walker(driven, { ...car, fromMs: 0, toMs: 6000, from: [-0.1, 0.6], to: [1.1, 0.6], colour: at.colour });
  };
  await scene.play({ fromMs: 0, toMs: 150_000, everyMs: 200 }, (ms) => [
    ...stop(ms, { fromMs: 0, goesMs: 80_000, colour: [240, 240, 240] }),
    ...stop(ms, { fromMs: 92_000, goesMs: 112_000, colour: red }),
    ...stop(ms, { fromMs: 122_000, goesMs: 132_000, colour: blue }),
  ]);
  const spans = scene
    .events()
    .map((event) => [event.startedAtUtcMs, event.endedAtUtcMs ?? 0].map((at) => Math.round((at - startUtcMs) / 1000)));
  expect(spans).toEqual([
    [0, expect.anything()],
    [expect.closeTo(80, -1), expect.closeTo(83, -1)],
    [expect.closeTo(92, -0.5), expect.closeTo(115, -0.5)],
    [expect.closeTo(122, -0.5), expect.closeTo(135, -0.5)],
  ]);
});

describe('who is not found any more', () => {
  const walk = (to: number) => (ms: number) =>
    walker(ms, { ...person, size: [0.12, 0.5], fromMs: 0, toMs: 3000, from: [0.3, 0.5], to: [to, 0.5], colour: red });

  test('in the middle of the picture is looked for', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 3400, everyMs: 200 }, walk(0.7));
    expect(scene.recogniser.wantsInferences()).toBe(true);
    scene.recogniser.tick(startUtcMs + 4800);
    expect(scene.recogniser.openCount()).toBe(1);
  });

  test('at the edge that he went to has left, as soon as nothing moves there', async () => {
    const scene = openScene();
    await scene.play({ fromMs: 0, toMs: 3400, everyMs: 200 }, walk(1.06));
    expect(scene.events()).toHaveLength(1);
    expect(scene.recogniser.wantsInferences()).toBe(false);
    expect(scene.recogniser.isSettled()).toBe(true);
    scene.recogniser.tick(startUtcMs + 3600);
    expect(scene.recogniser.openCount()).toBe(1);
    scene.recogniser.tick(startUtcMs + 4400);
    expect(scene.recogniser.openCount()).toBe(0);
    expect(scene.events()[0]?.endedAtUtcMs).toBeLessThanOrEqual(startUtcMs + 3200);
  });
});

test('a car from above that the detector has no word for is a vehicle by its way, and says how it was concluded', async () => {
  const scene = openScene();
  const phone = {
    class: 'vehicle' as const,
    size: [0.18, 0.5] as [number, number],
    label: 'cell phone',
    isOther: true,
  };
  await scene.play({ fromMs: 0, toMs: 6000, everyMs: 200 }, (ms) =>
    walker(ms, { ...phone, fromMs: 500, toMs: 4000, from: [0.5, 1.1], to: [0.5, -0.2], colour: red }),
  );
  expect(scene.events()).toHaveLength(1);
  expect(scene.events()[0]).toMatchObject({
    class: 'vehicle',
    subtype: 'vehicle from above',
    modelId: 'painted@1+from-above@1',
    heading: 0,
  });
});

test('a car from above that is seen four times on its way out of the picture is a vehicle', async () => {
  const scene = openScene();
  const boxes = [
    { x: 0.19, y: 0, width: 0.23, height: 0.55 },
    { x: 0.17, y: 0.12, width: 0.24, height: 0.74 },
    { x: 0.14, y: 0.35, width: 0.25, height: 0.65 },
    { x: 0.13, y: 0.64, width: 0.28, height: 0.36 },
  ];
  for (let index = -2; index < 8; index += 1) {
    const box = boxes[index];
    await scene.look(
      2000 + index * 400,
      box ? [{ class: 'vehicle', box, colour: red, label: 'cell phone', isOther: true, score: 0.9 }] : [],
    );
  }
  scene.recogniser.tick(startUtcMs + 20_000);
  expect(scene.events()).toMatchObject([{ class: 'vehicle', heading: expect.closeTo(180, -2) as number }]);
});

test('a phone that lies there, or is carried by somebody, is nothing', async () => {
  const scene = openScene();
  const lying: Figure = {
    class: 'vehicle',
    box: { x: 0.1, y: 0.7, width: 0.15, height: 0.2 },
    colour: red,
    label: 'cell phone',
    isOther: true,
  };
  await scene.play({ fromMs: 0, toMs: 6000, everyMs: 200 }, (ms) =>
    walker(ms, {
      ...person,
      size: [0.2, 0.6],
      fromMs: 0,
      toMs: 6000,
      from: [0.3, 0.5],
      to: [0.8, 0.5],
      colour: blue,
    }).flatMap((figure) => [
      figure,
      { ...lying, isStill: true },
      { ...lying, box: { ...figure.box, width: 0.15, height: 0.2 } },
    ]),
  );
  expect(scene.events().map((event) => event.class)).toEqual(['person']);
});

test('a track of ten minutes is cut, and the next event says which it continues', async () => {
  const scene = openScene();
  await scene.play({ fromMs: 0, toMs: 660_000, everyMs: 1000 }, (ms) => [
    { class: 'person', box: { x: 0.4 + 0.3 * Math.sin(ms / 9000), y: 0.4, width: 0.06, height: 0.25 }, colour: red },
  ]);
  scene.recogniser.close(startUtcMs + 661_000);
  const [first, second] = scene.events();
  expect(scene.events()).toHaveLength(2);
  expect(second?.continuesId).toBe(first?.eventId);
  expect(first?.dwellMs).toBeGreaterThanOrEqual(600_000);
  expect(first?.path.length).toBeLessThanOrEqual(200);
  expect(second?.startedAtUtcMs).toBe(first?.endedAtUtcMs);
});

test('an event that continues another was seen best in its own time, not where the one before was', async () => {
  const scene = openScene();
  // Near the camera for the first half minute, then further off for ten more.
  await scene.play({ fromMs: 0, toMs: 640_000, everyMs: 1000 }, (ms) => {
    const width = ms < 30_000 ? 0.12 : 0.06;
    return [
      { class: 'person', box: { x: 0.4 + 0.3 * Math.sin(ms / 9000), y: 0.4, width, height: width * 4 }, colour: red },
    ];
  });
  scene.recogniser.close(startUtcMs + 641_000);
  const continuing = scene.revisions.filter((revision) => revision.continuesId !== null);
  expect(continuing.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['opened', 'closed']));
  for (const { best, startedAtUtcMs, lastSeenUtcMs } of continuing) {
    expect(best.atUtcMs).toBeGreaterThanOrEqual(startedAtUtcMs);
    expect(best.atUtcMs).toBeLessThanOrEqual(lastSeenUtcMs);
  }
  expect(
    scene.pictures.filter(({ eventId, kind }) => kind === 'object' && eventId === continuing[0]?.eventId).length,
  ).toBeGreaterThan(0);
});
