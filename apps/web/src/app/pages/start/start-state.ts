import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';

/** Steps of the guide in their order. */
export const startSteps = ['organization', 'site', 'core', 'cameras', 'watch'] as const;

export type StartStep = (typeof startSteps)[number];

/** What exists already; the guide asks only for what is missing. */
export interface StartFacts {
  organizationName: string | null;
  sites: readonly Location[];
  edges: readonly Edge[];
  cameras: readonly Camera[];
}

/** A core that has been paired, the online one first. */
export const pairedEdge = (edges: readonly Edge[]): Edge | undefined =>
  edges.find(({ state }) => state === 'online') ?? edges.find(({ state }) => state === 'offline');

/** Whether a step has nothing left to ask. Watching is never done by facts: the person ends it. */
export const isDone = (step: StartStep, facts: StartFacts): boolean => {
  if (step === 'organization') return facts.organizationName !== null;
  if (step === 'site') return facts.sites.length > 0;
  if (step === 'core') return pairedEdge(facts.edges) !== undefined;
  return step === 'cameras' && facts.cameras.length > 0;
};

/**
 * The step that is open while nobody chose one: the first that is not done. It stops at the cameras, so that several
 * can be added in a row.
 */
export const firstOpenStep = (facts: StartFacts): StartStep =>
  (['organization', 'site', 'core'] as const).find((step) => !isDone(step, facts)) ?? 'cameras';

/** Whether a step can be opened: everything before it is done. */
export const isReachable = (step: StartStep, facts: StartFacts): boolean =>
  startSteps.slice(0, startSteps.indexOf(step)).every((before) => isDone(before, facts));

/** How many of the cameras that are to record do so. */
export function recordingOf(cameras: readonly Pick<Camera, 'recordingMode' | 'status'>[]): {
  recording: number;
  total: number;
} {
  const wanted = cameras.filter(({ recordingMode }) => recordingMode !== 'off');
  return {
    recording: wanted.filter(({ status }) => status.state === 'online' || status.state === 'unhealthy').length,
    total: wanted.length,
  };
}
