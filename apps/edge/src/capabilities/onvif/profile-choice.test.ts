import { expect, test } from 'vitest';
import { chooseProfiles } from './profile-choice.ts';

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
