import type { EventMark } from '@sightline/contracts/events/event';

/** A mark for tests. */
export const aMark = (facts: Partial<EventMark> = {}): EventMark => ({
  id: 'a',
  class: 'person',
  subtype: null,
  phase: facts.endedAtUtcMs === undefined || facts.endedAtUtcMs === null ? 'opened' : 'closed',
  severity: 'info',
  startedAtUtcMs: 1000,
  lastSeenUtcMs: 2000,
  endedAtUtcMs: null,
  isStationary: false,
  revision: 1,
  ...facts,
});
