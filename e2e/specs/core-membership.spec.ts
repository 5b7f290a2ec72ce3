import { edgeReleasesCalls, packageMediaType } from '@sightline/contracts/edge-releases/edge-releases.api';
import { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { EdgeRelease, CoreUpdate } from '@sightline/contracts/edge-releases/edge-release';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { makePackage, testReleaseKey } from '@sightline/testing/edge-releases/make-package';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { cpSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../apps/edge/src/platform/store/open-store.ts';
import { Outbox } from '../../apps/edge/src/platform/store/outbox.ts';
import { coverageOf } from '../fixtures/footage.ts';
import { queryDatabase } from '../fixtures/database.ts';
import { eventually } from '../fixtures/eventually.ts';
import { Program } from '../fixtures/program.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, waitForPictures } from '../fixtures/system.ts';

let system: System;
let site: Site;
let cameraId: string;
const others: Program[] = [];

beforeAll(async () => {
  process.env['SIGHTLINE_RELEASE_KEYS'] = testReleaseKey;
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
});

afterAll(async () => {
  await Promise.all(others.map((program) => program.stop()));
  await system.stop();
});

/** `./sightline edge --server URL --claim CODE` on another data folder. */
function startCore(folder: string, code: string, url = system.url): Program {
  const core = new Program('apps/edge/src/app/main.ts', [
    '--data',
    join(system.folder, folder),
    '--server',
    url,
    '--claim',
    code,
    '--ice-port',
    '0',
  ]);
  others.push(core);
  return core;
}

const newCode = async (edgeId: string): Promise<string> =>
  (await system.api.call(edgesCalls.createClaimCode, { params: { id: edgeId } })).code;
const makeCore = async (name: string): Promise<string> =>
  (await system.api.call(edgesCalls.create, { body: { name, locationId: site.locationId } })).id;

function untilState(edgeId: string, state: string): Promise<void> {
  return eventually(
    async () => expect((await system.api.call(edgesCalls.get, { params: { id: edgeId } })).state).toBe(state),
    40_000,
  );
}

function untilRefused(core: Program, word: string): Promise<void> {
  return eventually(() => {
    expect(core.child.exitCode).toBe(1);
    expect(core.output).toContain(word);
  });
}

test('ends with one clear line when the code is wrong or was used', async () => {
  await untilRefused(startCore('wrong', 'AAAA-BBBB-CCCC'), 'wrong, used or expired');
  const edgeId = await makeCore('Used');
  const code = await newCode(edgeId);
  const first = startCore('used-1', code);
  await untilState(edgeId, 'online');
  await untilRefused(startCore('used-2', code), 'wrong, used or expired');
  await untilState(edgeId, 'online');
  await first.stop();
  await system.api.call(edgesCalls.remove, { params: { id: edgeId } });
});

test('goes on recording when it is revoked, and comes back with a new code and a new key', async () => {
  const keyPath = join(system.folder, 'core', 'core.key');
  const keyBefore = readFileSync(keyPath, 'utf8');
  await system.api.call(edgesCalls.revoke, { params: { id: site.edgeId } });
  await untilState(site.edgeId, 'revoked');
  const revokedAtUtcMs = Date.now();
  await wait(4_000);
  expect(system.cameras.stats('gate').readers).toBe(1);
  await system.api.call(edgesCalls.claimLocal, { params: { id: site.edgeId } });
  await untilState(site.edgeId, 'online');
  await waitForPictures(system, cameraId);
  expect(readFileSync(keyPath, 'utf8')).not.toBe(keyBefore);
  const seen = await coverageOf(system, cameraId, { fromUtcMs: revokedAtUtcMs, toUtcMs: revokedAtUtcMs + 3_000 });
  expect(seen.gaps).toEqual([]);
});

test('replaces a key that has become old, and is let in with the new one', async () => {
  const keyPath = join(system.folder, 'core', 'core.key');
  const keyBefore = readFileSync(keyPath, 'utf8');
  await system.edge.stop();
  utimesSync(keyPath, new Date(0), new Date(0));
  system.edge.restart();
  await eventually(() => expect(readFileSync(keyPath, 'utf8')).not.toBe(keyBefore));
  await system.edge.stop();
  await untilState(site.edgeId, 'offline');
  system.edge.restart();
  await untilState(site.edgeId, 'online');
});

test('a copied data folder raises an alarm; claimed as another core it lets go of the cameras', async () => {
  await system.edge.stop();
  cpSync(join(system.folder, 'core'), join(system.folder, 'copy'), {
    recursive: true,
    filter: (path) => !path.endsWith('.lock') && !path.endsWith('.sock'),
  });
  system.edge.restart();
  await untilState(site.edgeId, 'online');
  const copy = new Program('apps/edge/src/app/main.ts', [
    '--data',
    join(system.folder, 'copy'),
    '--server',
    system.url,
    '--ice-port',
    '0',
  ]);
  others.push(copy);
  const cloned = () =>
    queryDatabase<{ n: string }>(system, "select count(*) as n from core_notices where code = 'core_cloned'");
  await eventually(async () => expect(Number((await cloned())[0].n)).toBeGreaterThan(0), 40_000);
  await copy.stop();
  const secondId = await makeCore('Second');
  startCore('copy', await newCode(secondId));
  await untilState(secondId, 'online');
  await eventually(() => expect(system.cameras.stats('gate').readers).toBe(1));
  await untilState(site.edgeId, 'online');
  expect(readFileSync(join(system.folder, 'copy', 'core.key'), 'utf8')).not.toBe(
    readFileSync(join(system.folder, 'core', 'core.key'), 'utf8'),
  );
  expect((await system.api.call(camerasCalls.get, { params: { id: cameraId } })).edgeId).toBe(site.edgeId);
});

/** A package whose program is this; `real`: the core of this checkout. */
async function uploadRelease(version: string, program: string): Promise<EdgeRelease> {
  const real = `await import(${JSON.stringify(new URL('../../apps/edge/src/app/main.ts', import.meta.url).href)});`;
  const bytes = makePackage({
    files: { 'apps/edge/src/app/main.mjs': program.replace('real', real) },
    manifest: { version, entry: 'apps/edge/src/app/main.mjs' },
  });
  const { method, path } = edgeReleasesCalls.upload;
  const headers = { authorization: `Bearer ${system.api.accessToken ?? ''}`, 'content-type': packageMediaType };
  return (await (
    await fetch(new URL(path, system.url), { method, headers, body: new Uint8Array(bytes) })
  ).json()) as EdgeRelease;
}

test('a core under its launcher is updated over the link with a gap that says so, and takes back what does not run', async () => {
  const edgeId = await makeCore('Launched');
  const data = join(system.folder, 'launched');
  const claim = ['--claim', await newCode(edgeId), '--ice-port', '0'];
  const launcher = new Program('apps/edge/src/app/launcher/main.ts', [
    '--data',
    data,
    '--server',
    system.url,
    ...claim,
  ]);
  others.push(launcher);
  await untilState(edgeId, 'online');
  const { id } = await addCamera(system, { ...site, edgeId }, { name: 'Door', main: system.cameras.url('gate') });
  const seen = () => coverageOf(system, id, { fromUtcMs: startedAtUtcMs, toUtcMs: Date.now() });
  const startedAtUtcMs = Date.now();
  const recordsAfter = (utcMs: number) =>
    eventually(
      async () => expect(Math.max(0, ...(await seen()).recorded.map(({ toUtcMs }) => toUtcMs))).toBeGreaterThan(utcMs),
      60_000,
    );
  await recordsAfter(startedAtUtcMs + 1_000);
  const ends = async (release: EdgeRelease): Promise<CoreUpdate> => {
    await eventually(
      () => system.api.call(edgeReleasesCalls.update, { params: { id: edgeId }, body: { releaseId: release.id } }),
      20_000,
    );
    return eventually(async () => {
      const { update } = await system.api.call(edgeReleasesCalls.software, { params: { id: edgeId } });
      if (update === null || !['updated', 'rolledBack', 'failed'].includes(update.state))
        throw new Error(`${JSON.stringify(update)}\n${launcher.output.slice(-3_000)}`);
      return update;
    }, 90_000);
  };
  const updated = await ends(await uploadRelease('0.2.0', 'real'));
  expect(updated).toMatchObject({ state: 'updated', cause: null, version: '0.2.0' });
  await recordsAfter(updated.changedAt);
  expect(updated.recordingGapMs).toBeGreaterThan(0);
  expect((await seen()).gaps.map(({ cause }) => cause)).toContain('core_updating');

  // The bad one comes by a roll-out, which it stops.
  const bad = await uploadRelease('0.3.0', 'process.exit(1);');
  const { id: rollOutId } = await system.api.call(edgeRollOutsCalls.create, {
    body: { releaseId: bad.id, edgeIds: [edgeId] },
  });
  await eventually(async () => {
    const { state, cores } = await system.api.call(edgeRollOutsCalls.get, { params: { id: rollOutId } });
    if (state !== 'stopped' || cores[0]?.cause !== 'core_update_crashed')
      throw new Error(`${JSON.stringify(cores)}\n${launcher.output.slice(-3_000)}`);
  }, 90_000);
  const { update: takenBack } = await system.api.call(edgeReleasesCalls.software, { params: { id: edgeId } });
  if (takenBack?.state !== 'rolledBack') throw new Error(JSON.stringify(takenBack));
  await recordsAfter(takenBack.changedAt);
  const state = JSON.parse(readFileSync(join(data, 'software', 'state.json'), 'utf8')) as {
    current: { name: string };
    previous: { name: string };
  };
  expect([state.current.name.split('-')[0], state.previous.name]).toEqual(['0.2.0', 'installed']);
}, 240_000);

test('20,000 records that waited while the server was away arrive once, in order, with their own times', async () => {
  await system.server.kill();
  await system.edge.stop();
  const store = openStore(join(system.folder, 'core', 'core.sqlite'));
  const outbox = new Outbox(store);
  const firstUtcMs = Date.now() - 20_000_000;
  store.transaction(() => {
    for (let index = 0; index < 20_000; index++)
      outbox.append(firstUtcMs + index * 1_000, {
        kind: 'coreNotice',
        code: 'disk_slow',
        detail: `queued ${String(index)}`,
      });
  })();
  store.close();
  system.edge.restart();
  await system.edge.ready();
  await wait(10_000);
  system.server.restart();
  await system.server.ready();
  const queued = "from core_notices where detail like 'queued %'";
  // Counted by the database: whoever fetched them all each time would take the time that they need to arrive.
  await eventually(async () => {
    expect(await queryDatabase(system, `select count(*)::int as count ${queued}`)).toEqual([{ count: 20_000 }]);
  }, 80_000);
  const rows = await queryDatabase<{ at: Date; detail: string }>(
    system,
    `select at, detail ${queued} order by epoch, sequence`,
  );
  expect(rows.length).toBe(20_000);
  for (const [index, row] of rows.entries()) {
    if (row.detail !== `queued ${String(index)}` || row.at.getTime() !== firstUtcMs + index * 1_000)
      throw new Error(`record ${String(index)} arrived as ${row.detail}`);
  }
}, 150_000);
