import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isListening, lockDataFolder, socketPathFor } from '../../platform/data-folder-lock.ts';
import { MediaBusServer } from '../../platform/media-bus/media-bus-server.ts';
import { forgetStore, keepStore, restoreStore } from '../../platform/software/kept-store.ts';
import { SoftwareFolder } from '../../platform/software/software-folder.ts';
import { makeLog } from '../../platform/log/log.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { capabilities } from '../capabilities.ts';
import { takeUpTrial } from '../../capabilities/recover/take-up-trial.ts';
import { Launcher } from './launcher.ts';
import { crashed, firstState, type SoftwareState } from '../../platform/software/software-state.ts';

const program = fileURLToPath(new URL('../../../testing/app/launcher/test-launcher-child.ts', import.meta.url));
const newName = '0.2.0-0123456789ab';
const oldFormat = 3;

let folder: string;
/** What else happens at a step. */
let onEachStep: (step: string, launcher: Launcher) => unknown;
beforeEach(() => {
  onEachStep = () => undefined;
  folder = mkdtempSync(join(tmpdir(), 'sightline-launcher-'));
  writeFileSync(join(folder, 'core.sqlite'), 'store of before');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A core in small: notes that it ran and does what it is told. It ends when nobody is left who started it. */
const script = (name: string, body: string): string => `
  import { appendFileSync, writeFileSync, existsSync } from 'node:fs';
  const folder = ${JSON.stringify(folder)};
  appendFileSync(folder + '/ran', ${JSON.stringify(`${name} `)});
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  const send = (message) => process.send(message, undefined, undefined, () => undefined);
  setInterval(() => undefined, 1000);
  ${body}
`;

const proves = `if (!process.argv.includes('--updating-since')) process.exit(0); send({ type: 'software.proved' }); process.on('message', () => process.exit(0));`;
const raises = `writeFileSync(folder + '/core.sqlite', 'store of the new version'); writeFileSync(folder + '/core.sqlite-wal', 'its log');`;
const orders = (readsTo: number): string => {
  const order = {
    updateId: 'u1',
    from: { name: 'installed', readsTo: oldFormat },
    to: { name: newName, readsTo },
    recorded: 0,
    wasLinked: false,
    atUtcMs: 5,
  };
  // The old version asks once; run again after a failure it ends, and the test looks.
  return `if (existsSync(folder + '/asked')) process.exit(0); writeFileSync(folder + '/asked', ''); send({ type: 'software.switch', order: ${JSON.stringify(order)} });`;
};

function install(newBody: string, readsTo = oldFormat): SoftwareFolder {
  writeFileSync(join(folder, 'installed.mjs'), script('old', orders(readsTo)));
  const software = new SoftwareFolder(join(folder, 'software'));
  writeFileSync(join(software.beginVersion(newName), 'main.mjs'), script('new', newBody));
  software.finishVersion(newName, {
    format: 1,
    product: 'sightline-core',
    version: '0.2.0',
    platform: 'linux',
    arch: 'x64',
    node: { min: 24, below: 99 },
    linkProtocol: { min: 1, max: 1 },
    minServerVersion: '0.1.0',
    dataFormat: { from: 1, to: readsTo },
    entry: 'main.mjs',
  });
  return software;
}

/** Steps that the launcher takes while it listens to the core: what is thrown there reaches nobody. */
const heard = ['proving', 'proved', 'failing'];

/**
 * Runs the launcher to its end; answers the exit code. At the `times`th `fatalStep` the power goes: whatever it does afterwards
 * does not reach the disk, and the core that it started is gone.
 */
async function launch(fatalStep = '-', times = 1, provingMs = 20_000): Promise<number | string> {
  const software = new SoftwareFolder(join(folder, 'software'));
  const write = software.write.bind(software);
  let left = times;
  let isDark = false;
  software.write = (state) => (isDark ? undefined : write(state));
  const launcher = new Launcher({
    folder: software,
    dataFolder: folder,
    installed: { entry: join(folder, 'installed.mjs'), readsTo: oldFormat },
    args: ['--data', folder],
    provingMs,
    stopMs: 300,
    notify: () => undefined,
    say: () => undefined,
    nowUtcMs: () => Date.now(),
    onStep: (step) => {
      onEachStep(step, launcher);
      if (step !== fatalStep || --left > 0) return;
      isDark = true;
      launcher.stop();
      if (!heard.includes(step)) throw new Error('dark');
    },
  });
  const code = await launcher.run().catch((error: Error) => error.message);
  return isDark ? 'dark' : code;
}

/** The same as a process of its own, which is killed at that step. */
function launchProcess(fatalStep: string): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, folder, fatalStep], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('exit', (code, signal) => resolve(code ?? signal ?? ''));
  });
}

const ran = (): string[] => readFileSync(join(folder, 'ran'), 'utf8').trim().split(' ');
const store = (): string => readFileSync(join(folder, 'core.sqlite'), 'utf8');
const ofTrial = (): string[] =>
  ['', '-wal'].map((end) => readFileSync(join(folder, 'software', 'store-of-trial', `core.sqlite${end}`), 'utf8'));
const isBack = (state: SoftwareState, cause: string): void =>
  expect(state).toMatchObject({
    current: { name: 'installed' },
    trial: null,
    result: { outcome: 'rolledBack', cause, from: 'installed', to: newName },
  });

it('tells the version of before to leave its recorder to the next one, and any other to end whole', async () => {
  install(proves);
  const notes = `process.on('message', ({ type }) => { appendFileSync(folder + '/heard', type + ' '); process.exit(0); });`;
  writeFileSync(join(folder, 'installed.mjs'), script('old', notes + orders(oldFormat)));
  expect(await launch()).toBe(0);
  expect(readFileSync(join(folder, 'heard'), 'utf8')).toBe('software.switching ');
  expect(ran()).toEqual(['old', 'new']);
});

it.each([
  ['between two versions', 'ordered', true],
  ['at any other time', 'started', false],
])('who stops the core %s stops the recorder that was left, and no other', async (_when, stopAt, isLeft) => {
  install(proves);
  const path = socketPathFor(folder, 'media.sock');
  const recorder = new MediaBusServer(path, () => ({ config: null, units: [] }));
  recorder.onYield = () => void recorder.stop();
  await recorder.start();
  onEachStep = (step, launcher) => step === stopAt && launcher.stop();
  await launch();
  expect(await isListening(path)).toBe(!isLeft);
  if (!isLeft) await recorder.stop();
});

describe('a version that does not prove itself is taken back', () => {
  it.each([
    ['ends at once', 'process.exit(1);', 'core_update_crashed'],
    ['ends as if all were well', 'process.exit(0);', 'core_update_crashed'],
    ['is killed', `process.kill(process.pid, 'SIGKILL');`, 'core_update_crashed'],
    ['cannot be loaded', `await import('./absent.mjs').catch(() => process.exit(1));`, 'core_update_crashed'],
    [
      'says that it does not fit',
      `send({ type: 'software.unfit', cause: 'core_protocol_unsupported' });`,
      'core_protocol_unsupported',
    ],
    ['stays and does nothing', '', 'core_update_unproved'],
    [
      'proves itself when its time is over',
      `process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => { send({ type: 'software.proved' }); setTimeout(() => process.exit(0), 150); });`,
      'core_update_unproved',
    ],
    [
      'says that it does not fit, in words of a later version',
      `send({ type: 'software.unfit', cause: 'not_known_yet' });`,
      'core_update_unproved',
    ],
    [
      'does nothing and does not want to end',
      `process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => undefined);`,
      'core_update_unproved',
    ],
  ])('%s', async (_name, body, cause) => {
    const software = install(raises + body, oldFormat + 1);
    expect(await launch('-', 1, cause === 'core_update_unproved' ? 2_000 : undefined)).toBe(0);
    isBack(software.read(oldFormat), cause);
    expect(ran().at(-1)).toBe('old');
    expect(store()).toBe('store of before');
    expect(ofTrial()).toEqual(['store of the new version', 'its log']);
    expect(existsSync(join(folder, 'core.sqlite-wal'))).toBe(false);
  });

  it('is not whole', async () => {
    const software = install(proves);
    rmSync(join(software.versionFolder(newName), 'release.json'));
    expect(await launch()).toBe(0);
    isBack(software.read(oldFormat), 'core_package_broken');
    expect(ran()).toEqual(['old', 'old']);
  });
});

describe('the power goes', () => {
  const good = proves;
  const bad = 'process.exit(1);';
  it.each([
    ['after the order was written', good, 'ordered', 1, 'updated'],
    ['before the new version started', good, 'counted', 1, 'updated'],
    ['while the new version starts', good, 'started', 2, 'updated'],
    ['when it has just proved itself', good, 'proving', 1, 'updated'],
    ['when that is written down', good, 'proved', 1, 'updated'],
    ['after each start of the new version', good, 'started', 2, 'updated'],
    ['before a bad version is tried again', bad, 'counted', 3, 'rolledBack'],
    ['when the store was put back', raises + bad, 'restored', 1, 'rolledBack'],
    ['when the roll-back is written down', raises + bad, 'rolledBack', 1, 'rolledBack'],
  ] as const)('%s', async (...[, body, step, times, outcome]) => {
    const software = install(body, oldFormat + 1);
    expect(await launch(step, times)).toBe('dark');
    // What is on the disk now is what a machine finds that gets its power back.
    expect(['installed', newName]).toContain(software.read(oldFormat).current.name);
    expect(await launch()).toBe(0);
    const state = software.read(oldFormat);
    expect(state.trial).toBeNull();
    expect(state.result).toMatchObject({ outcome });
    expect(state.current.name).toBe(outcome === 'updated' ? newName : 'installed');
    expect(ran().at(-1)).toBe(outcome === 'updated' ? 'new' : 'old');
    if (outcome !== 'rolledBack') return;
    expect(store()).toBe('store of before');
    // A version that never came to write leaves nothing; else all of it is there.
    if (body.startsWith(raises)) expect(ofTrial()).toEqual(['store of the new version', 'its log']);
  });

  it('for the whole process, and the next one goes on', async () => {
    const software = install(good);
    expect(await launchProcess('counted')).toBe('SIGKILL');
    expect(await launchProcess('-')).toBe(0);
    expect(software.read(oldFormat)).toMatchObject({ current: { name: newName }, result: { outcome: 'updated' } });
  });

  it('at every start of the new version: then it is its fault', async () => {
    const software = install('', oldFormat + 1);
    expect(await launch('started', 2)).toBe('dark');
    expect(await launch('started')).toBe('dark');
    expect(await launch()).toBe(0);
    isBack(software.read(oldFormat), 'core_update_crashed');
  });
});

it('keeps all that the trial wrote when the power goes while its store is put aside, or that of before put back', () => {
  const software = install(proves).path;
  writeFileSync(join(folder, 'core.sqlite-wal'), 'log of before');
  keepStore(folder, software);
  for (const [name, text] of Object.entries({
    'core.sqlite': 'store of the new version',
    'core.sqlite-wal': 'its log',
  }))
    writeFileSync(join(folder, name), text);
  // The database was put aside, its log was not yet.
  mkdirSync(join(software, 'store-of-trial.draft'));
  renameSync(join(folder, 'core.sqlite'), join(software, 'store-of-trial.draft', 'core.sqlite'));
  restoreStore(folder, software);
  const restored = (): string[] =>
    ['core.sqlite', 'core.sqlite-wal'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect([restored(), ofTrial()]).toEqual([
    ['store of before', 'log of before'],
    ['store of the new version', 'its log'],
  ]);
  // The log was put back, the database was not yet.
  renameSync(join(folder, 'core.sqlite'), join(software, 'store-before', 'core.sqlite'));
  restoreStore(folder, software);
  restoreStore(folder, software);
  expect([restored(), ofTrial()]).toEqual([
    ['store of before', 'log of before'],
    ['store of the new version', 'its log'],
  ]);
});

it('a version that was taken back leaves what it had to tell to the version of before', async () => {
  rmSync(join(folder, 'core.sqlite'));
  const stores = pathToFileURL(join(import.meta.dirname, '../../platform/store/edge-stores.ts')).href;
  const tells = (detail: string): string => `
    const { openEdgeStores } = await import(${JSON.stringify(stores)});
    const own = openEdgeStores(folder);
    own.meta.set('edgeId', 'e1'); own.meta.set('epoch', 'first');
    own.outbox.append(1, { kind: 'coreNotice', code: 'disk_full', detail: ${JSON.stringify(detail)} });`;
  // Ends without closing its store, as a version does that crashes.
  const software = install(
    `if (existsSync(folder + '/told')) process.exit(1); writeFileSync(folder + '/told', ''); ${tells('of the trial')} own.store.pragma('user_version = 99'); process.kill(process.pid, 'SIGKILL');`,
    oldFormat + 1,
  );
  const [asks] = [orders(oldFormat + 1)];
  writeFileSync(
    join(folder, 'installed.mjs'),
    script('old', `if (!existsSync(folder + '/asked')) { ${tells('of before')} } ${asks}`),
  );
  expect(await launch()).toBe(0);
  isBack(software.read(oldFormat), 'core_update_crashed');
  takeUpTrial({
    dataFolder: folder,
    softwareFolder: software.path,
    agreed: capabilities.declared.trial,
    nowUtcMs: 9,
    log: makeLog('test', { write: () => undefined }),
  });
  const { outbox, store: opened } = openEdgeStores(folder);
  const told = outbox.after(0, 9).map(({ sequence, body }) => [sequence, body.kind === 'coreNotice' && body.detail]);
  opened.close();
  expect(told).toEqual([
    [1, 'of before'],
    [2, 'of the trial'],
  ]);
});

describe('somebody else', () => {
  it('who starts a second launcher changes nothing', async () => {
    const software = install(proves);
    const lock = await lockDataFolder(software.path);
    expect(await launch()).toBeTypeOf('string');
    expect([existsSync(join(folder, 'ran')), software.isEmpty]).toEqual([false, true]);
    lock.release();
    expect(await launch()).toBe(0);
  });

  it('who still has the store keeps it until it ends', async () => {
    install(`${raises}process.exit(1);`, oldFormat + 1);
    expect(await launch('counted', 3)).toBe('dark');
    const lock = await lockDataFolder(folder);
    const next = launch();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(store()).toBe('store of the new version');
    lock.release();
    expect(await next).toBe(0);
    expect(store()).toBe('store of before');
  });
});

it('puts the store back after an installation that reads more since it was changed by hand', async () => {
  const software = install('');
  const [from, to] = [newName, 'installed'].map((name) => ({ name, readsTo: oldFormat - 1 }));
  const order = { updateId: 'u1', from, to, recorded: 0, wasLinked: false, atUtcMs: 5 };
  const asks = `if (existsSync(folder + '/asked')) process.exit(0); writeFileSync(folder + '/asked', ''); send({ type: 'software.switch', order: ${JSON.stringify(order)} });`;
  writeFileSync(join(software.versionFolder(newName), 'main.mjs'), script('new', asks));
  writeFileSync(join(folder, 'installed.mjs'), script('old', `${raises}process.exit(1);`));
  software.write({
    ...firstState(0),
    current: { name: newName, readsTo: oldFormat - 1 },
    previous: { name: 'installed', readsTo: oldFormat - 1 },
  });
  expect(await launch()).toBe(0);
  expect(software.read(oldFormat)).toMatchObject({
    current: { name: newName },
    result: { outcome: 'rolledBack', from: newName, to: 'installed' },
  });
  expect(store()).toBe('store of before');
});

it('keeps its state when a later version wrote a cause that this one does not know', () => {
  const software = new SoftwareFolder(join(folder, 'software'));
  const result = {
    updateId: 'u',
    from: 'installed',
    to: newName,
    outcome: 'rolledBack',
    cause: 'not_known_yet',
    switchedAtUtcMs: 0,
    endedAtUtcMs: 0,
  };
  writeFileSync(
    join(software.path, 'state.json'),
    JSON.stringify({ ...firstState(3), current: { name: newName, readsTo: 4 }, result }),
  );
  expect(software.read(3)).toMatchObject({ current: { name: newName }, result: { cause: 'internal' } });
});

it('leaves nothing of a store that could not be copied on the disk', () => {
  const software = new SoftwareFolder(join(folder, 'software'));
  for (const name of ['store-before', 'store-before.draft']) mkdirSync(join(software.path, name));
  forgetStore(software.path);
  expect(readdirSync(software.path)).toEqual(['versions']);
});

describe('a version that proved itself', () => {
  it('is the current one, and the one of before is kept', async () => {
    const software = install(proves);
    expect(await launch()).toBe(0);
    expect(software.read(oldFormat)).toMatchObject({
      current: { name: newName },
      previous: { name: 'installed', readsTo: oldFormat },
      result: { outcome: 'updated', cause: null, switchedAtUtcMs: 5 },
    });
    expect(await launch()).toBe(0);
    expect(ran()).toEqual(['old', 'new', 'new']);
  });

  it('falls back to the one of before when it ends again and again soon after', async () => {
    const software = install(
      `if (existsSync(folder + '/proved')) process.exit(1); writeFileSync(folder + '/proved', ''); ${proves}`,
    );
    expect(await launch()).toBe(0);
    for (let times = 0; times < 4; times++) expect(await launch()).toBe(1);
    expect(await launch()).toBe(0);
    isBack(software.read(oldFormat), 'core_update_crash_loop');
    expect(ran().at(-1)).toBe('old');
  });

  it('stays when the one of before could not read the store any more, and when the update was long ago', () => {
    const current = { name: newName, readsTo: 4 };
    const result = {
      updateId: 'u',
      from: 'installed',
      to: newName,
      outcome: 'updated' as const,
      cause: null,
      switchedAtUtcMs: 0,
      endedAtUtcMs: 0,
    };
    const state: SoftwareState = { ...firstState(3), current, previous: { name: 'installed', readsTo: 3 }, result };
    const after = (from: SoftwareState, startMs: number): SoftwareState =>
      [1, 2, 3, 4, 5, 6].reduce((last, at) => crashed(last, startMs + at), from);
    expect(after(state, 1000).current).toEqual(current);
    const readable = { ...state, previous: { name: 'installed', readsTo: 4 } };
    expect(after(readable, 1000).current.name).toBe('installed');
    expect(after(readable, 90_000_000).current).toEqual(current);
  });
});
