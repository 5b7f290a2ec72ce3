import { expect, test } from 'vitest';
import { channelsOf, chooseProfiles } from './profile-choice.ts';

const profile = (token: string, size: [number, number], more: { videoCodec?: string; fps?: number } = {}) => ({
  token,
  width: size[0],
  height: size[1],
  videoCodec: 'h264',
  fps: 25,
  ...more,
});

test('chooses nothing from nothing, and nothing of unknown size or codec', () => {
  expect(chooseProfiles([])).toEqual({ mainToken: null, subToken: null });
  expect(chooseProfiles([profile('a', [0, 0]), profile('b', [640, 360], { videoCodec: 'jpeg' })])).toEqual({
    mainToken: null,
    subToken: null,
  });
});

test('takes no second stream of the same size as sub', () => {
  expect(chooseProfiles([profile('a', [1920, 1080]), profile('b', [1920, 1080])])).toEqual({
    mainToken: 'a',
    subToken: null,
  });
});

test('takes the largest as main, the faster of equals, and the nearest to 640 wide as sub', () => {
  const all = [
    profile('tiny', [320, 180]),
    profile('small', [704, 576]),
    profile('hd', [1280, 720]),
    profile('slow', [2560, 1440], { fps: 10 }),
    profile('big', [2560, 1440]),
  ];
  expect(chooseProfiles(all)).toEqual({ mainToken: 'big', subToken: 'small' });
});

test('of a recorder takes both streams of one camera, and of another one when that is a camera already', () => {
  const channel = (source: string) => [
    { ...profile(`${source}-main`, [1920, 1080]), source },
    { ...profile(`${source}-sub`, [640, 360]), source },
  ];
  const larger = { ...profile('gate-main', [2560, 1440]), source: 'gate' };
  const all = [...channel('yard'), ...channel('roof'), larger, { ...profile('gate-sub', [800, 450]), source: 'gate' }];
  const without = (...tokens: string[]) => chooseProfiles(all, ({ token }) => tokens.includes(token));
  expect(chooseProfiles(all)).toEqual({ mainToken: 'gate-main', subToken: 'gate-sub' });
  expect(without('gate-main')).toEqual({ mainToken: 'yard-main', subToken: 'yard-sub' });
  expect(without('gate-main', 'yard-sub')).toEqual({ mainToken: 'roof-main', subToken: 'roof-sub' });
  expect(without('gate-main', 'yard-main', 'roof-main')).toEqual({ mainToken: null, subToken: null });
});

test('where nobody says which picture is whose, another camera takes its own address only', () => {
  const all = [profile('a', [1920, 1080]), profile('b', [1280, 720])];
  expect(chooseProfiles(all, ({ token }) => token === 'a')).toEqual({ mainToken: 'b', subToken: null });
});

test('has no channels of nothing, one where no view is named, and those of a recorder in its own order', () => {
  expect(channelsOf([])).toEqual([]);
  const unnamed = [profile('a', [1920, 1080]), profile('b', [640, 360])];
  expect(channelsOf(unnamed)).toEqual([{ source: null, profiles: unnamed }]);
  const [roof, yard, roofSub] = [
    { ...profile('roof', [1920, 1080]), source: 'roof' },
    { ...profile('yard', [1920, 1080]), source: 'yard' },
    { ...profile('roof-sub', [640, 360]), source: 'roof' },
  ];
  expect(channelsOf([roof, yard, roofSub])).toEqual([
    { source: 'roof', profiles: [roof, roofSub] },
    { source: 'yard', profiles: [yard] },
  ]);
});
