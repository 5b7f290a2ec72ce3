import { prepareMedia } from '@sightline/simulators/scenes/prepare-media';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClip, playTogether } from '../../bench/recognition-truth/clip-system.ts';
import { scoreClip } from '../../bench/recognition-truth/score-clip.ts';
import { seenOf } from '../../bench/recognition-truth/seen.ts';
import { readTruths } from '../../bench/recognition-truth/truth.ts';
import { waitForAnalysis, waitForEvent } from '../fixtures/events.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

/** Real footage is no part of the repository: where it lies beside the checkout, or where the variable says. */
const footage = process.env['SIGHTLINE_FOOTAGE'] ?? new URL('../../../shared/footage', import.meta.url).pathname;

let system: System;
let site: Site;

beforeAll(async () => {
  system = await startSystem({ models: await builtInModelsFolder() });
  site = await setUpSite(system);
}, 180_000);

afterAll(() => system.stop());

test('reads plates and tells colours of drawn cars', async () => {
  const { mainFile, subFile } = await prepareMedia(
    { id: 'lane', kind: 'scene', width: 1280, height: 720 },
    {
      folder: join(tmpdir(), 'sightline-test-media-v2'),
      signal: new AbortController().signal,
      isUrgent: true,
      onProgress: () => undefined,
    },
  );
  await system.cameras.addStream('lane/main', { file: mainFile, clock: 'lane' });
  await system.cameras.addStream('lane/sub', { file: subFile, clock: 'lane' });
  const streams = { main: system.cameras.url('lane/main'), sub: system.cameras.url('lane/sub') };
  const { id } = await addCamera(system, site, { name: 'Lane', ...streams });
  await waitForCamera(system, id, 'online');
  await waitForAnalysis(system, site, id);
  const of = { system, cameraId: id };
  const blue = await waitForEvent(of, ({ phase, plate }) => phase === 'closed' && plate?.text === 'KT415MR', 60_000);
  const red = await waitForEvent(of, ({ phase, plate }) => phase === 'closed' && plate?.text === 'HN962FL', 60_000);
  expect([blue.class, red.class]).toEqual(['vehicle', 'vehicle']);
  expect(blue.colours.map(({ colour }) => colour)).toContain('blue');
  expect(red.colours.map(({ colour }) => colour)).toContain('red');
}, 180_000);

// A minute of waiting that `./sightline bench recognition` spends as well, on all clips.
test.skipIf(!existsSync(footage) || process.env['SIGHTLINE_LONG'] === undefined)(
  'counts cars on a street and from above, without false ones (needs the clips, and SIGHTLINE_LONG)',
  async () => {
    const truths = (await readTruths()).filter(({ clip }) => ['street-cars', 'carpark-topdown'].includes(clip));
    const clips = [];
    for (const truth of truths) clips.push(await addClip({ system, site }, truth, footage));
    for (const { truth, events, play } of await playTogether({ system, site }, clips)) {
      const seen = events.map((event) => seenOf(event.id, event, play.firstPictureUtcMs));
      const { bars } = scoreClip(truth, seen, { zoneNames: new Map(), colourFinds: [] });
      expect(
        bars.filter(({ isMet }) => !isMet),
        truth.clip,
      ).toEqual([]);
    }
  },
  150_000,
);
