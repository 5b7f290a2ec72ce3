import { localGrantsCalls } from '@sightline/contracts/local-grants/local-grants.api';
import { call } from '../../../platform/api/client.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { logProblem } from '../../../platform/log/log.ts';
import { may } from '../../../platform/session/may.ts';
import { onRightsChanged } from '../../../platform/session/rights-watch.ts';
import { currentSession } from '../../../platform/session/session-store.ts';
import { onTenantEnd } from '../../../platform/session/tenant-state.ts';
import type { LiveSignalling } from '../engine/links/live-signalling.ts';
import { provideLocalWays } from '../engine/links/local-ways.ts';
import { CoreEndpoint } from './core-endpoint.ts';
import { GrantShelf } from './grant-shelf.ts';

const renewEveryMs = 10 * 60_000;
/** Who has none yet may be about to have: a core that comes back, a laptop that is carried to the site. */
const checkAgainMs = 60_000;
const soonMs = 500;

const shelf = new GrantShelf();
const doors = new Map<string, CoreEndpoint>();
let timer: ReturnType<typeof setTimeout> | undefined;
let isKeeping = false;
/** Rises when what is known belongs to somebody else: an answer of before is then not kept. */
let round = 0;

const wayTo = (cameraId: string): LiveSignalling | null => {
  const edgeId = shelf.coreOf(cameraId, serverNowUtcMs());
  if (edgeId === null) return null;
  const door = doors.get(edgeId) ?? new CoreEndpoint(() => shelf.of(edgeId, serverNowUtcMs()));
  doors.set(edgeId, door);
  return door;
};

const forget = (): void => {
  round += 1;
  shelf.clear();
  for (const door of doors.values()) door.hangUp();
  doors.clear();
  plan(soonMs);
};

const plan = (afterMs: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), afterMs);
};

const isWanted = (): boolean => {
  const session = currentSession();
  return session?.activeOrganizationId != null && session.barredBy === null && may('CameraView');
};

const renew = async (): Promise<void> => {
  if (!isWanted()) return plan(checkAgainMs);
  const asked = round;
  try {
    const { items } = await call(localGrantsCalls.issue, { body: {} });
    if (asked !== round) return;
    shelf.put(items);
    plan(items.length > 0 ? renewEveryMs : checkAgainMs);
  } catch (failure) {
    logProblem('Watching without the server cannot be prepared now', failure);
    if (asked === round) plan(checkAgainMs);
  }
};

/**
 * Keeps grants for watching without the server, from now on. They live in the memory of this page alone: a page that is
 * loaded anew without the server could not sign anybody in, so that on a disk they would serve nobody but a thief.
 */
export const keepLocalGrants = (): void => {
  if (isKeeping) return;
  isKeeping = true;
  provideLocalWays(wayTo);
  onTenantEnd(forget);
  onRightsChanged(forget);
  window.addEventListener('online', () => plan(soonMs));
  void renew();
};
