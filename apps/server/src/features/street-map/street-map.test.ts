import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { streetMapCalls } from '@sightline/contracts/street-map/street-map.api';
import { rasterMapFile, streetMapFile } from '@sightline/simulators/street-map/street-map-file';
import { PMTiles } from 'pmtiles';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log/log.ts';
import { mapAttribution } from './map-attribution.ts';
import { createStreetMapService } from './street-map.service.ts';

const town = { lat: 32.82, lon: 34.99 };
const file = streetMapFile(town);
const changed = (at: number, value: number): Buffer => Buffer.from(file).fill(value, at, at + 1);

let server: TestServer;
let person: TestPerson;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.person();
  folder = join(server.dataDir, 'maps');
});
afterAll(() => server.stop());
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (bytes: Buffer, name = 'town.pmtiles'): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), bytes);
};
const info = async () => (await person.call(streetMapCalls.get, {})).body;
const ask = (version: string, range?: string, token: string | null = person.session.accessToken): Promise<Response> =>
  fetch(`${server.url}/api/v1/media/street-map/${version}`, {
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(range === undefined ? {} : { range }),
    },
  });
const refusal = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

describe('the street map', () => {
  it('is nobody’s who is not signed in, nor anybody’s who is in no organization', async () => {
    await put(file);
    const version = (await info()).map?.version ?? '';
    expect(await refusal(await ask(version, 'bytes=0-126', null))).toEqual([401, 'unauthenticated']);
    expect((await server.call(streetMapCalls.get, {})).status).toBe(401);
    const alone = await server.person({ organizationId: null });
    expect((await alone.call(streetMapCalls.get, {})).body).toMatchObject({ code: 'no_organization' });
  });

  it('is none without a file, and is not to be read then', async () => {
    expect(await info()).toEqual({ map: null, problem: null });
    expect(await refusal(await ask('x', 'bytes=0-9'))).toEqual([404, 'not_found']);
  });

  it.each<[string, Buffer, ErrorCode]>([
    ['another format', Buffer.from('SQLite format 3\0'.padEnd(4096)), 'street_map_unreadable'],
    ['an empty file', Buffer.alloc(0), 'street_map_unreadable'],
    ['an older version', changed(7, 2), 'street_map_unreadable'],
    ['zooms that nobody has', changed(101, 99), 'street_map_unreadable'],
    [
      'a broken description',
      Buffer.from(file).fill(0xff, file.readUInt32LE(24), file.readUInt32LE(24) + 20),
      'street_map_unreadable',
    ],
    ['half of a file', file.subarray(0, file.length - 100), 'street_map_cut'],
    ['a directory far outside', changed(13, 0x7f), 'street_map_cut'],
    ['tiles of another kind', changed(99, 6), 'street_map_unsupported'],
    ['tiles that browsers cannot unpack', changed(98, 4), 'street_map_unsupported'],
  ])('refuses %s in words', async (_, bytes, problem) => {
    await put(bytes);
    expect(await info()).toEqual({ map: null, problem });
    expect(await refusal(await ask('x', 'bytes=0-9'))).toEqual([404, 'not_found']);
  });

  it('says when the named file is not there', async () => {
    const service = createStreetMapService({ file: join(folder, 'gone.pmtiles'), folder, log: createLog('silent') });
    expect(await service.get()).toEqual({ map: null, problem: 'street_map_missing' });
  });

  it('says what it covers, of what kind it is, and whose data it has', async () => {
    await put(file);
    const { map, problem } = await info();
    expect(problem).toBeNull();
    expect(map).toMatchObject({
      bytes: file.length,
      tiles: 'vector',
      minZoom: 8,
      maxZoom: 14,
      attribution: [{ text: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' }],
    });
    expect(map?.layers).toContain('roads');
    expect(map?.bounds.west).toBeCloseTo(34.958, 2);
    await put(rasterMapFile(town), 'u.pmtiles');
    expect((await info()).map).toMatchObject({
      tiles: 'png',
      maxZoom: 13,
      layers: [],
      attribution: [{ text: 'Drawn for tests', url: null }],
    });
  });

  it('answers one range at a time, and none beyond the file', async () => {
    await put(file);
    const version = (await info()).map?.version ?? '';
    const part = await ask(version, 'bytes=100-299');
    expect([part.status, part.headers.get('content-range'), part.headers.get('etag')]).toEqual([
      206,
      `bytes 100-299/${String(file.length)}`,
      `"${version}"`,
    ]);
    expect(part.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100, 300))).toBe(true);
    for (const range of [undefined, 'bytes=0-1,5-6', `bytes=${String(file.length)}-`, 'bytes=9-3', 'lines=1-2'])
      expect(await refusal(await ask(version, range)), range).toEqual([416, 'range_unsatisfiable']);
  });

  it('is noticed when it was replaced or taken away while the server runs', async () => {
    await put(file);
    const before = (await info()).map?.version ?? '';
    await put(streetMapFile({ lat: 31, lon: 35 }, 'openmaptiles'));
    const after = (await info()).map;
    expect(after?.version).not.toBe(before);
    expect(after?.layers).toContain('transportation');
    expect(await refusal(await ask(before, 'bytes=0-9'))).toEqual([409, 'street_map_changed']);
    await rm(folder, { recursive: true });
    expect(await info()).toEqual({ map: null, problem: null });
  });

  it('is read by the library of the format through these ranges', async () => {
    await put(file);
    const version = (await info()).map?.version ?? '';
    const archive = new PMTiles({
      getKey: () => version,
      getBytes: async (offset, length) => ({
        data: await (await ask(version, `bytes=${String(offset)}-${String(offset + length - 1)}`)).arrayBuffer(),
      }),
    });
    expect((await archive.getHeader()).maxZoom).toBe(14);
    expect((await archive.getZxy(8, 152, 103))?.data.byteLength).toBeGreaterThan(100);
    expect(await archive.getZxy(14, 0, 0)).toBeUndefined();
  });
});

describe('whose data a map is', () => {
  it.each<[unknown, { text: string; url: string | null }[]]>([
    [undefined, []],
    [7, []],
    ['  ', []],
    ['Survey of Israel &amp; others', [{ text: 'Survey of Israel & others', url: null }]],
    [
      '<a href="https://protomaps.com">Protomaps</a> © <a href=\'https://openstreetmap.org\'>OpenStreetMap</a>',
      [
        { text: 'Protomaps', url: 'https://protomaps.com' },
        { text: '©', url: null },
        { text: 'OpenStreetMap', url: 'https://openstreetmap.org' },
      ],
    ],
    ['<a href="javascript:alert(1)">x</a><script>y</script>', [{ text: 'x y', url: null }]],
  ])('is read from %j', (html, parts) => {
    expect(mapAttribution(html)).toEqual(parts);
  });
});
