import { expect, test } from 'vitest';
import { isCalm } from './calm-causes.ts';

test('a failure is never calm; what was not wanted is', () => {
  expect((['camera_stalled', 'disk_full', 'edge_down', 'gap_unknown', 'starting'] as const).some((cause) => isCalm({ cause }))).toBe(false);
  expect((['recording_no_motion', 'recording_no_objects', 'not_scheduled', 'footage_expired'] as const).every((cause) => isCalm({ cause }))).toBe(true);
});
