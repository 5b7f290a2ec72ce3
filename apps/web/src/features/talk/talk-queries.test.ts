import { expect, it } from 'vitest';
import { talkStateOf } from './talk-queries.ts';

const askAgainMs = (data: Parameters<ReturnType<typeof talkStateOf>['refetchInterval']>[0]['state']['data']) =>
  talkStateOf('camera').refetchInterval({ state: { data } });

it('CAM-026 asks again whether a camera has a speaker where that could not be asked, and whether somebody is still heard', () => {
  const nobody = { cause: null, talker: null } as const;
  expect(askAgainMs(undefined)).toBe(60_000);
  expect(askAgainMs({ ...nobody, speaker: 'unknown' })).toBe(60_000);
  expect(askAgainMs({ ...nobody, speaker: 'yes', talker: { userId: 'u', userName: 'Dana', sinceAt: 1 } })).toBe(10_000);
  expect(askAgainMs({ ...nobody, speaker: 'yes' })).toBe(false);
});
