import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';

/** What is typed and chosen. */
export interface RollOutValues {
  of: 'all' | 'sites' | 'cores';
  chosen: string[];
  firstEdgeId: string;
  settleMinutes: string;
  atOnce: string;
  hasHours: boolean;
  from: string;
  to: string;
}

/** A whole number between two others, as it is typed. */
export const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** Whether a core can be chosen: it does not run the version, and nothing that is known stands against it. */
export const canTake = ({ isCurrent, problem }: RollOutCandidate): boolean => !isCurrent && problem === null;

/** Cores that were meant: of chosen sites those that were counted there, and none that stands at a site below. */
const meantBy = ({ of, chosen }: RollOutValues, candidates: readonly RollOutCandidate[]): string[] =>
  candidates
    .filter((core) =>
      of === 'cores' ? chosen.includes(core.edgeId) : canTake(core) && chosen.includes(core.locationId),
    )
    .map(({ edgeId }) => edgeId);

/** What the call that begins a roll-out is told. */
export function bodyOf(release: EdgeRelease, values: RollOutValues, candidates: readonly RollOutCandidate[]) {
  const { of, firstEdgeId, settleMinutes, atOnce, hasHours, from, to } = values;
  return {
    releaseId: release.id,
    ...(of === 'all' ? {} : { edgeIds: meantBy(values, candidates) }),
    firstEdgeId: firstEdgeId === '' ? null : firstEdgeId,
    settleMinutes: Number(settleMinutes),
    atOnce: Number(atOnce),
    hours: hasHours ? { fromMinute: minutesOf(from), toMinute: minutesOf(to) } : null,
  };
}

/** Minutes of the day of `23:15`; NaN for what is no time of day. */
export const minutesOf = (text: string): number => {
  const [hours, minutes] = /^(\d\d):(\d\d)$/.exec(text)?.slice(1).map(Number) ?? [];
  return hours === undefined || minutes === undefined ? Number.NaN : hours * 60 + minutes;
};
