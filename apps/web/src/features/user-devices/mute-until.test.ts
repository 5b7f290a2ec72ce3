import { expect, it } from 'vitest';
import { muteUpdate } from './mute-until.ts';

const zone = 'Asia/Jerusalem';
const evening = Date.UTC(2026, 10, 20, 21, 30);

it('ACCT-013 mutes for a time, until the next day of the person, or for good', () => {
  expect(muteUpdate('hour', evening, zone)).toEqual({ mutedUntil: Date.UTC(2026, 10, 20, 22, 30) });
  expect(muteUpdate('eightHours', evening, zone)).toEqual({ mutedUntil: Date.UTC(2026, 10, 21, 5, 30) });
  expect(muteUpdate('tomorrow', evening, zone)).toEqual({ mutedUntil: Date.UTC(2026, 10, 20, 22, 0) });
  expect(muteUpdate('forGood', evening, zone)).toEqual({ enabled: false });
});
