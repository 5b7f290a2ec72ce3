import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Event } from '@sightline/contracts/events/event';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClip, playTogether } from '../../bench/recognition-truth/clip-system.ts';
import { readTruths } from '../../bench/recognition-truth/truth.ts';
import { openBrowser } from '../fixtures/browser.ts';
import { eventually } from '../fixtures/eventually.ts';
import type { Site, System } from '../fixtures/system.ts';
import { setUpSite, startSystem } from '../fixtures/system.ts';

/** Real footage is no part of the repository: where it lies beside the checkout, or where the variable says. */
const footage = process.env['SIGHTLINE_FOOTAGE'] ?? new URL('../../../shared/footage', import.meta.url).pathname;

/** Runs in the page, so it is text: a quarter turn to the left. */
const turnInPage = `async (base64) => {
  const image = new Image();
  image.src = 'data:image/jpeg;base64,' + base64;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalHeight, image.naturalWidth];
  const context = canvas.getContext('2d');
  context.translate(0, canvas.height);
  context.rotate(-Math.PI / 2);
  context.drawImage(image, 0, 0);
  return canvas.toDataURL('image/jpeg', 0.95).split(',')[1];
}`;

/** A photograph as phones write it that are held upright: its lines lie sideways, and EXIF says so (6). */
async function lyingSideways(photo: Buffer): Promise<Buffer> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const turned = await page.evaluate<string>(`(${turnInPage})(${JSON.stringify(photo.toString('base64'))})`);
    const bytes = Buffer.from(turned, 'base64');
    const tiff = Buffer.from('49492a000800000001001201030001000000060000000000', 'hex');
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.alloc(2)]);
    const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    return Buffer.concat([bytes.subarray(0, 2), head, exif, bytes.subarray(2)]);
  } finally {
    await browser.close();
  }
}

let system: System;
let site: Site;

describe.skipIf(!existsSync(footage))('people whom the organization knows (needs the clips)', () => {
  beforeAll(async () => {
    system = await startSystem({ models: await builtInModelsFolder() });
    site = await setUpSite(system);
    await eventually(async () => {
      const { capabilities } = await system.api.call(edgesCalls.get, { params: { id: site.edgeId } });
      const isReady = ['facePictures', 'faces:'].every((word) =>
        capabilities.some((ability) => ability.startsWith(word)),
      );
      if (!isReady) throw new Error(`the core can do ${capabilities.join(', ')}`);
    }, 150_000);
  }, 180_000);
  afterAll(() => system.stop());

  const picture = async (name: string): Promise<Blob> =>
    new Blob([await readFile(join(footage, 'faces', name))], { type: 'image/jpeg' });

  const add = async (name: string, file: string) =>
    system.api.call(peopleCalls.createFromFile, { query: { name }, body: await picture(file) });

  test('a photograph of several faces is refused, and a face that is known already is said', async () => {
    await expect(add('Two', 'two-people-obama-biden.jpg')).rejects.toMatchObject({ code: 'face_several_found' });
    expect((await add('First', 'obama-1.jpg')).photo).not.toBeNull();
    await expect(add('Again', 'obama-2.jpg')).rejects.toMatchObject({ code: 'face_already_known' });
    expect((await add('Other', 'biden-1.jpg')).faceCount).toBe(1);
  }, 120_000);

  test('a photograph that lies sideways is seen as its EXIF says, and one that is cut off is none', async () => {
    const photo = await readFile(join(footage, 'faces', 'biden-1.jpg'));
    const send = (bytes: Buffer) =>
      system.api.call(peopleCalls.createFromFile, {
        query: { name: 'Again' },
        body: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
      });
    // It is the face that was added upright before.
    await expect(send(await lyingSideways(photo))).rejects.toMatchObject({ code: 'face_already_known' });
    const cutOff = expect.stringMatching(/^face_(?:file_not_a_picture|not_found)$/);
    await expect(send(photo.subarray(0, 900))).rejects.toMatchObject({ code: cutOff });
  }, 120_000);

  test('a saved face is named in the next clip, and nobody else is', async () => {
    const { id } = await add('Dana Katz', 'woman-a.jpg');
    const truths = (await readTruths()).filter(({ clip }) =>
      ['corridor-three-people', 'face-turning-woman', 'corridor-two-people'].includes(clip),
    );
    const clips = [];
    for (const truth of truths) clips.push(await addClip({ system, site }, truth, footage));
    const played = await playTogether({ system, site }, clips);
    const named = (events: readonly Event[]): string[] => events.flatMap(({ person }) => person?.name ?? []);
    const byClip = new Map(played.map(({ truth, events }) => [truth.clip, events]));
    const ofClip = (clip: string): readonly Event[] => byClip.get(clip) ?? [];
    expect(named(ofClip('face-turning-woman')), 'the clip that the photograph is of').toEqual(['Dana Katz']);
    expect([...new Set(named(ofClip('corridor-three-people')))]).toEqual(['Dana Katz']);
    const [known] = ofClip('corridor-three-people').filter(({ person }) => person !== null);
    expect(known?.best.box.x, 'the woman on the left').toBeLessThan(0.4);
    expect(ofClip('corridor-three-people').filter(({ person }) => person !== null)).toHaveLength(1);
    expect(named(ofClip('corridor-two-people')), 'two others').toEqual([]);
    const { items } = await system.api.call(peopleCalls.sightings, { params: { id }, query: {} });
    expect(items).toHaveLength(2);
  }, 240_000);
});
