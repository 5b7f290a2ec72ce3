import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { Forgetting, PersonDetails } from '@sightline/contracts/people/person';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSealedText } from '../../apps/edge/src/platform/crypto/sealed-text.ts';
import { openStoreForReading } from '../../apps/edge/src/platform/store/open-store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClip, playTogether } from '../../bench/recognition-truth/clip-system.ts';
import { readTruths } from '../../bench/recognition-truth/truth.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import type { Site, System } from '../fixtures/system.ts';
import { setUpSite, startSystem } from '../fixtures/system.ts';

/** Real footage is no part of the repository: where it lies beside the checkout, or where the variable says. */
const footage = process.env['SIGHTLINE_FOOTAGE'] ?? new URL('../../../shared/footage', import.meta.url).pathname;

let system: System;
let site: Site;

/** What is kept of somebody's face, and how it lies on the disk of the core. */
interface Kept {
  person: PersonDetails;
  vectors: Buffer[];
  pictures: Buffer[];
  /** Pieces of the sealed part of the gallery in which they stand. */
  sealed: string[];
}

/** Everything in a folder, without recordings: these stay. */
async function filesIn(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const small = names.filter((name) => !/\/(models|footage|recordings|segments)\//.test(name));
  return Promise.all(
    small.map(async (name) => ({
      name: name.slice(folder.length),
      bytes: await readFile(name).catch(() => Buffer.alloc(0)),
    })),
  );
}

const piecesOf = (text: string): string[] =>
  Array.from({ length: 8 }, (_, at) => text.slice(at * 170 + 70, at * 170 + 110)).filter(
    (piece) => piece.length === 40,
  );

/** The part of the gallery that names somebody, as the core keeps it; undefined when none does. */
async function galleryOf(personId: string): Promise<{ vectors: Buffer[]; sealed: string[] } | undefined> {
  const key = await readFile(join(system.coreFolder, 'core.secret'));
  const store = openStoreForReading(join(system.coreFolder, 'core.sqlite'));
  try {
    const rows = store
      .prepare("select content from desired where kind = 'faceGallery' and content is not null")
      .all() as { content: string }[];
    for (const { content } of rows) {
      const { people } = JSON.parse(openSealedText(key, content)) as {
        people: { personId: string; faces: { values: string }[] }[];
      };
      const found = people.find((one) => one.personId === personId);
      if (found)
        return { vectors: found.faces.map(({ values }) => Buffer.from(values, 'base64')), sealed: piecesOf(content) };
    }
    return undefined;
  } finally {
    store.close();
  }
}

const pictureAt = async (url: string): Promise<Buffer> => {
  const answer = await fetch(new URL(url, system.url));
  if (!answer.ok) throw new Error(`the picture is answered with ${String(answer.status)}`);
  return Buffer.from(await answer.arrayBuffer());
};

/** Adds somebody from a file and waits until the core knows them. */
async function save(name: string, file: string): Promise<string> {
  const body = new Blob([await readFile(join(footage, 'faces', file))], { type: 'image/jpeg' });
  const { id } = await system.api.call(peopleCalls.createFromFile, { query: { name }, body });
  await eventually(async () => {
    if ((await galleryOf(id)) === undefined) throw new Error('the core does not know them');
  }, 30_000);
  return id;
}

async function keptOf(personId: string): Promise<Kept> {
  const person = await system.api.call(peopleCalls.get, { params: { id: personId } });
  const gallery = await galleryOf(personId);
  const urls = [...person.faces.map(({ url }) => url), ...person.details.flatMap(({ appearance }) => appearance ?? [])];
  const pictures = await Promise.all(urls.map(pictureAt));
  const rows = await queryDatabase<{ vector: Buffer }>(
    system,
    `select v.vector from event_vectors v join face_sightings s on s.organization_id = v.organization_id and s.event_id = v.id
     where s.person_id = $1 and v.model_id like 'faceres%'`,
    [personId],
  );
  return {
    person,
    vectors: [...(gallery?.vectors ?? []), ...rows.map(({ vector }) => vector)],
    pictures,
    sealed: gallery?.sealed ?? [],
  };
}

/** Where something of it is found: in rows, files of the server's blob store, and files of the core. */
async function foundOf(kept: Kept): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['person_faces', 'event_vectors']) {
    const rows = await queryDatabase(system, `select 1 from ${table} where vector = any ($1::bytea[])`, [kept.vectors]);
    if (rows.length > 0) found.push(`rows of ${table}`);
  }
  const marks = [
    // The middle of a picture is nobody else's.
    ...kept.pictures.map((bytes) => bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 32)),
    ...kept.vectors.flatMap((bytes) => [
      bytes.subarray(200, 232),
      Buffer.from(bytes.toString('base64').slice(400, 440)),
    ]),
  ];
  for (const { name, bytes } of await filesIn(join(system.folder, 'server', 'blobs')))
    if (marks.some((mark) => bytes.includes(mark))) found.push(`blob ${name}`);
  for (const { name, bytes } of await filesIn(system.coreFolder))
    if ([...marks, ...kept.sealed.map((piece) => Buffer.from(piece))].some((mark) => bytes.includes(mark)))
      found.push(`file of the core ${name}`);
  return found;
}

const newest = async (): Promise<Forgetting | undefined> =>
  (await system.api.call(peopleCalls.forgettings, { query: {} })).items[0];

const untilForgotten = (isDone: (report: Forgetting) => boolean): Promise<Forgetting> =>
  eventually(async () => {
    const report = await newest();
    if (report?.doneAtUtcMs == null || !isDone(report)) throw new Error(`not yet: ${JSON.stringify(report)}`);
    return report;
  }, 60_000);

describe.skipIf(!existsSync(footage))('forgetting on a running core (needs the clips)', () => {
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

  test('of somebody whom a camera saw leaves neither vector nor picture in database, blob store and files of the core', async () => {
    const [truth] = (await readTruths()).filter(({ clip }) => clip === 'face-turning-woman');
    // A core without cameras is told of nobody.
    const clip = await addClip({ system, site }, truth!, footage);
    const personId = await save('Dana Katz', 'woman-a.jpg');
    await playTogether({ system, site }, [clip]);
    await eventually(async () => {
      const { details } = await system.api.call(peopleCalls.get, { params: { id: personId } });
      if (!details.some(({ appearance }) => appearance !== null)) throw new Error('no sighting with a picture yet');
    }, 60_000);
    const kept = await keptOf(personId);
    expect([kept.vectors.length, kept.pictures.length]).toEqual([2, 2]);
    const before = await foundOf(kept);
    expect(before).toEqual(expect.arrayContaining(['rows of person_faces', 'rows of event_vectors']));
    expect(before.filter((place) => place.startsWith('blob'))).toHaveLength(2);
    expect(before.some((place) => place.startsWith('file of the core'))).toBe(true);
    await system.api.call(peopleCalls.remove, { params: { id: personId } });
    const report = await untilForgotten(({ waitingFor }) => waitingFor.length === 0);
    expect(report).toMatchObject({ cause: 'person', erased: { faces: 1, sightings: 1 } });
    expect(await galleryOf(personId)).toBeUndefined();
    expect(await foundOf(kept)).toEqual([]);
  }, 240_000);

  test('waits for a core that is away, says so, and is done there once it is back', async () => {
    const personId = await save('Omer Ben-Ami', 'obama-1.jpg');
    const kept = await keptOf(personId);
    await system.edge.stop();
    await system.api.call(peopleCalls.remove, { params: { id: personId } });
    const waiting = await untilForgotten(() => true);
    expect(waiting.waitingFor).toMatchObject([{ id: site.edgeId, name: 'Core 1' }]);
    // On the server it is gone; the core holds it still, and the report does not say otherwise.
    expect((await foundOf(kept)).every((place) => place.startsWith('file of the core'))).toBe(true);
    expect(await galleryOf(personId)).toBeDefined();
    system.edge.restart();
    await system.edge.ready();
    await untilForgotten(({ waitingFor }) => waitingFor.length === 0);
    expect(await galleryOf(personId)).toBeUndefined();
    expect(await foundOf(kept)).toEqual([]);
  }, 180_000);
});
