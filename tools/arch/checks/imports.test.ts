import { expect, test } from 'vitest';
import { importRules } from '../../config/dependency-cruiser.ts';
import { fixtureTree } from '../fixture-tree.ts';
import { imports } from './imports.ts';

const manifest = (name: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ name: `@sightline/${name}`, type: 'module', exports: { './*': './src/*.ts' }, ...more });

/** A checkout that breaks no rule; each proof adds the one file that breaks its own. */
const house: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'house', type: 'module', workspaces: ['apps/*', 'packages/*'] }),
  'packages/contracts/package.json': manifest('contracts', { dependencies: { zod: '4' } }),
  'packages/contracts/src/cameras/camera.ts': `import { z } from 'zod';\nexport const camera = z;\n`,
  'packages/domain/package.json': manifest('domain', { dependencies: { '@sightline/contracts': '1' } }),
  'packages/domain/src/status.ts': `import { camera } from '@sightline/contracts/cameras/camera';\nexport const status = camera;\n`,
  'packages/media/package.json': manifest('media', { dependencies: { '@sightline/contracts': '1' } }),
  'packages/media/src/nal.ts': 'export const nal = 1;\n',
  'packages/node-io/package.json': manifest('node-io'),
  'packages/node-io/src/socket.ts': `import { connect } from 'node:net';\nexport const socket = connect;\n`,
  'packages/testing/package.json': manifest('testing'),
  'packages/testing/src/fake-clock.ts': 'export const clock = 1;\n',
  'apps/server/testing/test-pace.ts': 'export const pace = 1;\n',
  'simulators/package.json': manifest('simulators'),
  'simulators/src/rtsp.ts': 'export const rtsp = 1;\n',
  'apps/server/package.json': manifest('server', {
    exports: {},
    dependencies: { '@sightline/contracts': '1', '@sightline/domain': '1', kysely: '1' },
    devDependencies: { '@sightline/testing': '1', 'dev-only': '1' },
  }),
  'apps/server/src/app/main.ts': `import { start } from '../features/cameras/cameras.routes.ts';\nexport const run = start;\n`,
  'apps/server/src/platform/clock.ts': 'export const now = 1;\n',
  'apps/server/src/features/cameras/cameras.routes.ts': `import { list } from './cameras.service.ts';\nexport const start = list;\n`,
  'apps/server/src/features/cameras/cameras.service.ts': `import { rows } from './cameras.repository.ts';\nimport { see } from '../sites/sites.public.ts';\nexport const list = [rows, see];\n`,
  'apps/server/src/features/cameras/cameras.repository.ts': `import { sql } from 'kysely';\nexport const rows = sql;\n`,
  'apps/server/src/features/sites/sites.public.ts': 'export const see = 1;\n',
  'apps/server/src/features/sites/sites.service.ts': 'export const inner = 1;\n',
  'apps/edge/package.json': manifest('edge', { exports: {} }),
  'apps/edge/src/drivers/source-driver.ts': 'export interface SourceDriver { open: () => void }\n',
  'apps/edge/src/capabilities/ingest/ingest.ts': `import type { SourceDriver } from '../../drivers/source-driver.ts';\nexport const ingest = (driver: SourceDriver) => driver;\n`,
  'apps/edge/src/drivers/rtsp/rtsp-driver.ts': `import type { SourceDriver } from '../source-driver.ts';\nexport const driver: SourceDriver = { open: () => {} };\n`,
  'apps/edge/src/drivers/rtsp/rtsp-session.ts': 'export const driver = 1;\n',
  'apps/edge/src/drivers/onvif/onvif-driver.ts': 'export const onvif = 1;\n',
  'apps/web/package.json': manifest('web', { exports: {} }),
  'apps/web/src/features/cameras/camera-page.tsx': 'export const CameraPage = () => <p />;\n',
  'apps/web/src/features/walls/wall-page.tsx': 'export const WallPage = () => <p />;\n',
};

const links = {
  ...Object.fromEntries(
    ['contracts', 'domain', 'media', 'node-io', 'testing'].map((name) => [
      `node_modules/@sightline/${name}`,
      `packages/${name}`,
    ]),
  ),
  'node_modules/@sightline/server': 'apps/server',
};

const installed: Record<string, string> = Object.fromEntries(
  ['zod', 'kysely', 'pg', 'dev-only', 'stranger'].flatMap((name) => [
    [
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './dist/index.js' }),
    ],
    [`node_modules/${name}/dist/index.js`, 'export const z = 1;\nexport const sql = 1;\n'],
  ]),
);

const breaches = async (extra: Record<string, string>) => {
  using tree = fixtureTree({ ...installed, ...house, ...extra }, links);
  return (await imports.run(tree)).map((finding) => ({ rule: /^\[([^\]]+)\]/.exec(finding.say)?.[1], at: finding.at }));
};

/** Per rule: the file that breaks it. */
const proofs: Record<string, [path: string, text: string]> = {
  'contracts-are-a-leaf': [
    'packages/contracts/src/cameras/files.ts',
    `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
  ],
  'domain-is-pure': [
    'packages/domain/src/today.ts',
    `import { hostname } from 'node:os';\nexport const host = hostname;\n`,
  ],
  'media-is-pure': [
    'packages/media/src/parser.ts',
    `import { Buffer } from 'node:buffer';\nexport const bytes = Buffer;\n`,
  ],
  'node-io-knows-rules-only': [
    'packages/node-io/src/frames.ts',
    `import { nal } from '@sightline/media/nal';\nexport const frames = nal;\n`,
  ],
  'packages-never-import-apps': [
    'packages/domain/src/borrowed.ts',
    `import { now } from '../../../apps/server/src/platform/clock.ts';\nexport const at = now;\n`,
  ],
  'testing-only-from-tests': [
    'apps/server/src/platform/jobs.ts',
    `import { clock } from '@sightline/testing/fake-clock';\nexport const at = clock;\n`,
  ],
  'testing-folders-only-from-tests': [
    'apps/server/src/platform/pace.ts',
    `import { pace } from '../../testing/test-pace.ts';\nexport const slow = pace;\n`,
  ],
  'simulators-only-from-tests': [
    'apps/edge/src/platform/demo.ts',
    `import { rtsp } from '../../../../simulators/src/rtsp.ts';\nexport const demo = rtsp;\n`,
  ],
  'simulators-never-import-apps': [
    'simulators/src/cheat.ts',
    `import { now } from '../../apps/server/src/platform/clock.ts';\nexport const at = now;\n`,
  ],
  'apps-never-import-apps': [
    'apps/edge/src/platform/borrowed.ts',
    `import type { now } from '../../../server/src/platform/clock.ts';\nexport type Now = typeof now;\n`,
  ],
  'platform-never-imports-features': [
    'apps/server/src/platform/mail.ts',
    `import { see } from '../features/sites/sites.public.ts';\nexport const mail = see;\n`,
  ],
  'nobody-imports-app': [
    'apps/server/src/features/sites/sites.routes.ts',
    `import { settings } from '../../app/config.ts';\nexport const routes = settings;\n`,
  ],
  'web-is-browser-only': [
    'apps/web/src/features/walls/read.ts',
    `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
  ],
  'web-knows-no-node-io': [
    'apps/web/src/platform/wire.ts',
    `import { socket } from '@sightline/node-io/socket';\nexport const wire = socket;\n`,
  ],
  'web-features-are-islands': [
    'apps/web/src/features/walls/picker.tsx',
    `import { CameraPage } from '../cameras/camera-page.tsx';\nexport const Picker = CameraPage;\n`,
  ],
  'server-features-meet-at-public-file': [
    'apps/server/src/features/cameras/cameras.policy.ts',
    `import { inner } from '../sites/sites.service.ts';\nexport const may = inner;\n`,
  ],
  'routes-go-through-service': [
    'apps/server/src/features/sites/sites.routes.ts',
    `import { rows } from './sites.repository.ts';\nexport const routes = rows;\n`,
  ],
  'service-knows-no-route': [
    'apps/server/src/features/walls/walls.service.ts',
    `import { routes } from './walls.routes.ts';\nexport const list = routes;\n`,
  ],
  'repository-knows-no-service-or-route': [
    'apps/server/src/features/sites/sites.repository.ts',
    `import { inner } from './sites.service.ts';\nexport const rows = inner;\n`,
  ],
  'only-repositories-touch-sql': [
    'apps/server/src/features/sites/sites.presenter.ts',
    `import { sql } from 'kysely';\nexport const show = sql;\n`,
  ],
  'capabilities-use-driver-ports': [
    'apps/edge/src/capabilities/record/record.ts',
    `import { driver } from '../../drivers/rtsp/rtsp-session.ts';\nexport const record = driver;\n`,
  ],
  'drivers-never-import-capabilities': [
    'apps/edge/src/drivers/onvif/events.ts',
    `import { ingest } from '../../capabilities/ingest/ingest.ts';\nexport const events = ingest;\n`,
  ],
  'drivers-are-islands': [
    'apps/edge/src/drivers/onvif/stream.ts',
    `import { driver } from '../rtsp/rtsp-driver.ts';\nexport const stream = driver;\n`,
  ],
  'no-circular': [
    'packages/media/src/pps.ts',
    `import type { Sps } from './sps.ts';\nexport interface Pps { sps: Sps }\n`,
  ],
  'no-unresolvable': [
    'apps/edge/src/platform/web.ts',
    `import { page } from '@sightline/web/page';\nexport const web = page;\n`,
  ],
  'no-undeclared': [
    'apps/edge/src/platform/stranger.ts',
    `import { z } from 'stranger';\nexport const stranger = z;\n`,
  ],
  'no-development-part-in-product': [
    'apps/server/src/platform/tool.ts',
    `import { z } from 'dev-only';\nexport const tool = z;\n`,
  ],
  'packages-by-name': [
    'apps/server/src/platform/bytes.ts',
    `import { nal } from '../../../../packages/media/src/nal.ts';\nexport const bytes = nal;\n`,
  ],
};

/** Second files that a proof needs to have something to import. */
const targets: Record<string, string> = {
  'packages/media/src/sps.ts': `import type { Pps } from './pps.ts';\nexport interface Sps { pps: Pps }\n`,
  'packages/media/src/pps.ts': 'export interface Pps { id: number }\n',
  'apps/server/src/features/sites/sites.repository.ts': 'export const rows = 1;\n',
  'apps/server/src/app/config.ts': 'export const settings = 1;\n',
  'apps/server/src/features/walls/walls.routes.ts': 'export const routes = 1;\n',
};

test('refuses to call it green when a file was not read', async () => {
  using tree = fixtureTree({ ...installed, ...house }, links);
  const files = tree.files();
  const more = {
    ...tree,
    files: (pattern?: RegExp) => [...files, 'apps/server/src/late.ts'].filter((path) => pattern?.test(path) ?? true),
  };
  expect((await imports.run(more)).map((finding) => finding.at)).toEqual(['apps/server/src/late.ts']);
});

test('refuses to call it green when an import was not read', async () => {
  using tree = fixtureTree({ ...installed, ...house }, links);
  const clock = 'apps/server/src/platform/clock.ts';
  const more = {
    ...tree,
    read: (path: string) => (path === clock ? `import { z } from 'kysely';\n` : tree.read(path)),
  };
  expect(await imports.run(more)).toEqual([
    { at: clock, say: expect.stringContaining(`did not see 'kysely'`) as string },
  ]);
});

test('has a proof for every rule', () => {
  expect(Object.keys(proofs).sort()).toEqual(importRules.map((rule) => rule.name).sort());
});

test.each(Object.entries(proofs))('refuses what %s forbids', async (rule, [path, text]) => {
  const found = await breaches({ ...targets, [path]: text });
  expect(found).toContainEqual({ rule, at: expect.stringContaining(path) as string });
});

test('finds SQL also where the package lies in the workspace itself', async () => {
  const nested = {
    'apps/server/node_modules/pg/package.json': installed['node_modules/pg/package.json'] ?? '',
    'apps/server/node_modules/pg/dist/index.js': 'export const z = 1;\n',
  };
  const manifestWithPg = manifest('server', {
    exports: {},
    dependencies: { '@sightline/contracts': '1', '@sightline/domain': '1', kysely: '1', pg: '1' },
  });
  const files = {
    ...nested,
    'apps/server/package.json': manifestWithPg,
    'apps/server/src/features/sites/sites-sync.ts': `import { z } from 'pg';\nexport const rows = z;\n`,
  };
  expect(await breaches(files)).toEqual([
    { rule: 'only-repositories-touch-sql', at: 'apps/server/src/features/sites/sites-sync.ts:1' },
  ]);
});

test('reads what stands inside of a using declaration', async () => {
  const text = `using file = await import('./gone.ts');\nexport const a = () => {\n  using b = file;\n  return b;\n};\n`;
  expect(await breaches({ 'apps/edge/src/platform/a.ts': text })).toEqual([
    { rule: 'no-unresolvable', at: 'apps/edge/src/platform/a.ts:1' },
  ]);
});

test('accepts a house in which every import is allowed', async () => {
  expect(await breaches({})).toEqual([]);
});
