import type { AnalyticsSwitch } from '@sightline/contracts/organizations/analytics-switches';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';
import { findAnalyticsSwitches, findTakeLapsesMinutes } from './organizations.repository.ts';
import { markPurged, notPurged, purgePiece } from './organization-removal.repository.ts';

export { organizationsOfPerson } from './organizations.repository.ts';
export { installationOrganization } from './installation-organization.repository.ts';

/** Throws away what deleted organizations left behind: events, piece by piece, and files. */
export async function purgeDeleted(
  { database, blobs }: { database: Database; blobs: Blobs },
  now: Date,
): Promise<void> {
  for (const organizationId of await notPurged(database)) {
    while (await purgePiece(database, organizationId));
    await blobs.removeAll(`o/${organizationId}`);
    await markPurged(database, organizationId, now);
  }
}

/** So many minutes whoever took an alert has it without doing anything about it. */
export const takeLapsesMinutesOf = findTakeLapsesMinutes;
/** Which recognition an organization allows its cameras. */
export const analyticsSwitchesOf = findAnalyticsSwitches;
export { rememberFormerMembers } from './former-members.repository.ts';

/** An organization allows other recognition than before: told with the switches that are not as they were. */
export const switchesChanged = hookPoint<
  [change: ChangeWork, now: { organizationId: string; changed: readonly AnalyticsSwitch[] }]
>('organizations.switchesChanged');

/** The same as cores are told of it. */
export { organizationSwitches } from './organization-switches.synced.ts';
