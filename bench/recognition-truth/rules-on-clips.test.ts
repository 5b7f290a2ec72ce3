import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import type { ClipPlay } from '@sightline/simulators/rtsp/rtsp-server-api';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EvaluatedCameras } from '../../apps/edge/testing/rules/evaluated-cameras.fixture.ts';
import { makeStill } from './still.ts';
import { readTruths } from './truth.ts';

// Rules on real footage, through real streams, workers and models. What happens when stands in the footage's own notes.

/** Real footage is no part of the repository: where it lies beside the checkout, or where the variable says. */
const footage = process.env['SIGHTLINE_FOOTAGE'] ?? new URL('../../../shared/footage', import.meta.url).pathname;
const canPlay = existsSync(footage) && process.env['SIGHTLINE_LONG'] !== undefined;

const placeOf = (points: readonly (readonly [number, number])[]) => ({
  id: randomUUID(),
  points: points.map(([x, y]) => ({ x, y })),
});
// prettier-ignore
const everywhere = placeOf([[0, 0], [1, 0], [1, 1], [0, 1]]);
// prettier-ignore
const grass = placeOf([[0, 0.42], [1, 0.85], [1, 1], [0, 1]]);
// prettier-ignore
const lane = placeOf([[0.7, 1], [0.7, 0.5]]);

let core: EvaluatedCameras;

beforeAll(async () => {
  if (!canPlay) return;
  core = await EvaluatedCameras.begin();
  await core.useModels(await builtInModelsFolder());
}, 180_000);
afterAll(() => core?.stop());

async function addClip(clip: string): Promise<string> {
  const [truth] = await readTruths(clip);
  await core.cameras.addStream(clip, { file: await makeStill(truth!, { footage, folder: core.folder }) });
  return core.camera(clip, { hasTiles: truth!.hasTiles });
}

const secondOf = (utcMs: number, { firstPictureUtcMs }: ClipPlay): number =>
  Math.round((utcMs - firstPictureUtcMs) / 100) / 10;

/** Alerts of a rule while a clip played, as seconds of the clip: when they were opened and closed. */
function alertsOf(ruleId: string, play: ClipPlay): { openedS: number; closedS: number | null }[] {
  const own = core.changes().filter((change) => change.ruleId === ruleId);
  return own
    .filter(({ phase }) => phase === 'opened')
    .map(({ alertId, openedAtUtcMs }) => {
      const closed = own.find((change) => change.alertId === alertId && change.phase === 'closed');
      return { openedS: secondOf(openedAtUtcMs, play), closedS: closed ? secondOf(closed.atUtcMs, play) : null };
    });
}

/** Seconds at which a rule was met: one that is met again within five seconds adds to its alert. */
const toldOf = (ruleId: string, play: ClipPlay): number[] =>
  core
    .changes()
    .filter((change) => change.ruleId === ruleId && change.phase !== 'closed')
    .map(({ atUtcMs }) => secondOf(atUtcMs, play));

const openedOf = (ruleId: string, play: ClipPlay): number[] => alertsOf(ruleId, play).map(({ openedS }) => openedS);

/** Each of these seconds was told, to a second, and nothing else. */
function expectSeconds(told: readonly number[], truth: readonly number[]): void {
  expect(told.length, `${told.join()} instead of ${truth.join()}`).toBe(truth.length);
  for (const [index, second] of truth.entries()) expect(Math.abs(told[index]! - second), told.join()).toBeLessThan(1);
}

test.skipIf(!canPlay)(
  'tell lines, zones and stays to a second, nothing while nothing is there, and nothing twice after a restart (needs the clips, and SIGHTLINE_LONG)',
  async () => {
    const kiosk = await addClip('kiosk-queue');
    const campus = await addClip('campus-pedestrians');
    const street = await addClip('street-cars');
    const present = core.rule({ kind: 'trespassing', zones: [everywhere], minStayS: 2 }, [kiosk]);
    const stays = core.rule({ kind: 'loitering', limitS: 10 }, [kiosk]);
    const occupied = core.rule({ kind: 'occupancy', count: 1, forS: 3 }, [kiosk]);
    const onGrass = core.rule({ kind: 'trespassing', zones: [grass], minStayS: 2 }, [campus]);
    const passing = core.rule({ kind: 'lineCrossing', line: lane, classes: ['vehicle'] }, [street]);
    core.start();
    await core.looksAt([kiosk, campus, street]);
    await wait(8000);
    const play = async (clip: string): Promise<ClipPlay> => {
      const [truth] = await readTruths(clip);
      return core.cameras.playOnce(clip, join(footage, truth!.file));
    };
    const [atKiosk, atCampus, atStreet] = await Promise.all(
      ['kiosk-queue', 'campus-pedestrians', 'street-cars'].map(play),
    );
    // While the second person stands at the kiosk, and after the last car.
    await wait(atKiosk!.firstPictureUtcMs + 35_000 - Date.now());
    await core.restart();
    await wait(atKiosk!.endUtcMs + 20_000 - Date.now());

    const [inView, ...more] = alertsOf(present, atKiosk!);
    expect(more).toEqual([]);
    // One comes before ten seconds without anybody are over, until the clip ends.
    expectSeconds([inView!.openedS, inView!.closedS!], [8.1, 60]);
    expectSeconds(openedOf(occupied, atKiosk!), [9.1]);
    expectSeconds(openedOf(stays, atKiosk!), [16.1, 32.8]);
    // Until then people walk on the paths all the time.
    expectSeconds(openedOf(onGrass, atCampus!).slice(0, 1), [52.4]);
    // Each car leaves the picture 0.7 s after the line. The first begins with the clip's first picture.
    const ends = [1.8, 4.1, 6.2, 8.5, 11.1, 18.5, 20.9, 31].map((second) => second - 0.7);
    expectSeconds(toldOf(passing, atStreet!), ends);
  },
  240_000,
);
