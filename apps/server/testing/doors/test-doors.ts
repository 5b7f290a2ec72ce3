import type { DoorCandidateRecord, DoorPosition } from '@sightline/contracts/doors/door-link';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { newId } from '../../src/platform/ids/ids.ts';
import { testJpeg } from '../events/test-reports.ts';

/** Where the door of a test is in the picture. */
export const doorArea = [
  { x: 0.3, y: 0.2 },
  { x: 0.6, y: 0.2 },
  { x: 0.6, y: 0.9 },
  { x: 0.3, y: 0.9 },
];

/** A picture unlike that of another number. */
export const lookJpeg = (number: number): Buffer => testJpeg(400 + number);

/** One stable look. */
export const testLook = (number: number, atUtcMs: number): DoorCandidateRecord['looks'][0] => ({
  signature: Buffer.from(`look ${String(number)}`).toString('base64'),
  picture: lookJpeg(number).toString('base64'),
  atUtcMs,
});

/** What a core says of a place that may be a door. */
export function doorCandidate(
  cameraId: string,
  { atUtcMs, ...change }: Partial<DoorCandidateRecord> & { atUtcMs: number },
): DoorCandidateRecord {
  return {
    kind: 'doorCandidate',
    doorId: newId(),
    cameraId,
    area: doorArea,
    looks: [testLook(1, atUtcMs - 60_000), testLook(2, atUtcMs - 30_000)],
    atUtcMs,
    ...change,
  };
}

/** What a core says of how a door is. */
export const doorState = (
  place: { doorId: string; cameraId: string },
  told: { state: DoorPosition; atUtcMs: number; revision: number },
): EdgeRecordBody => ({ kind: 'doorState', ...place, ...told });
