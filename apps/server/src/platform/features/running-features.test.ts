import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { realtimeKinds, type HeardEvents } from './heard-events.ts';
import { at, hookPoint, Hooks } from './hooks.ts';
import { linkHookNames, type LinkHooks } from '../link/link-hooks.ts';
import { declareHooks, givenBy, heardBy, linkHooksOf, RunningFeatures } from './running-features.ts';
import type { ServerFeature } from './server-feature.ts';

const everything = Object.fromEntries(realtimeKinds.map((kind) => [kind, { rights: null }])) as HeardEvents;

describe('what features declare of realtime events', () => {
  it('is refused when nobody declares a kind, so that none is told to everybody by an oversight', () => {
    const { 'talk.changed': _left, ...others } = everything;
    expect(() => heardBy([{ noun: 'all but one', hears: others }])).toThrow('no feature declares talk.changed');
  });

  it('is refused when two declare the same kind', () => {
    const twice = { noun: 'talk', hears: { 'talk.changed': everything['talk.changed'] } };
    expect(() => heardBy([{ noun: 'all', hears: everything }, twice])).toThrow(
      'talk declares talk.changed a second time',
    );
  });

  it('is put together from all features', () => {
    const { 'talk.changed': own, ...others } = everything;
    const heard = heardBy([
      { noun: 'all but one', hears: others },
      { noun: 'talk', hears: { 'talk.changed': own } },
    ]);
    expect(Object.keys(heard).sort()).toEqual([...realtimeKinds].sort());
  });
});

describe('what features give', () => {
  const context = { clock: () => 1 } as unknown as Parameters<typeof givenBy>[1];

  it('is made from the platform and from what those before it gave', () => {
    const given = givenBy<{ one?: number; two?: number }>(
      [
        { noun: 'first', gives: ({ clock }) => ({ one: clock() }) },
        { noun: 'silent' },
        { noun: 'second', gives: ({ one = 0 }) => ({ two: one + 1 }) },
      ],
      context,
    );
    expect(given).toEqual({ one: 1, two: 2 });
  });

  it('is refused when two give something of one name, or what the platform has', () => {
    const one = { noun: 'first', gives: () => ({ one: 1 }) };
    expect(() => givenBy([one, { ...one, noun: 'second' }], context)).toThrow(
      'second gives one, which is given already',
    );
    expect(() => givenBy([{ noun: 'first', gives: () => ({ clock: 1 }) }], context)).toThrow(
      'first gives clock, which is given already',
    );
  });
});

describe('what features do for the link', () => {
  const context = {} as Parameters<typeof linkHooksOf>[1];
  const doing = (names: readonly string[]): ServerFeature<null> => ({
    noun: 'some',
    link: () => Object.fromEntries(names.map((name) => [name, async () => true])) as Partial<LinkHooks>,
  });

  it('must be whole, so that nothing that cores say is lost', () => {
    const [first, ...others] = linkHookNames;
    expect(() => linkHooksOf([doing(others)], context)).toThrow(`no feature declares ${first}`);
    expect(Object.keys(linkHooksOf([doing([first]), doing(others)], context)).sort()).toEqual(
      [...linkHookNames].sort(),
    );
  });

  it('is refused when two do the same', () => {
    expect(() => linkHooksOf([doing(linkHookNames), doing(['gap'])], context)).toThrow(
      'some declares gap a second time',
    );
  });
});

describe('moments of features', () => {
  const moved = hookPoint<[place: string]>('moved');
  const withHooks = (name: string, run: (place: string) => Promise<void>): ServerFeature<{ hooks: Hooks }> => ({
    noun: name,
    hooks: () => [at(moved, run)],
  });

  it('run what was declared in the order of the features, with what is given', async () => {
    const said: string[] = [];
    const hooks = new Hooks();
    const notify = hooks.of(moved);
    declareHooks(
      [
        withHooks('a', async (place) => void said.push(`a ${place}`)),
        withHooks('b', async (place) => void said.push(`b ${place}`)),
      ],
      { hooks },
    );
    await notify('gate');
    expect(said).toEqual(['a gate', 'b gate']);
  });

  it('end with the first that forbids it, so that nothing behind it is done', async () => {
    const said: string[] = [];
    const hooks = new Hooks();
    const refuse = async (): Promise<void> => {
      throw new Error('not there');
    };
    declareHooks([withHooks('a', refuse), withHooks('b', async (place) => void said.push(place))], { hooks });
    await expect(hooks.of(moved)('gate')).rejects.toThrow('not there');
    expect(said).toEqual([]);
  });

  it('do nothing where nothing was declared', async () => {
    await expect(new Hooks().of(moved)('gate')).resolves.toBeUndefined();
  });
});

it('features stop in the opposite order of their start, those that still tell cores before the link', async () => {
  const said: string[] = [];
  const feature = (noun: string, stops?: 'beforeLink' | 'afterLink'): ServerFeature<null> => ({
    noun,
    ...(stops && { stops }),
    start: () => {
      said.push(`start ${noun}`);
      return { stop: () => void said.push(`stop ${noun}`) };
    },
  });
  const running = new RunningFeatures();
  const app = fastify();
  for (const one of [feature('a'), feature('b', 'afterLink'), feature('c'), { noun: 'd' }])
    await running.start(app, one, null);
  await running.stopBeforeLink();
  said.push('link');
  await running.stopAfterLink();
  expect(said).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop a', 'link', 'stop b']);
});

it('a feature that does not end well keeps no other from ending, and is told of then', async () => {
  const said: string[] = [];
  const feature = (noun: string, stop: () => void): ServerFeature<null> => ({ noun, start: () => ({ stop }) });
  const running = new RunningFeatures();
  const app = fastify();
  const broken = feature('b', () => {
    throw new Error('not ended');
  });
  for (const one of [feature('a', () => void said.push('a')), broken]) await running.start(app, one, null);
  await expect(running.stopBeforeLink()).rejects.toThrow('not ended');
  expect(said).toEqual(['a']);
});
