import { beforeEach, describe, expect, it } from 'vitest';
import type { ToldLook } from '../recognise/recogniser.ts';
import { type FeedState, FactFeed } from './fact-feed.ts';
import { type PictureVitals, vitalNames } from '@sightline/domain/rules/pictures/picture-vitals';
import type { ToldFact } from '@sightline/domain/rules/told-fact';

let told: ToldFact[];
let feed: FactFeed;

beforeEach(() => {
  told = [];
  feed = new FactFeed((facts) => told.push(...facts));
  feed.setReporting(true);
});

const words = (): string[] =>
  told.map((fact) => `${fact.kind} ${String(fact.atUtcMs)}${fact.kind === 'blind' ? ` ${fact.sees}` : ''}`);

const look = (atUtcMs: number): ToldLook => ({ kind: 'look', atUtcMs, sights: [], ended: [] });
const moves = (atUtcMs: number, level = 0, isGlobal = false): void =>
  feed.motion({ level, isGlobal, cells: new Uint8Array(144).fill(level) }, atUtcMs);

/** All is well, and everything until then was looked at. */
const tick = (seenUntilUtcMs: number, rest: Partial<FeedState> = {}): void =>
  feed.tick({ seenUntilUtcMs, nowMs: seenUntilUtcMs, isEngaged: false, canInfer: true, isSilent: false, ...rest });

const usual = Object.fromEntries(vitalNames.map((name) => [name, 100])) as unknown as PictureVitals;

describe('facts for rules', () => {
  it('tell what a picture is beside the usual ones in the order of the pictures, also while nobody looks for people', () => {
    feed.setReporting(false);
    feed.picture(usual, 9_000);
    feed.setReporting(true);
    moves(10_500);
    feed.picture(usual, 10_500);
    moves(11_200);
    tick(11_300, { isEngaged: true });
    expect(words()).toEqual([]);
    feed.looked(look(10_700));
    expect(words()).toEqual(['picture 10500', 'look 10700']);
    feed.picture(usual, 12_500);
    tick(12_600, { canInfer: false });
    expect(words().slice(2)).toEqual([
      'blind 10700 motion',
      'motion 11000',
      'motion 12000',
      'picture 12500',
      'seen 12600',
    ]);
  });

  it('are nothing while nobody judges the camera, nor of what was before somebody did', () => {
    feed.setReporting(false);
    moves(10_100);
    feed.looked(look(10_200));
    tick(10_900);
    feed.setReporting(true);
    tick(12_000);
    expect(words()).toEqual(['seen 12000']);
  });

  it('tell a second of motion once it is over, the most of each cell', () => {
    moves(10_100, 40);
    moves(10_700, 20, true);
    tick(10_900);
    expect(words()).toEqual(['seen 10900']);
    moves(11_050, 5);
    tick(11_100);
    expect(words().slice(1)).toEqual(['motion 11000', 'seen 11100']);
    expect(told[1]).toMatchObject({ isGlobal: true });
    expect(told[1]!.kind === 'motion' && told[1]!.levels[143]).toBe(40);
  });

  it('keep the order of the pictures while a look waits for its turn', () => {
    moves(10_500);
    moves(11_000);
    tick(11_100, { isEngaged: true });
    expect(words()).toEqual([]);
    feed.looked(look(10_900));
    moves(12_000);
    feed.looked(look(11_600));
    tick(12_100);
    expect(words()).toEqual(['look 10900', 'motion 11000', 'look 11600', 'motion 12000', 'seen 12100']);
  });

  it('say once that the camera is silent, from what was known last, until a look ends it', () => {
    feed.looked(look(10_000));
    tick(14_500, { isSilent: true });
    tick(15_000, { isSilent: true });
    expect(words()).toEqual(['look 10000', 'blind 10000 nothing']);
    feed.looked(look(20_000));
    tick(25_000, { isSilent: true });
    expect(words().slice(2)).toEqual(['look 20000', 'blind 20000 nothing']);
  });

  it('say that nobody is looked for without a model, or while looks wait too long; motion goes on', () => {
    feed.looked(look(10_000));
    tick(10_500, { canInfer: false });
    moves(10_600);
    tick(11_200, { canInfer: false });
    expect(words()).toEqual(['look 10000', 'blind 10000 motion', 'seen 10500', 'motion 11000', 'seen 11200']);
    feed.looked(look(11_300));
    for (let ms = 11_500; ms < 16_000; ms += 500) tick(ms, { isEngaged: true });
    expect(words().length).toBe(6);
    tick(17_000, { isEngaged: true });
    expect(words().slice(6)).toEqual(['blind 11300 motion', 'seen 17000']);
  });

  it('take looks that come in time for no overload', () => {
    for (let ms = 10_000; ms < 30_000; ms += 500) {
      feed.looked(look(ms));
      tick(ms + 100, { isEngaged: true });
    }
    expect(words().filter((word) => word.startsWith('blind'))).toEqual([]);
  });

  it('end blind, and begin with the time that comes then', () => {
    feed.looked(look(10_000));
    feed.end();
    feed.looked(look(4_000));
    expect(words()).toEqual(['look 10000', 'blind 10000 nothing', 'look 4000']);
    feed.end();
    feed.end();
    expect(words().length).toBe(4);
  });
});
