import { describe, expect, it } from 'vitest';
import {
  answerPatienceMs,
  fetchPatienceMs,
  isWithinRollOutHours,
  nextStep,
  returnPatienceMs,
  switchPatienceMs,
  waveSize,
  type CoreInTurn,
  type RollOutPlan,
  type RollOutStep,
} from './roll-out-policy.ts';

const now = 10_000_000_000;
const minute = 60_000;
const plan: RollOutPlan = { state: 'running', settleMs: 30 * minute, atOnce: 5, hours: null, firstEdgeId: null };

const core = (edgeId: string, is: Partial<CoreInTurn> = {}): CoreInTurn => ({
  edgeId,
  state: 'waiting',
  wave: null,
  changedAtMs: now - 5 * minute,
  isDeleted: false,
  isLinked: true,
  linkSinceMs: 0,
  minuteOfDay: 600,
  isBusy: false,
  update: null,
  ...is,
});

type Update = NonNullable<CoreInTurn['update']>;
const updateIs = (state: Update['state'], is: Partial<Update> = {}): Update => ({
  state,
  cause: null,
  isTaken: true,
  sentAtMs: now - minute,
  changedAtMs: now - minute,
  ...is,
});
const updating = (edgeId: string, update: Update, is: Partial<CoreInTurn> = {}) =>
  core(edgeId, { state: 'updating', wave: 1, update, ...is });
const settling = (edgeId: string, is: Partial<CoreInTurn> = {}) =>
  core(edgeId, { state: 'settling', wave: 1, update: updateIs('updated'), ...is });
const updated = (edgeId: string, wave = 1) => core(edgeId, { state: 'updated', wave, update: updateIs('updated') });
const many = (count: number, is: Partial<CoreInTurn> = {}) =>
  Array.from({ length: count }, (_, index) => core(`w${String(index)}`, is));
const step = (cores: CoreInTurn[], is: Partial<RollOutPlan> = {}): RollOutStep =>
  nextStep({ ...plan, ...is }, cores, now);
const begun = (cores: CoreInTurn[], is: Partial<RollOutPlan> = {}): string[] =>
  step(cores, is).start.map(({ edgeId, wave }) => `${edgeId}@${String(wave)}`);

describe('what stops a roll-out', () => {
  it.each<[string, CoreInTurn, string]>([
    [
      'the core went back',
      updating('a', updateIs('rolledBack', { cause: 'core_update_unproved' })),
      'core_update_unproved',
    ],
    ['the core refused', updating('a', updateIs('failed', { cause: 'core_package_hash' })), 'core_package_hash'],
    [
      'no key of the core signed it',
      updating('a', updateIs('failed', { cause: 'core_package_unsigned', isTaken: false })),
      'core_package_unsigned',
    ],
    [
      'somebody cancelled the update',
      updating('a', updateIs('cancelled', { cause: 'core_update_cancelled' })),
      'core_update_cancelled',
    ],
    [
      'it does not come back from the switch',
      updating('a', updateIs('switching', { changedAtMs: now - switchPatienceMs - 1 })),
      'core_update_no_return',
    ],
    [
      'nothing is heard of it for a day',
      updating('a', updateIs('fetching', { changedAtMs: now - fetchPatienceMs - 1 })),
      'core_update_no_return',
    ],
    [
      'it went back while it was watched',
      settling('a', { update: updateIs('rolledBack', { cause: 'core_update_crash_loop' }) }),
      'core_update_crash_loop',
    ],
    [
      'it is away while it is watched',
      settling('a', { isLinked: false, linkSinceMs: now - returnPatienceMs - 1, changedAtMs: 0 }),
      'core_update_no_return',
    ],
  ])('%s', (_name, failed, cause) => {
    expect(step([failed, ...many(5)])).toEqual({
      state: 'stopped',
      steps: [{ edgeId: 'a', state: 'failed', cause }],
      start: [],
    });
  });

  it('and it stands until nobody is failed any more, paused or not', () => {
    const failed = core('a', { state: 'failed', wave: 1 });
    expect(step([failed, ...many(3)], { state: 'stopped' })).toMatchObject({ state: 'stopped', start: [] });
    expect(step([failed, ...many(3)], { state: 'paused' })).toMatchObject({ state: 'stopped', start: [] });
    // Left out, and another core has to show that the release is good.
    expect(begun([{ ...failed, state: 'skipped' }, ...many(3)], { state: 'stopped' })).toEqual(['w0@1']);
  });
});

describe('what does not stop it', () => {
  it.each(['core_update_older', 'core_package_platform', 'core_update_data_format', 'core_update_by_hand'] as const)(
    'a core that cannot take the package, and had nothing in its hands: %s',
    (cause) => {
      const found = step([updating('a', updateIs('failed', { cause, isTaken: false })), ...many(2)]);
      expect(found).toEqual({
        state: 'running',
        steps: [{ edgeId: 'a', state: 'unfit', cause }],
        start: [{ edgeId: 'w0', wave: 1 }],
      });
    },
  );

  it.each<[string, CoreInTurn]>([
    ['is slow, and heard of', updating('a', updateIs('fetching', { changedAtMs: now - fetchPatienceMs + 1 }))],
    ['proves itself', updating('a', updateIs('switching', { changedAtMs: now - switchPatienceMs + 1 }))],
    [
      'lost its link for a while',
      settling('a', { isLinked: false, linkSinceMs: now - returnPatienceMs + 1, changedAtMs: 0 }),
    ],
    ['ran well, but not for long enough', settling('a', { changedAtMs: now - plan.settleMs + 1 })],
    [
      'ran for long enough, but not since it came back',
      settling('a', { changedAtMs: 0, linkSinceMs: now - plan.settleMs + 1 }),
    ],
  ])('a core that %s: nobody follows yet', (_name, first) => {
    expect(step([first, ...many(5)])).toEqual({ state: 'running', steps: [], start: [] });
  });

  it('a core that was deleted', () => {
    expect(step([updating('a', updateIs('fetching'), { isDeleted: true }), core('b', { isDeleted: true })])).toEqual({
      state: 'done',
      steps: [
        { edgeId: 'a', state: 'skipped', cause: null },
        { edgeId: 'b', state: 'skipped', cause: null },
      ],
      start: [],
    });
  });
});

describe('an update that did not reach its core', () => {
  const untold = (is: Partial<CoreInTurn> = {}, update: Partial<Update> = {}) =>
    updating('a', updateIs('waiting', { isTaken: false, sentAtMs: now - answerPatienceMs - 1, ...update }), is);
  const night = { fromMinute: 60, toMinute: 240 };
  const taken = (cores: CoreInTurn[], is: Partial<RollOutPlan> = {}) =>
    step(cores, is).steps.map(({ edgeId, state }) => `${edgeId}:${state}`);

  it.each<[string, CoreInTurn, Partial<RollOutPlan>]>([
    ['that is away', untold({ isLinked: false }), {}],
    ['that was away before it was told', untold({ isLinked: false }, { sentAtMs: null }), {}],
    ['that is away for days', untold({ isLinked: false }, { changedAtMs: now - 2 * fetchPatienceMs }), {}],
    ['while it is paused', untold(), { state: 'paused' }],
    ['while it stands', untold(), { state: 'stopped' }],
    ['when its hours are over', untold({ minuteOfDay: 600 }), { hours: night }],
  ])('is taken back from a core %s, and that waits again', (_name, core_, is) => {
    expect(taken([core_], is)).toEqual(['a:waiting']);
    expect(step([core_, core('failed', { state: is.state === 'stopped' ? 'failed' : 'skipped' })], is).start).toEqual(
      [],
    );
  });

  it('is not told to whoever comes back after a core failed', () => {
    const found = step([
      untold({ isLinked: false }),
      updating('b', updateIs('rolledBack', { cause: 'core_update_unproved' })),
    ]);
    expect(found).toMatchObject({
      state: 'stopped',
      steps: [
        { edgeId: 'a', state: 'waiting' },
        { edgeId: 'b', state: 'failed' },
      ],
      start: [],
    });
  });

  it('lets the next one have its turn', () => {
    expect(begun([untold({ isLinked: false }), ...many(2)])).toEqual(['w0@1']);
  });

  it('is over with the roll-out', () => {
    expect(taken([untold({ isLinked: false })], { state: 'cancelled' })).toEqual(['a:skipped']);
  });

  it.each<[string, CoreInTurn, Partial<RollOutPlan>]>([
    ['that was told just now', untold({ isLinked: false }, { sentAtMs: now - answerPatienceMs }), { state: 'paused' }],
    ['that has it', untold({ isLinked: false }, { isTaken: true }), { state: 'stopped' }],
    [
      'that fetches it',
      updating('a', updateIs('fetching', { isTaken: false }), { isLinked: false }),
      { state: 'paused' },
    ],
    ['that is told again', untold(), {}],
  ])('is left to a core %s', (_name, core_, is) => {
    expect(taken([core_], is)).toEqual([]);
  });
});

describe('whose turn it is', () => {
  it('has waves of one, a tenth, half and the rest, each with one at least', () => {
    const sizes = (total: number) => [1, 2, 3, 4].map((wave) => waveSize(wave, total));
    expect([sizes(3), sizes(40)]).toEqual([
      [1, 1, 1, Infinity],
      [1, 4, 20, Infinity],
    ]);
  });

  it.each<[string, CoreInTurn[], Partial<RollOutPlan> & { begins: string[] }]>([
    ['one first', many(3), { begins: ['w0@1'] }],
    ['the one that was chosen', many(3), { firstEdgeId: 'w2', begins: ['w2@1'] }],
    [
      'nobody else while the chosen one is away',
      [...many(2), core('c', { isLinked: false })],
      { firstEdgeId: 'c', begins: [] },
    ],
    [
      'somebody else when the chosen one was left out',
      [...many(2), core('c', { state: 'skipped' })],
      { firstEdgeId: 'c', begins: ['w0@1'] },
    ],
    [
      'one that has its link and nothing else under way',
      [core('a', { isLinked: false }), core('b', { isBusy: true }), core('c')],
      { begins: ['c@1'] },
    ],
    ['a tenth after the first', [updated('a'), ...many(29)], { begins: ['w0@2', 'w1@2', 'w2@2'] }],
    ['never more than at once', [updated('a'), ...many(99)], { atOnce: 2, begins: ['w0@2', 'w1@2'] }],
    [
      'no more while they are under way',
      [updated('a'), updating('b', updateIs('fetching'), { wave: 2 }), ...many(90)],
      { atOnce: 1, begins: [] },
    ],
    ['not the next wave while one is watched', [updated('a'), settling('b', { wave: 2 }), ...many(8)], { begins: [] }],
    [
      'half after the tenth',
      [updated('a'), updated('b', 2), ...many(8)],
      { atOnce: 50, begins: ['w0@3', 'w1@3', 'w2@3', 'w3@3', 'w4@3'] },
    ],
    [
      'the rest after half',
      [updated('a'), updated('b', 2), updated('c', 3), updated('d', 3), ...many(1)],
      { begins: ['w0@4'] },
    ],
    ['nobody while it is paused', many(3), { state: 'paused', begins: [] }],
    ['nobody after its end', many(3), { state: 'cancelled', begins: [] }],
    [
      'the next wave when all others of this one are away: whoever comes back is of it',
      [updated('a'), ...many(3, { isLinked: false })],
      { begins: [] },
    ],
    ['whoever comes back', [updated('a'), core('b', { state: 'unfit' }), core('c')], { begins: ['c@2'] }],
    [
      'nobody outside of the hours of the site',
      many(2, { minuteOfDay: 600 }),
      { hours: { fromMinute: 60, toMinute: 240 }, begins: [] },
    ],
    [
      'those whose site has its hours',
      [core('a'), core('b', { minuteOfDay: 61 })],
      { hours: { fromMinute: 60, toMinute: 240 }, begins: ['b@1'] },
    ],
  ])('%s', (_name, cores, { begins, ...is }) => {
    expect(begun(cores, is)).toEqual(begins);
  });

  it('knows hours that reach past midnight', () => {
    const night = { fromMinute: 23 * 60, toMinute: 4 * 60 };
    expect([1380, 1439, 0, 239, 240, 1379].map((at) => isWithinRollOutHours(night, at))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('how it comes to its end', () => {
  it('a core that ran well for long enough is updated, and the next one begins in the same step', () => {
    const found = step([settling('a', { changedAtMs: now - plan.settleMs }), core('b')]);
    expect(found).toEqual({
      state: 'running',
      steps: [{ edgeId: 'a', state: 'updated', cause: null }],
      start: [{ edgeId: 'b', wave: 2 }],
    });
  });

  it('a core whose update is done is watched first', () => {
    expect(step([updating('a', updateIs('updated')), core('b')])).toEqual({
      state: 'running',
      steps: [{ edgeId: 'a', state: 'settling', cause: null }],
      start: [],
    });
  });

  it('is not done while a core is away, and done when nobody is left', () => {
    expect(step([updated('a'), core('b', { isLinked: false })]).state).toBe('running');
    expect(step([updated('a'), core('b', { state: 'skipped' }), core('c', { state: 'unfit' })])).toEqual({
      state: 'done',
      steps: [],
      start: [],
    });
  });

  it('is cancelled for good, and still says what became of those that were under way', () => {
    expect(step([updating('a', updateIs('updated')), core('b')], { state: 'cancelled' })).toEqual({
      state: 'cancelled',
      steps: [{ edgeId: 'a', state: 'settling', cause: null }],
      start: [],
    });
  });

  it('takes one turn after the other until every core is updated, whatever the number and the bound', () => {
    for (const [total, atOnce] of [
      [1, 1],
      [2, 5],
      [7, 1],
      [23, 3],
      [60, 50],
    ] as const) {
      let cores = many(total);
      const waves: number[] = [];
      for (let turn = 0; turn < 500; turn += 1) {
        const found = nextStep({ ...plan, atOnce }, cores, now);
        expect(found.start.length).toBeLessThanOrEqual(atOnce);
        const states = new Map(found.steps.map(({ edgeId, state }) => [edgeId, state]));
        const starts = new Map(found.start.map(({ edgeId, wave }) => [edgeId, wave]));
        waves.push(...starts.values());
        cores = cores.map((one) => {
          const wave = starts.get(one.edgeId);
          if (wave !== undefined) return { ...one, state: 'updating', wave, update: updateIs('updated') };
          return { ...one, state: states.get(one.edgeId) ?? one.state, changedAtMs: 0 };
        });
        if (found.state === 'done') break;
      }
      expect(cores.every(({ state }) => state === 'updated')).toBe(true);
      expect(waves).toEqual(waves.toSorted((a, b) => a - b));
    }
  });
});
