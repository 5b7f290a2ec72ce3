import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CapabilityList } from './capability-list.ts';
import type { ClosingStage, EdgeCapability } from './edge-capability.ts';
import { RunningCapabilities } from './running-capabilities.ts';

interface Core {
  /** What happened, in order. */
  seen: string[];
}

const log = pino({ level: 'silent' });
const how = { leavesRecorder: false, left: () => undefined };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const capability = (
  verb: string,
  more: Partial<EdgeCapability<Core>> = {},
  closes?: ClosingStage,
): EdgeCapability<Core> => ({
  verb,
  ...(closes && { closes }),
  start: ({ seen }, onStop) => {
    seen.push(`${verb} begins`);
    onStop(async () => {
      seen.push(`${verb} ends`);
      await turn();
      seen.push(`${verb} has ended`);
    });
    return {};
  },
  ...more,
});

function run(...items: EdgeCapability<Core>[]) {
  const seen: string[] = [];
  const list = items.reduce((one, item) => one.with(item), CapabilityList.of<Core>());
  // The contract's commands are answered by the list of the product; here nobody asks.
  const running = new RunningCapabilities(list as never, { seen }, log);
  return { seen, running };
}

test('closes in the declared order, whatever the order of the list: the store is open until all work has ended', async () => {
  const { seen, running } = run(
    capability('recover', {}, 'store'),
    capability('place', {}, 'footage'),
    capability('record'),
    capability('live', { begins: 'withServer' }),
  );
  await running.startAtOnce();
  expect(seen).toEqual(['recover begins', 'place begins', 'record begins']);
  await running.startWithServer();
  seen.length = 0;
  await running.stop(how);
  expect(seen).toEqual([
    'record ends',
    'live ends',
    'record has ended',
    'live has ended',
    'place ends',
    'place has ended',
    'recover ends',
    'recover has ended',
  ]);
});

test('what does not end well keeps nothing behind it open, and is told', async () => {
  const fails = capability('record', {
    start: (_, onStop) => {
      onStop(() => Promise.reject(new Error('no')));
      return {};
    },
  });
  const { seen, running } = run(capability('recover', {}, 'store'), fails);
  await running.startAtOnce();
  await expect(running.stop(how)).rejects.toThrow('no');
  expect(seen.at(-1)).toBe('recover has ended');
});

test('one that fails to start is told by its error, starts none behind it, and ends with all that it began', async () => {
  const fails = capability('record', {
    start: ({ seen }, onStop) => {
      onStop(() => void seen.push('its process ends'));
      throw new Error('no camera');
    },
  });
  const { seen, running } = run(capability('recover', {}, 'store'), fails, capability('retain'));
  await expect(running.startAtOnce()).rejects.toThrow('no camera');
  expect(seen).toEqual(['recover begins']);
  await running.stop(how);
  expect(seen.slice(1)).toEqual(['its process ends', 'recover ends', 'recover has ended']);
});

test('a core that is told to end while it begins starts nothing more, and what just began ends too', async () => {
  const slow = capability('place', {
    start: async ({ seen }, onStop) => {
      await turn();
      onStop(() => void seen.push('late end'));
      return {};
    },
  });
  const { seen, running } = run(slow, capability('record'));
  const starting = running.startAtOnce();
  await running.stop(how);
  await starting;
  expect(seen).toEqual(['late end']);
});

test('announces what capabilities always can and what they can just now, each once', async () => {
  const now = ['motion'];
  const { running } = run(
    capability('record', { abilities: ['record'] }),
    capability('analyse', { start: () => ({ abilities: () => now }) }),
    capability('live', { abilities: ['live', 'record'], begins: 'withServer' }),
  );
  expect(running.abilities()).toEqual(['record', 'live']);
  await running.startAtOnce();
  now.push('faces:a');
  expect(running.abilities()).toEqual(['record', 'live', 'motion', 'faces:a']);
});

test('every one of them hears that what is wanted has changed, what time it is, and whose the core is', async () => {
  const heard: string[] = [];
  const hearing = (verb: string): EdgeCapability<Core> =>
    capability(verb, {
      start: () => ({
        configure: () => heard.push(`${verb} configure`),
        hearTime: (utcMs) => heard.push(`${verb} ${String(utcMs)}`),
        joins: async ({ edgeId }) => {
          await turn();
          heard.push(`${verb} ${edgeId}`);
        },
      }),
    });
  const { running } = run(hearing('record'), hearing('live'));
  await running.startAtOnce();
  running.configure();
  running.hearTime(7);
  await running.joins({ edgeId: 'e', organizationId: 'o', epoch: '1' });
  expect(heard).toEqual(['record configure', 'live configure', 'record 7', 'live 7', 'record e', 'live e']);
});

test('refuses a list in which something is declared twice, or waits for a server before what does not', () => {
  expect(() => run(capability('record'), capability('record'))).toThrow('record is declared a second time');
  expect(() => run(capability('live', { begins: 'withServer' }), capability('record'))).toThrow(
    'record begins at once, and stands behind what waits for a server',
  );
  const owns = (): { locationPrivacy: object } => ({ locationPrivacy: {} });
  const list = CapabilityList.of<Core>().with(capability('privacy', { owns })).with(capability('record', { owns }));
  expect(() => list.declared.owners({} as never)).toThrow('record owns locationPrivacy, which another capability owns');
});

test('refuses two that answer the same command', async () => {
  const answers = (verb: string): EdgeCapability<Core> =>
    capability(verb, { start: () => ({ handlers: { 'dhcp.get': () => null } }) as never });
  const { running } = run(answers('dhcp'), answers('record'));
  await running.startAtOnce();
  expect(() => running.handlers()).toThrow('two capabilities answer dhcp.get');
});
