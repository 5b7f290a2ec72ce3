import { expect, test } from 'vitest';
import { isExpectedGap } from './expected-gaps.ts';

test('a failure is never expected; what was not wanted is', () => {
  expect(
    (['camera_stalled', 'disk_full', 'edge_down', 'gap_unknown', 'starting'] as const).some((cause) =>
      isExpectedGap({ cause }),
    ),
  ).toBe(false);
  expect(
    (['recording_no_motion', 'recording_no_objects', 'not_scheduled', 'footage_expired'] as const).every((cause) =>
      isExpectedGap({ cause }),
    ),
  ).toBe(true);
});
